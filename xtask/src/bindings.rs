//! The JavaScript side of the WebAssembly. It must be written by exactly the
//! version of wasm-bindgen that the crate was compiled with; the workspace pins
//! both together, so nothing needs to be installed.

use std::path::Path;

use anyhow::Context as _;
use wasm_bindgen_cli_support::Bindgen;

/// Writes `patience.js`, `patience.d.ts` and `patience_bg.wasm`.
pub fn write(wasm: &Path, folder: &Path) -> anyhow::Result<()> {
    Bindgen::new()
        .input_path(wasm)
        .out_name("patience")
        .web(true)?
        .typescript(true)
        // The page says where the file is: its name has a hash.
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)
        .with_context(|| format!("bindings for {}", wasm.display()))
}
