//! Reads the NumPy files that the demo compares: little-endian f32, i32 and i64 in row-major order.

use std::path::Path;

/// The array in a `.npy` file.
#[derive(Debug, PartialEq)]
pub struct Array {
    /// Sizes, outermost first.
    pub shape: Vec<usize>,
    /// The elements in row-major order.
    pub data: Data,
}

/// The elements of an [`Array`].
#[derive(Debug, PartialEq)]
pub enum Data {
    /// `<f4`
    F32(Vec<f32>),
    /// `<i4` and `<i8`
    Int(Vec<i64>),
}

/// Reads the file at `path`.
pub fn read(path: &Path) -> Result<Array, String> {
    let bytes = std::fs::read(path).map_err(|why| format!("{}: {why}", path.display()))?;
    parse(&bytes).map_err(|why| format!("{}: {why}", path.display()))
}

fn parse(bytes: &[u8]) -> Result<Array, String> {
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or("not a .npy file")?;
    let (header, body) = match rest {
        [1, _, a, b, rest @ ..] => split(rest, usize::from(u16::from_le_bytes([*a, *b])))?,
        [2 | 3, _, a, b, c, d, rest @ ..] => split(rest, u32::from_le_bytes([*a, *b, *c, *d]) as usize)?,
        _ => return Err("unknown .npy version".into()),
    };
    let header = std::str::from_utf8(header).map_err(|_| "the header is not text")?;
    if field(header, "'fortran_order':")?.starts_with("True") {
        return Err("column-major arrays are not read here".into());
    }
    let shape = field(header, "'shape':")?;
    let shape = shape.strip_prefix('(').and_then(|s| s.split_once(')')).ok_or("the shape is no tuple")?.0;
    let shape = shape.split(',').map(str::trim).filter(|dim| !dim.is_empty());
    let shape = shape.map(|dim| dim.parse::<usize>().map_err(|_| format!("`{dim}` is no size")));
    let shape = shape.collect::<Result<Vec<_>, _>>()?;
    let descr = field(header, "'descr':")?.trim_start_matches('\'');
    let data = match descr.get(..3) {
        Some("<f4") => Data::F32(words(body).map(f32::from_le_bytes).collect()),
        Some("<i4") => Data::Int(words(body).map(|word| i64::from(i32::from_le_bytes(word))).collect()),
        Some("<i8") => Data::Int(words(body).map(i64::from_le_bytes).collect()),
        _ => return Err(format!("elements of type {descr} are not read here")),
    };
    let found = match &data {
        Data::F32(values) => values.len(),
        Data::Int(values) => values.len(),
    };
    let wanted = shape.iter().try_fold(1usize, |product, &dim| product.checked_mul(dim));
    if wanted != Some(found) {
        return Err(format!("{found} elements do not fill the shape {shape:?}"));
    }
    Ok(Array { shape, data })
}

fn split(rest: &[u8], length: usize) -> Result<(&[u8], &[u8]), String> {
    rest.split_at_checked(length).ok_or_else(|| "the header is cut off".into())
}

fn field<'a>(header: &'a str, key: &str) -> Result<&'a str, String> {
    header
        .split_once(key)
        .map(|(_, value)| value.trim_start())
        .ok_or_else(|| format!("the header lacks {key}"))
}

fn words<const N: usize>(body: &[u8]) -> impl Iterator<Item = [u8; N]> + '_ {
    body.as_chunks::<N>().0.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, body: &[u8]) -> Vec<u8> {
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(body);
        bytes
    }

    #[test]
    fn reads_f32_and_integers() {
        let body: Vec<u8> = [1.5f32, -2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
        let array = parse(&file("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 2), }\n", &body));
        assert_eq!(array, Ok(Array { shape: vec![1, 2], data: Data::F32(vec![1.5, -2.0]) }));
        let body = (-7i32).to_le_bytes();
        let array = parse(&file("{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }", &body));
        assert_eq!(array, Ok(Array { shape: vec![1], data: Data::Int(vec![-7]) }));
    }

    #[test]
    fn a_scalar_has_one_element() {
        let array =
            parse(&file("{'descr': '<i8', 'fortran_order': False, 'shape': (), }", &3i64.to_le_bytes()));
        assert_eq!(array, Ok(Array { shape: vec![], data: Data::Int(vec![3]) }));
    }

    #[test]
    fn broken_files_are_errors() {
        assert!(parse(b"").is_err());
        assert!(parse(b"\x93NUMPY\x01\x00\xff\xff{").is_err());
        let short = file("{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }", &[0; 8]);
        assert_eq!(parse(&short), Err("2 elements do not fill the shape [3]".into()));
        let huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551615, 2), }";
        assert!(parse(&file(huge, &[])).is_err());
        let column = "{'descr': '<f4', 'fortran_order': True, 'shape': (), }";
        assert!(parse(&file(column, &[0; 4])).is_err());
    }
}
