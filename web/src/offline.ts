// Once loaded, the page works without a network.

if ("serviceWorker" in navigator && import.meta.env.PROD) {
  // Where a browser does not allow it (some private windows), the page simply
  // needs its host again next time.
  navigator.serviceWorker.register("./service-worker.js", { scope: "./" }).catch(() => undefined);
}
