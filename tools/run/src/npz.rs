//! NumPy's `.npz` files: several arrays in one zip archive, as `numpy.savez` and `numpy.savez_compressed` write them.
//!
//! Archives are untrusted: the contents of an entry are described by the header of its array, and data is unpacked only after the caller
//! has accepted the header, and only as far as the header says.

use std::io::{Cursor, Read, Seek, Write};

use strata_interp::{NpyArray, npy::NpyHeader, write_npy};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// The most arrays of an archive.
const MOST_ARRAYS: usize = 1 << 16;
/// The longest header of an array in bytes; NumPy rejects headers of 10000 bytes and more.
const LONGEST_HEADER: usize = 1 << 16;

/// An archive whose arrays are read one by one.
pub(crate) struct Npz<R: Read + Seek> {
    archive: ZipArchive<R>,
    /// The names of the arrays, and their numbers in the archive, in the order in which they are arguments.
    entries: Vec<(String, usize)>,
}

impl<R: Read + Seek> Npz<R> {
    /// Reads the directory of an archive.
    pub(crate) fn open(file: R) -> Result<Self, String> {
        let archive = ZipArchive::new(file).map_err(|e| format!("not a .npz file: {e}"))?;
        if archive.len() > MOST_ARRAYS {
            return Err(format!("{} arrays are too many", archive.len()));
        }
        let mut entries: Vec<(String, usize)> = Vec::new();
        for i in 0..archive.len() {
            let name = archive.name_for_index(i).ok_or("an entry has no name")?.map_err(|e| e.to_string())?;
            let name = name.strip_suffix(".npy").ok_or_else(|| format!("'{name}' is not a .npy file"))?;
            entries.push((name.to_owned(), i));
        }
        // NumPy's own names are numbered; other tools may write them in any order.
        let number = |name: &str| name.strip_prefix("arr_").unwrap_or(name).parse::<u64>().ok();
        if entries.iter().all(|(name, _)| number(name).is_some()) {
            entries.sort_by_key(|(name, _)| number(name));
        }
        Ok(Self { archive, entries })
    }

    /// The number of arrays.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The names of the arrays, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// Reads array number `i`; `accept` checks its header before the data is unpacked.
    pub(crate) fn read(
        &mut self,
        i: usize,
        accept: impl FnOnce(&NpyHeader) -> Result<(), String>,
    ) -> Result<NpyArray, String> {
        let (name, at) = self.entries.get(i).cloned().ok_or("the archive has too few arrays")?;
        self.entry(at, accept).map_err(|e| format!("'{name}': {e}"))
    }

    fn entry(
        &mut self,
        at: usize,
        accept: impl FnOnce(&NpyHeader) -> Result<(), String>,
    ) -> Result<NpyArray, String> {
        let mut entry = self.archive.by_index(at).map_err(|e| e.to_string())?;
        let array = read_array(&mut entry, accept)?;
        // Reading the end of an entry verifies its checksum.
        match entry.read(&mut [0]) {
            Ok(0) => Ok(array),
            _ => Err("the data is damaged, or longer than the header says".into()),
        }
    }
}

/// Reads an array as far as its header says; `accept` checks the header before memory for the data is allocated.
pub(crate) fn read_array(
    from: &mut impl Read,
    accept: impl FnOnce(&NpyHeader) -> Result<(), String>,
) -> Result<NpyArray, String> {
    let mut bytes = Vec::new();
    let mut take = |bytes: &mut Vec<u8>, n: usize| {
        bytes.try_reserve_exact(n).map_err(|_| format!("out of memory: {n} bytes"))?;
        let got = from.by_ref().take(n as u64).read_to_end(bytes).map_err(|e| e.to_string())?;
        Ok::<bool, String>(got == n)
    };
    take(&mut bytes, NpyHeader::PREFIX)?;
    let length = NpyHeader::length(&bytes)?;
    if length > LONGEST_HEADER {
        return Err(format!("a header of {length} bytes is too long"));
    }
    let rest = length.saturating_sub(bytes.len());
    take(&mut bytes, rest)?;
    let header = NpyHeader::read(&bytes)?;
    accept(&header)?;
    // A short header is followed by bytes of the data.
    let mut data = bytes.split_off(header.data_at.min(bytes.len()));
    let missing = header.data_bytes.saturating_sub(data.len());
    if !take(&mut data, missing)? {
        return Err("the data is cut off".into());
    }
    data.truncate(header.data_bytes);
    Ok(header.array(data))
}

/// An archive of arrays without compression, as `numpy.savez` writes it.
pub(crate) fn write_npz(arrays: &[(String, NpyArray)]) -> Result<Vec<u8>, String> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, array) in arrays {
        let large = array.data.len() > u32::MAX as usize / 2;
        let options =
            SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(large);
        let start = writer.start_file(format!("{name}.npy"), options).map_err(|e| e.to_string());
        start.and_then(|()| writer.write_all(&write_npy(array)).map_err(|e| e.to_string()))?;
    }
    Ok(writer.finish().map_err(|e| e.to_string())?.into_inner())
}
