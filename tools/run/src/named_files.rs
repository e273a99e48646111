//! `--input NAME=FILE`: files for the arguments of these names, beside files for the others in order.

use std::path::{Path, PathBuf};

use strata_driver::{Signature, TensorSpec};

/// The file of each argument. Files without a name are for the arguments for which none is named, in order; a list without any name is
/// returned as it is, as there may be files for several processes.
///
/// # Errors
/// When no argument, or several, have a name, or an argument has two files or none.
pub(crate) fn assign<'f>(
    entry: &str,
    files: &'f [PathBuf],
    signature: &Signature,
) -> Result<Vec<&'f Path>, String> {
    let specs = &signature.inputs;
    let mut slots: Vec<Option<&Path>> = vec![None; specs.len()];
    let mut rest = Vec::new();
    for file in files {
        let Some((number, path)) = named(file, signature).map_err(|e| format!("error: {e}\n"))? else {
            rest.push(file.as_path());
            continue;
        };
        let slot = slots.get_mut(number).ok_or("error: there is no such argument\n")?;
        if slot.replace(path).is_some() {
            let which = specs[number].label("argument", number);
            return Err(format!("error: there are two inputs for {which}\n"));
        }
    }
    if rest.len() == files.len() {
        return Ok(rest);
    }
    let empty = slots.iter().filter(|slot| slot.is_none()).count();
    if rest.len() != empty {
        let (n, m) = (specs.len(), files.len());
        return Err(format!("error: '@{entry}' takes {n} arguments, {m} inputs are given\n"));
    }
    let mut rest = rest.into_iter();
    Ok(slots.into_iter().filter_map(|slot| slot.or_else(|| rest.next())).collect())
}

/// The number of the argument that a text names, and the file for it; none if the text is the name of a file only. A file with `=` in its
/// name needs a folder in front, as `./a=b.npy`, only if an argument has the name before `=`.
fn named<'f>(file: &'f Path, signature: &Signature) -> Result<Option<(usize, &'f Path)>, String> {
    let Some(text) = file.to_str().filter(|text| text.contains('=')) else { return Ok(None) };
    // Names of arguments may contain `=`; the longest one counts.
    for (at, _) in text.rmatch_indices('=') {
        let (name, path) = (&text[..at], &text[at + 1..]);
        if let Some(number) = signature.input_number(name)? {
            return Ok(Some((number, Path::new(path))));
        }
    }
    if file.exists() {
        return Ok(None);
    }
    let name = text.split('=').next().unwrap_or(text);
    Err(format!("no argument has the name '{name}'; {}", names(&signature.inputs)))
}

/// The names of arguments, for messages.
fn names(specs: &[TensorSpec]) -> String {
    let names: Vec<String> =
        specs.iter().filter_map(|s| s.name.as_ref()).map(|name| format!("'{name}'")).collect();
    if names.is_empty() {
        return "the arguments have no names".to_owned();
    }
    format!("the names are {}", names.join(", "))
}
