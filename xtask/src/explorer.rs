//! `cargo xtask explorer`: builds the page of the explorer, and tests it in a browser.
//!
//! The page is `target/explorer`: files that any server of files can serve, and that `strata-explorer` does. It needs Node.js, and Rust's
//! library for WebAssembly, which is installed if it is missing. The tests need Chromium, and build a page of their own without the
//! optimizations that take long.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::shell::{self, Outcome};

/// The crate of the WebAssembly module, and the file that it is built to.
const MODULE: (&str, &str) = ("strata-explorer-wasm", "strata_explorer_wasm.wasm");
/// The name of the module in the page.
const IN_PAGE: &str = "strata_explorer.wasm";
/// The platform of the module.
const TARGET: &str = "wasm32-unknown-unknown";
/// The sources of the page.
const PAGE: &str = "tools/explorer/page";
/// Where Chromium is, unless the variable `CHROMIUM` says so.
const CHROMIUM: &str = "/usr/bin/chromium";
/// Compressed bytes that a browser downloads at most.
const MOST_BYTES: u64 = 8 << 20;

/// How the module is built.
#[derive(Clone, Copy)]
enum Profile {
    /// Small and fast.
    Web,
    /// As tests are.
    Dev,
}

/// Builds the page, or a page for tests and runs these; `--screenshots` also writes the pictures of the documentation.
pub fn run(arguments: &[&str]) -> Outcome {
    match arguments {
        [] => build(Profile::Web, &shell::target_dir().join("explorer")).and_then(|()| small_enough()),
        ["--test"] => test(&[]),
        ["--test", "--screenshots", folder] => {
            test(&["--screenshots", &shell::root().join(folder).to_string_lossy()])
        }
        _ => Err("usage: cargo xtask explorer [--test [--screenshots FOLDER]]".to_owned()),
    }
}

/// Builds the page in the way of tests, checks its types, and clicks through it in a browser.
pub fn test(arguments: &[&str]) -> Outcome {
    let folder = shell::target_dir().join("explorer-test");
    build(Profile::Dev, &folder)?;
    shell::run(npm(&["run", "--silent", "check"]).env("NO_UPDATE_NOTIFIER", "1"))?;
    let chromium = std::env::var_os("CHROMIUM").map_or_else(|| PathBuf::from(CHROMIUM), PathBuf::from);
    if !chromium.is_file() {
        let path = chromium.display();
        return Err(format!("{path} is missing: `apt-get install chromium`, or set CHROMIUM to a browser"));
    }
    let mut browser = in_page("node", &["test/explorer.test.mjs"]);
    browser.arg(&folder).args(arguments).env("CHROMIUM", chromium);
    shell::run(&mut browser)
}

fn build(profile: Profile, folder: &Path) -> Outcome {
    install()?;
    let (name, output) = match profile {
        Profile::Web => ("web", "web"),
        Profile::Dev => ("dev", "debug"),
    };
    println!("explorer: building the WebAssembly module ({name})");
    let mut module =
        shell::cargo(&["build", "--quiet", "--profile", name, "--target", TARGET, "-p", MODULE.0]);
    // A browser would download the tables, too.
    shell::run(module.env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    println!("explorer: building the page");
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    shell::run(in_page("node", &["build.mjs"]).arg(folder).arg("--minify"))?;
    let built = shell::target_dir().join(TARGET).join(output).join(MODULE.1);
    fs::copy(&built, folder.join(IN_PAGE)).map_err(|e| format!("{}: {e}", built.display()))?;
    println!("explorer: {}", folder.display());
    Ok(())
}

/// Installs what the build needs and this machine lacks.
fn install() -> Outcome {
    if !shell::on_path("node") || !shell::on_path("npm") {
        return Err("Node.js is missing: `apt-get install nodejs npm`".to_owned());
    }
    if shell::on_path("rustup") {
        let installed = shell::output(&mut shell::command("rustup", &["target", "list", "--installed"]));
        if !installed.is_some_and(|list| list.lines().any(|line| line == TARGET)) {
            shell::run(&mut shell::command("rustup", &["target", "add", TARGET]))?;
        }
    }
    // npm writes its own copy of the lock file last, so that an equal one tells of a complete installation.
    let page = shell::root().join(PAGE);
    let time = |file: &str| fs::metadata(page.join(file)).and_then(|data| data.modified()).ok();
    let is_current = time("node_modules/.package-lock.json") >= time("package-lock.json");
    if is_current && page.join("node_modules").is_dir() {
        return Ok(());
    }
    println!("explorer: installing the packages of package-lock.json");
    shell::run(&mut npm(&["ci", "--no-audit", "--no-fund", "--ignore-scripts"]))
}

fn in_page(program: &str, arguments: &[&str]) -> Command {
    let mut command = shell::command(program, arguments);
    command.current_dir(shell::root().join(PAGE));
    command
}

fn npm(arguments: &[&str]) -> Command {
    in_page("npm", arguments)
}

/// Compares the size of the page with what a browser should have to download.
fn small_enough() -> Outcome {
    let module = shell::target_dir().join("explorer").join(IN_PAGE);
    let mut gzip = shell::command("gzip", &["-9", "--stdout"]);
    let packed =
        gzip.arg(&module).output().map_err(|e| format!("gzip did not start: {e}"))?.stdout.len() as u64;
    let whole = fs::metadata(&module).map_err(|e| format!("{}: {e}", module.display()))?.len();
    let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    println!("explorer: the module has {:.1} MiB, {:.1} MiB compressed", mib(whole), mib(packed));
    if packed > MOST_BYTES {
        return Err(format!("more than {:.0} MiB compressed", mib(MOST_BYTES)));
    }
    Ok(())
}
