//! The npm package, as somebody gets it: the packed file, in a project with
//! nothing else.

mod needs_node {
    use std::fs;
    use std::path::PathBuf;
    use std::process::Command;
    use std::sync::LazyLock;

    use crate::{blocks, printed, root, target, xtask};

    /// The packed package.
    static PACKED: LazyLock<PathBuf> = LazyLock::new(|| {
        printed(&mut xtask("npm"));
        let version = env!("CARGO_PKG_VERSION");
        target().join(format!("npm/patience-solitaire-{version}.tgz"))
    });

    /// A project with the package and nothing else.
    fn project() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let manifest = r#"{ "type": "module", "private": true }"#;
        fs::write(folder.path().join("package.json"), manifest).expect("written");
        let mut install = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
        install
            .args(["install", "--offline", "--no-audit", "--no-fund"])
            .arg(&*PACKED)
            .current_dir(folder.path());
        printed(&mut install);
        folder
    }

    /// A program among the npm packages of the page.
    fn tool(path: &str) -> PathBuf {
        root().join("web/node_modules").join(path)
    }

    #[test]
    #[ignore = "needs Node.js"]
    fn a_project_with_the_packed_package_runs_every_example_bundles_it_and_has_types() {
        let project = project();
        let run = |program: &str, words: &[&str]| {
            printed(Command::new(program).args(words).current_dir(&project))
        };
        let write = |name: &str, text: &str| {
            fs::write(project.path().join(name), text).expect("written");
        };
        // The examples, as written.
        for page in ["README.md", "web/npm/README.md"] {
            let text = fs::read_to_string(root().join(page)).expect(page);
            let examples = blocks(&text, "js");
            assert_eq!(examples.len(), 1, "{page}");
            write("example.js", &examples[0]);
            let words = run("node", &["example.js"]);
            assert!(words.starts_with("Solved in "), "{page}: {words}");
        }
        // What is wrong is an error with its faults.
        write(
            "wrong.js",
            r#"import { load, PatienceError } from "patience-solitaire";
            const patience = await load();
            try { patience.solve("freecell", { text: "7h 7h" }); } catch (error) {
              console.log(error instanceof PatienceError, error.faults[0].place.column);
            }
            try { patience.session("pyramid", { deal: 3 }).play("Remove 5c"); } catch (error) {
              console.log(error instanceof PatienceError, error.message.length > 10);
            }"#,
        );
        assert_eq!(run("node", &["wrong.js"]), "true 4\ntrue true\n");
        // A bundler finds the WebAssembly and keeps it.
        write(
            "index.html",
            r#"<script type="module" src="page.js"></script>"#,
        );
        let text = fs::read_to_string(root().join("web/npm/README.md")).expect("a page");
        write("page.js", &blocks(&text, "js")[0]);
        let vite = tool("vite/bin/vite.js");
        run(
            "node",
            &[&vite.to_string_lossy(), "build", "--target=es2022"],
        );
        let assets = fs::read_dir(project.path().join("dist/assets")).expect("built");
        let names = assets.map(|entry| entry.expect("an entry").file_name());
        let names: Vec<_> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        assert!(
            names.iter().any(|name| name.ends_with(".wasm")),
            "{names:?}"
        );
        // The types hold, also for those who check libraries.
        write(
            "typed.ts",
            r#"import { load, type Answer, type Cards } from "patience-solitaire";
            const cards: Cards = { deal: 164 };
            const answer: Answer = (await load()).solve("freecell", cards, { mode: "fast" });
            export const length: number | null = answer.outcome === "solved" ? answer.solution.length : null;
            // @ts-expect-error no such mode
            (await load()).solve("freecell", cards, { mode: "slow" });"#,
        );
        let tsc = tool("typescript/bin/tsc");
        let tsc = tsc.to_string_lossy();
        let options = [
            "--strict", "--noEmit", "--module", "nodenext", "--target", "es2022",
        ];
        let options = [&[&*tsc][..], &options, &["--types", "", "typed.ts"]].concat();
        run("node", &options);
    }
}
