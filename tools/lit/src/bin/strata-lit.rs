//! `strata-lit PATH…`: runs lit tests. Tools are looked up in `STRATA_BIN_DIR`, beside this program and in `PATH`.
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use strata_lit::config::Suite;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()).collect();
    // Names of tests are relative to the folder with the configuration file, as for lit.
    let first = args.iter().find(|a| !a.starts_with('-')).map_or(PathBuf::from("."), PathBuf::from);
    let first = first.canonicalize().unwrap_or(first);
    let root = first.ancestors().find(|d| d.join("lit.cfg.py").is_file()).unwrap_or(&first);
    let root = if root.is_file() { root.parent().unwrap_or(Path::new(".")) } else { root };
    let mut suite = Suite::new(root);
    if let Some(dir) = std::env::var_os("STRATA_BIN_DIR") {
        suite.tool_dirs.push(PathBuf::from(dir));
    }
    if let Some(dir) = std::env::current_exe().ok().as_deref().and_then(Path::parent) {
        suite.tool_dirs.push(dir.to_path_buf());
    }
    strata_lit::cli::main_with(suite.detect_features(), &args)
}
