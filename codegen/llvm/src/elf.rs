//! Fills sections of object files after code generation.
//!
//! Object files are 64-bit, little-endian ELF; all offsets are checked against the file.

/// The size of a section header in bytes.
const ENTRY: usize = 64;
const PROGBITS: u32 = 1;
const NOBITS: u32 = 8;
const ALLOC: u64 = 2;
/// The alignment of contents, unless the section asks for more.
const ALIGNMENT: usize = 64;

/// Adds the contents that `find` returns to sections without contents whose names begin with `old`. They become read-only, and `old` is
/// replaced with `new` in their names, which has the same length.
pub(crate) fn fill<'a>(
    object: &mut Vec<u8>,
    old: &str,
    new: &str,
    mut find: impl FnMut(&str) -> Option<&'a [u8]>,
) -> Result<(), &'static str> {
    let cut = "the object file is cut off";
    let table = usize::try_from(word(object, 40, 8).ok_or(cut)?).map_err(|_| cut)?;
    // With many sections, the first header has their number and the index of the name table.
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
        // Names may share suffixes; a prefix that is replaced must not be shared.
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

/// A little-endian number of `bytes` bytes.
fn word(object: &[u8], at: usize, bytes: usize) -> Option<u64> {
    let bytes = object.get(at..at.checked_add(bytes)?)?;
    Some(bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An object file with sections, by name, kind and size; their names do not overlap.
    fn object(sections: &[(&str, u32, u64)]) -> Vec<u8> {
        let mut out = vec![0; 64];
        out[62] = sections.len() as u8;
        out[60] = sections.len() as u8 + 1;
        let names_at = out.len() as u64;
        let mut starts = Vec::new();
        for (name, ..) in sections {
            starts.push((out.len() as u64 - names_at) as u32);
            out.extend(name.bytes().chain([0]));
        }
        let table = out.len() as u64;
        out[40..48].copy_from_slice(&table.to_le_bytes());
        let mut entry = |name: u32, kind: u32, offset: u64, size: u64| {
            let mut e = [0; ENTRY];
            e[..4].copy_from_slice(&name.to_le_bytes());
            e[4..8].copy_from_slice(&kind.to_le_bytes());
            e[24..32].copy_from_slice(&offset.to_le_bytes());
            e[32..40].copy_from_slice(&size.to_le_bytes());
            out.extend(e);
        };
        for (&(_, kind, size), &start) in sections.iter().zip(&starts) {
            entry(start, kind, 0, size);
        }
        entry(0, 3, names_at, table - names_at);
        out
    }

    fn filled(object: &mut Vec<u8>) -> Result<(), &'static str> {
        fill(object, ".bss.ta", ".rodata", |name| (name == ".bss.ta.1").then_some(&[7; 100]))
    }

    #[test]
    fn one_section_gets_its_contents() {
        let mut new = object(&[(".text", PROGBITS, 0), (".bss.ta.1", NOBITS, 100), (".bss.ta.2", NOBITS, 5)]);
        let old = new.clone();
        assert_eq!(filled(&mut new), Ok(()));
        assert_eq!(new.len(), old.len().next_multiple_of(ALIGNMENT) + 100);
        assert_eq!(new[new.len() - 100..], [7; 100]);
        let text = String::from_utf8_lossy(&new);
        assert!(text.contains(".rodata.1\0") && text.contains(".bss.ta.2\0"));
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        assert!(filled(&mut object(&[(".bss.ta.1", NOBITS, 99)])).is_err());
        // The name of the second section begins inside of the first one's prefix.
        let mut shared = object(&[(".bss.ta.1", NOBITS, 100), ("x", PROGBITS, 0)]);
        let table = word(&shared, 40, 8).expect("a table") as usize;
        shared[table + ENTRY..table + ENTRY + 4].copy_from_slice(&3u32.to_le_bytes());
        assert!(filled(&mut shared).is_err());
        let whole = object(&[(".text", PROGBITS, 0), (".bss.ta.1", NOBITS, 100)]);
        for n in 0..whole.len() {
            // A truncated file is rejected, without an access beyond its end.
            assert!(filled(&mut whole[..n].to_vec()).is_err(), "{n}");
        }
        for at in 0..whole.len() {
            for byte in [0, 0x7f, 0xff] {
                let mut damaged = whole.clone();
                damaged[at] = byte;
                _ = filled(&mut damaged);
            }
        }
    }
}
