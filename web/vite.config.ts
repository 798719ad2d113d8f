// How the page is built: plain files with relative addresses, so that it works
// from any host and any folder, and two things that the build alone knows: the
// content security policy, and the files that a service worker keeps.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

/** Nothing comes from elsewhere, and nothing inline is run. `patience serve`
 *  sends the same as a header (crates/site/src/server.rs). */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The development server injects scripts and styles; only the built page can
 *  have the policy. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** The engine and its worker are asked for while the page itself is still read:
 *  on a slow network that is a round trip less to the first card. */
function preload(): Plugin {
  return {
    name: "preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => name.endsWith(".wasm"))
          .map((name) => ({ tag: "link", attrs: { rel: "preload", as: "fetch", crossorigin: "", href: `./${name}` }, injectTo: "head" as const })),
    },
  };
}

/** Writes service-worker.js with the list of files and a version made of their
 *  contents: another page is another version. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const hash = createHash("sha256");
      const files: string[] = [];
      for (const [name, file] of Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1))) {
        files.push(name === "index.html" ? "./" : name);
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      // The system asks for the larger icons when the page is installed.
      for (const name of readdirSync("public").filter((one) => !one.endsWith(".png")).sort()) {
        files.push(name);
        hash.update(name).update(readFileSync(`public/${name}`));
      }
      const source = readFileSync("src/service-worker.js", "utf8")
        .replace("__VERSION__", hash.digest("hex").slice(0, 16))
        .replace('"__FILES__"', files.map((name) => JSON.stringify(name)).join(", "));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [contentSecurityPolicy(), preload(), serviceWorker()],
  worker: { format: "es" },
  build: {
    target: "es2022",
    outDir: "../crates/site/page",
    // `cargo xtask web` empties it: the folder itself is kept in the repository.
    emptyOutDir: false,
    // Everything stays in files: the policy allows no data: addresses for code.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
