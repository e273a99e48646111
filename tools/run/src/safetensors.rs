//! Files of `safetensors`: named tensors after a JSON header, the usual format for weights of models.
//!
//! Files are untrusted: the header contains the position of each tensor, which is checked against the file before anything is read or
//! allocated. Tensors must follow each other without gaps, up to the end of the file.

use std::io::{Read, Seek, SeekFrom};

use serde_json::{Map, Value};
use strata_interp::{NpyArray, npy::NpyHeader};

/// The longest header in bytes.
const LONGEST_HEADER: u64 = 1 << 25;
/// The most tensors of a file.
const MOST_TENSORS: usize = 1 << 16;
/// The key of the header that is not a tensor.
const METADATA: &str = "__metadata__";

/// A file whose tensors are read one by one.
pub(crate) struct Safetensors<R> {
    file: R,
    /// The tensors in the order of the file.
    entries: Vec<Entry>,
}

#[derive(Clone)]
struct Entry {
    name: String,
    header: NpyHeader,
    /// The element type, where NumPy has none.
    elem: Option<&'static str>,
    /// The offset at which the data begins.
    start: u64,
}

/// The element type of a dtype: NumPy's type, its bytes, and Strata's type where NumPy has none.
fn dtype(name: &str) -> Option<(&'static str, usize, Option<&'static str>)> {
    Some(match name {
        "BOOL" => ("b1", 1, None),
        "U8" => ("u1", 1, None),
        "I8" => ("i1", 1, None),
        "F8_E4M3" => ("V1", 1, Some("f8E4M3FN")),
        "F8_E5M2" => ("V1", 1, Some("f8E5M2")),
        "F8_E8M0" => ("V1", 1, Some("f8E8M0FNU")),
        "U16" => ("u2", 2, None),
        "I16" => ("i2", 2, None),
        "F16" => ("f2", 2, None),
        "BF16" => ("V2", 2, Some("bf16")),
        "U32" => ("u4", 4, None),
        "I32" => ("i4", 4, None),
        "F32" => ("f4", 4, None),
        "U64" => ("u8", 8, None),
        "I64" => ("i8", 8, None),
        "F64" => ("f8", 8, None),
        "C64" => ("c8", 8, None),
        _ => return None,
    })
}

impl<R: Read + Seek> Safetensors<R> {
    /// Reads the header of a file.
    pub(crate) fn open(mut file: R) -> Result<Self, String> {
        let failed = |e: std::io::Error| e.to_string();
        let size = file.seek(SeekFrom::End(0)).map_err(failed)?;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut length = [0; 8];
        file.read_exact(&mut length).map_err(|_| "not a .safetensors file: it has no header")?;
        let length = u64::from_le_bytes(length);
        if length > LONGEST_HEADER || length > size.saturating_sub(8) {
            return Err(format!("not a .safetensors file: a header of {length} bytes is too long"));
        }
        let mut text = Vec::new();
        (&mut file).take(length).read_to_end(&mut text).map_err(failed)?;
        let header: Map<String, Value> =
            serde_json::from_slice(&text).map_err(|e| format!("the header is malformed: {e}"))?;
        let data = size - 8 - length;
        let mut entries = Vec::new();
        for (name, value) in header.iter().filter(|(name, _)| *name != METADATA) {
            entries.push(entry(name, value).map_err(|e| format!("'{name}': {e}"))?);
        }
        if entries.len() > MOST_TENSORS {
            return Err(format!("{} tensors are too many", entries.len()));
        }
        entries.sort_by_key(|e| (e.start, e.header.data_bytes));
        let mut end = 0u64;
        for e in &mut entries {
            if e.start != end {
                return Err(format!("'{}': the data does not begin where that before it ends", e.name));
            }
            end = end.saturating_add(e.header.data_bytes as u64);
            e.start = e.start.saturating_add(8 + length);
        }
        if end != data {
            return Err(format!("the tensors have {end} bytes, the file has {data}"));
        }
        Ok(Self { file, entries })
    }

    /// The names of the tensors.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|e| e.name.as_str())
    }

    /// Reads tensor number `i`; `accept` checks its sizes, and its element type where NumPy has none, before the data is read.
    pub(crate) fn read(
        &mut self,
        i: usize,
        accept: impl FnOnce(&NpyHeader, Option<&str>) -> Result<(), String>,
    ) -> Result<NpyArray, String> {
        let entry = self.entries.get(i).cloned().ok_or("the file has too few tensors")?;
        let data = self.data(&entry, accept).map_err(|e| format!("'{}': {e}", entry.name))?;
        Ok(entry.header.array(data))
    }

    fn data(
        &mut self,
        entry: &Entry,
        accept: impl FnOnce(&NpyHeader, Option<&str>) -> Result<(), String>,
    ) -> Result<Vec<u8>, String> {
        accept(&entry.header, entry.elem)?;
        let bytes = entry.header.data_bytes;
        let mut data = Vec::new();
        data.try_reserve_exact(bytes).map_err(|_| format!("out of memory: {bytes} bytes"))?;
        self.file.seek(SeekFrom::Start(entry.start)).map_err(|e| e.to_string())?;
        (&mut self.file).take(bytes as u64).read_to_end(&mut data).map_err(|e| e.to_string())?;
        if data.len() < bytes { Err("the data is cut off".to_owned()) } else { Ok(data) }
    }
}

/// The header's entry for a tensor.
fn entry(name: &str, value: &Value) -> Result<Entry, String> {
    let field = |key: &str| value.get(key).ok_or_else(|| format!("there is no '{key}'"));
    let word = field("dtype")?.as_str().ok_or("the dtype is no string")?;
    let (dtype, bytes, elem) = dtype(word).ok_or_else(|| format!("elements of type {word} are not read"))?;
    let numbers = |key: &str| -> Result<Vec<u64>, String> {
        let list = field(key)?.as_array().ok_or_else(|| format!("'{key}' is no list"))?;
        let all: Option<Vec<u64>> = list.iter().map(Value::as_u64).collect();
        all.ok_or_else(|| format!("'{key}' has what is no size"))
    };
    let shape: Option<Vec<usize>> = numbers("shape")?.into_iter().map(|n| usize::try_from(n).ok()).collect();
    let header = NpyHeader::row_major(dtype, &shape.ok_or("the shape is too large")?, bytes)?;
    let &[start, end] = &numbers("data_offsets")?[..] else {
        return Err("'data_offsets' are not two numbers".into());
    };
    if end.checked_sub(start) != Some(header.data_bytes as u64) {
        return Err(format!("'data_offsets' are not those of {} bytes", header.data_bytes));
    }
    Ok(Entry { name: name.to_owned(), header, elem, start })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn file(header: &str, data: &[u8]) -> Cursor<Vec<u8>> {
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        Cursor::new(bytes)
    }

    #[test]
    fn tensors_are_read_in_the_order_of_the_file() {
        let header = r#"{"__metadata__": {"format": "pt"},
            "w": {"dtype": "F32", "shape": [1], "data_offsets": [2, 6]},
            "b": {"dtype": "BF16", "shape": [], "data_offsets": [0, 2]}}"#;
        let mut all = Safetensors::open(file(header, &[1, 2, 3, 4, 5, 6])).expect("a file");
        assert_eq!(all.names().collect::<Vec<_>>(), ["b", "w"]);
        let array = all.read(1, |_, elem| if elem.is_none() { Ok(()) } else { Err("?".into()) });
        let array = array.expect("a tensor");
        assert_eq!(
            (array.dtype.as_str(), &array.shape[..], &array.data[..]),
            ("f4", &[1][..], &[3, 4, 5, 6][..])
        );
        assert!(all.read(0, |_, elem| if elem == Some("bf16") { Ok(()) } else { Err("?".into()) }).is_ok());
        assert!(all.read(2, |_, _| Ok(())).is_err());
    }

    #[test]
    fn hostile_files_are_errors() {
        let tensor = |shape: &str, offsets: &str| {
            format!(r#"{{"a": {{"dtype": "F32", "shape": {shape}, "data_offsets": {offsets}}}}}"#)
        };
        let cases = [
            (tensor("[1]", "[0, 8]"), "not those of 4 bytes"),
            (tensor("[1]", "[4, 8]"), "does not begin where"),
            (tensor("[1]", "[8, 4]"), "not those of 4 bytes"),
            (tensor("[2]", "[0, 8]"), "the file has 4"),
            (tensor("[4294967296, 4294967296]", "[0, 4]"), "too large"),
            (tensor("[-1]", "[0, 4]"), "no size"),
            (tensor("[1]", "[0]"), "not two numbers"),
            (tensor("[1]", "[0, 18446744073709551615]"), "not those of 4 bytes"),
            (r#"{"a": 1}"#.to_owned(), "there is no 'dtype'"),
            (r#"{"a": {"dtype": "Q4", "shape": [], "data_offsets": [0, 4]}}"#.to_owned(), "type Q4"),
            ("[]".to_owned(), "malformed"),
            ("[".repeat(10_000), "malformed"),
        ];
        for (header, why) in cases {
            let got = Safetensors::open(file(&header, &[0; 4])).err().expect("it is refused");
            assert!(got.contains(why), "{header}: {got}");
        }
        // Any modification gives a file or an error.
        let good = file(&tensor("[1]", "[0, 4]"), &[0; 4]).into_inner();
        for at in 0..good.len() {
            for byte in [0, 1, b'"', b'9', b'{', 0x7f, 0xff] {
                let mut bytes = good.clone();
                bytes[at] = byte;
                if let Ok(mut all) = Safetensors::open(Cursor::new(bytes)) {
                    _ = all.read(0, |_, _| Ok(()));
                }
            }
            assert!(Safetensors::open(Cursor::new(good[..at].to_vec())).is_err());
        }
        for bytes in
            [vec![], vec![1, 2, 3], u64::MAX.to_le_bytes().to_vec(), vec![9, 0, 0, 0, 0, 0, 0, 0, b'{']]
        {
            assert!(Safetensors::open(Cursor::new(bytes)).is_err());
        }
    }
}
