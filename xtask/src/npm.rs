//! `cargo xtask npm`: the package `patience-solitaire`, ready for `npm publish`.
//! What is written by hand lies in `web/npm`.

use std::fs;

use anyhow::Context as _;
use cargo_metadata::MetadataCommand;

use crate::{programs, web};

/// What the package has, from the folder where it is compiled.
const COMPILED: [&str; 5] = [
    "index.js",
    "index.d.ts",
    "types.d.ts",
    "patience.js",
    "patience_bg.wasm",
];
/// What it has from `web/npm` as it is.
const WRITTEN: [&str; 3] = ["node.js", "README.md", "example.html"];
const LICENCES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Builds the package in `target/npm`.
pub fn build() -> anyhow::Result<()> {
    let metadata = MetadataCommand::new().no_deps().exec()?;
    let root = metadata.workspace_root.as_std_path();
    let (web, written) = (root.join("web"), root.join("web/npm"));
    let folder = metadata.target_directory.as_std_path().join("npm");
    let (compiled, package) = (folder.join("compiled"), folder.join("package"));
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&compiled)?;
    fs::create_dir_all(&package)?;

    web::engine(&metadata, &compiled)?;
    let copy = |from: &std::path::Path, to: &std::path::Path, name: &str| {
        let (from, to) = (from.join(name), to.join(name));
        fs::copy(&from, to).with_context(|| from.display().to_string())
    };
    copy(&written, &compiled, "index.ts")?;
    copy(&written, &compiled, "tsconfig.json")?;
    copy(&web.join("src"), &compiled, "types.ts")?;
    web::install_packages(&web)?;
    let compiler = web.join("node_modules/typescript/bin/tsc");
    let compiler = compiler.to_string_lossy();
    programs::run("node", &[&compiler, "-p", "."], &compiled, web::NODE)?;

    for name in COMPILED {
        copy(&compiled, &package, name)?;
    }
    for name in WRITTEN {
        copy(&written, &package, name)?;
    }
    for name in LICENCES {
        copy(root, &package, name)?;
    }
    let manifest = fs::read_to_string(written.join("package.json"))?;
    let version = format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(
        package.join("package.json"),
        manifest.replace("\"version\": \"0.0.0\"", &version),
    )?;
    let words = ["pack", "./package", "--silent"];
    programs::run("npm", &words, &folder, web::NODE)?;
    println!("The package is in {}", folder.display());
    Ok(())
}
