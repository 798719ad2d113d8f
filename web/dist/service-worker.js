// Keeps the page for when there is no network. The build fills in the version
// and the files (vite.config.ts).
//
// Files with a hash in their name never change: they come from the cache. The
// page itself comes from the network while there is one, so that a new version
// is seen at once, and from the cache when there is none.

const CACHE = "patience-3d19c8f4a5e373a0";
const FILES = ["assets/index-UoHgQFT0.css", "assets/index-kmoRgYl8.js", "assets/patience_bg-146eKRyv.wasm", "assets/worker-DApUqau9.js", "./", "icon.svg", "manifest.webmanifest"];

// A file is the same for everybody, whatever a host says it varies with.
const KEPT = { cacheName: CACHE, ignoreVary: true };

self.addEventListener("install", (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers().then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(request.mode === "navigate" ? freshPage(request) : keptFile(request));
});

async function keepFiles() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: "reload" })));
}

/** Caches of other programs on the same host stay. */
async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("patience-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function freshPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("./", KEPT);
    if (kept) return kept;
    throw error;
  }
}

async function keptFile(request) {
  const kept = await caches.match(request, KEPT);
  return kept ?? fetch(request);
}
