// The entry for Node.js, which reads the WebAssembly from the disk.

import { readFile } from "node:fs/promises";
import { load as loadFrom } from "./index.js";

export * from "./index.js";

export async function load(wasm = new URL("patience_bg.wasm", import.meta.url)) {
  const isFile = wasm instanceof URL && wasm.protocol === "file:";
  return loadFrom(isFile ? await readFile(wasm) : wasm);
}
