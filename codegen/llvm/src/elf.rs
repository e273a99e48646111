//! Object files: sections get contents after they were written without.
//!
//! Object files are 64-bit, little-endian ELF; no part of one is trusted to be inside of it.

/// Bytes of an entry of the table of sections.
const ENTRY: usize = 64;
const PROGBITS: u32 = 1;
const NOBITS: u32 = 8;
const ALLOC: u64 = 2;
/// Contents begin at a multiple of it, or of what the section asks for.
const ALIGNMENT: usize = 64;

/// Gives sections without contents whose names begin with `old` the contents that `find` has for them. They become read-only, and
/// their names begin with `new`, which is as long, instead.
pub(crate) fn fill<'a>(
    object: &mut Vec<u8>,
    old: &str,
    new: &str,
    mut find: impl FnMut(&str) -> Option<&'a [u8]>,
) -> Result<(), &'static str> {
    let cut = "the object file is cut off";
    let table = usize::try_from(word(object, 40, 8).ok_or(cut)?).map_err(|_| cut)?;
    // With many sections, the first entry has their number and that of the names.
    let count = match word(object, 60, 2).ok_or(cut)? {
        0 => word(object, table.checked_add(32).ok_or(cut)?, 8).ok_or(cut)?,
        n => n,
    };
    let names = match word(object, 62, 2).ok_or(cut)? {
        0xffff => word(object, table.checked_add(40).ok_or(cut)?, 4).ok_or(cut)?,
        n => n,
    };
    let entry = |number: u64| {
        let at = usize::try_from(number).ok()?.checked_mul(ENTRY)?.checked_add(table)?;
        Some(at).filter(|at| at.checked_add(ENTRY).is_some_and(|end| end <= object.len()))
    };
    let names_at = entry(names).and_then(|e| word(object, e + 24, 8)).ok_or(cut)?;
    let mut found = Vec::new();
    let mut used = Vec::new();
    for number in 0..count {
        let at = entry(number).ok_or(cut)?;
        let name_at = usize::try_from(names_at + word(object, at, 4).ok_or(cut)?).map_err(|_| cut)?;
        used.push(name_at);
        let name = object.get(name_at..).and_then(|rest| rest.split(|&b| b == 0).next()).ok_or(cut)?;
        let Ok(name) = std::str::from_utf8(name) else { continue };
        if word(object, at + 4, 4) != Some(u64::from(NOBITS)) || !name.starts_with(old) {
            continue;
        }
        if let Some(bytes) = find(name) {
            found.push((at, name_at, bytes));
        }
    }
    used.sort_unstable();
    let room: usize = found.iter().map(|(.., bytes)| bytes.len() + ALIGNMENT).sum();
    object.reserve_exact(room);
    for (at, name_at, bytes) in found {
        if word(object, at + 32, 8) != Some(bytes.len() as u64) {
            return Err("a section is not as long as its contents");
        }
        // The ends of names may be names of other sections; beginnings may not, if they are to change.
        let first = used.partition_point(|&other| other <= name_at);
        if used.get(first).is_some_and(|&other| other < name_at + old.len()) {
            return Err("the names of sections overlap");
        }
        let align = word(object, at + 48, 8).and_then(|a| usize::try_from(a).ok()).unwrap_or(1);
        let start = object.len().next_multiple_of(align.clamp(ALIGNMENT, 1 << 16));
        object.resize(start, 0);
        object.extend_from_slice(bytes);
        object[name_at..name_at + new.len()].copy_from_slice(new.as_bytes());
        object[at + 4..at + 8].copy_from_slice(&PROGBITS.to_le_bytes());
        object[at + 8..at + 16].copy_from_slice(&ALLOC.to_le_bytes());
        object[at + 24..at + 32].copy_from_slice(&(start as u64).to_le_bytes());
    }
    Ok(())
}

/// A little-endian number of so many bytes.
fn word(object: &[u8], at: usize, bytes: usize) -> Option<u64> {
    let bytes = object.get(at..at.checked_add(bytes)?)?;
    Some(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
}
