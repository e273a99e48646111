//! Output of results: as text, as `.npy` files, or as one `.npz` file.

use std::{io::Write, path::Path};

use strata_driver::TensorSpec;
use strata_interp::{NpyArray, Value, write_npy};
use strata_ir::prelude::Context;

use crate::npz::write_npz;

/// The destination of results; they are printed as text if none is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Destination<'a> {
    /// A folder for files such as `0.npy`, in a subfolder for each process where there are several.
    pub folder: Option<&'a Path>,
    /// A NumPy archive.
    pub archive: Option<&'a Path>,
}

impl Destination<'_> {
    /// Whether results are printed as text.
    pub(crate) fn is_standard_output(self) -> bool {
        self.folder.is_none() && self.archive.is_none()
    }
}

/// The longest name of a result that is a key of an archive, whose names have at most 65535 bytes.
const LONGEST_KEY: usize = 65_000;

/// The names of the results of each process in an archive: `arr_0`, or the name of the result where it is the only one with it.
pub(crate) fn keys(specs: &[TensorSpec], processes: usize) -> Vec<String> {
    let numbered = |name: &str| name.strip_prefix("arr_").is_some_and(|n| n.parse::<u64>().is_ok());
    let usable = |name: &&String| {
        let others = specs.iter().filter(|spec| spec.name.as_ref() == Some(*name)).count();
        others == 1 && name.len() <= LONGEST_KEY && !numbered(name)
    };
    let key = |(i, spec): (usize, &TensorSpec)| match spec.name.as_ref().filter(usable) {
        Some(name) => name.clone(),
        None => format!("arr_{i}"),
    };
    let keys: Vec<String> = specs.iter().enumerate().map(key).collect();
    if processes == 1 {
        return keys;
    }
    (0..processes).flat_map(|p| keys.iter().map(move |key| format!("process{p}_{key}"))).collect()
}

/// Writes the results of each process to files, or gives them as text.
pub(crate) fn emit(
    to: Destination<'_>,
    cx: &Context,
    specs: &[TensorSpec],
    outputs: &[Vec<Value>],
) -> Result<String, String> {
    if let Some(file) = to.archive {
        let mut arrays = Vec::new();
        for (name, value) in keys(specs, outputs.len()).into_iter().zip(outputs.iter().flatten()) {
            arrays.push((name, array(value)?));
        }
        let bytes = write_npz(&arrays).map_err(|e| format!("error: {}: {e}\n", file.display()))?;
        write(file, &bytes)?;
    }
    let Some(dir) = to.folder else {
        if to.archive.is_some() {
            return Ok(String::new());
        }
        let mut text = String::new();
        for (p, values) in outputs.iter().enumerate() {
            if outputs.len() > 1 {
                text.push_str(&format!("// process {p}\n"));
            }
            values.iter().for_each(|v| text.push_str(&(shorten(v.display(cx)) + "\n")));
        }
        return Ok(text);
    };
    for (p, values) in outputs.iter().enumerate() {
        let dir = if outputs.len() > 1 { dir.join(p.to_string()) } else { dir.to_owned() };
        std::fs::create_dir_all(&dir).map_err(|e| format!("error: {}: {e}\n", dir.display()))?;
        for (i, v) in values.iter().enumerate() {
            write(&dir.join(format!("{i}.npy")), &write_npy(&array(v)?))?;
        }
    }
    Ok(String::new())
}

fn array(value: &Value) -> Result<NpyArray, String> {
    NpyArray::from_value(value).ok_or_else(|| "error: a result has no data\n".to_owned())
}

/// Writes a file, which appears under its name when it is complete: a reader never sees a partial file.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let failed = |e: std::io::Error| format!("error: {}: {e}\n", path.display());
    // Devices and pipes are written to directly: a file must not take their name.
    if path.metadata().is_ok_and(|m| !m.is_file()) {
        return std::fs::write(path, bytes).map_err(failed);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (mut file, partial) =
        strata_process::create_new(folder, &format!(".{name}"), "part").map_err(failed)?;
    let written = file.write_all(bytes).and_then(|()| std::fs::rename(&partial, path));
    written.map_err(|e| {
        _ = std::fs::remove_file(&partial);
        failed(e)
    })
}

fn shorten(mut text: String) -> String {
    const LIMIT: usize = 2000;
    if text.len() > LIMIT {
        let end = (0..=LIMIT).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        text.truncate(end);
        text.push_str(" …");
    }
    text
}
