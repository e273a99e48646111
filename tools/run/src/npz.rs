//! NumPy's `.npz` files: several arrays in one zip archive, as `numpy.savez` and `numpy.savez_compressed` write them.
//!
//! Archives are hostile until shown otherwise: what an entry holds is read from the header of its array, and the data is
//! unpacked only after the caller has agreed to that header, no further than it says.

use std::io::{Cursor, Read, Seek, Write};

use strata_interp::{NpyArray, npy::NpyHeader, write_npy};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Arrays of an archive at most.
const MOST_ARRAYS: usize = 1 << 16;
/// Bytes of the header of an array at most; NumPy refuses headers from 10000 bytes on.
const LONGEST_HEADER: usize = 1 << 16;

/// An archive whose arrays are read one by one.
pub(crate) struct Npz<R: Read + Seek> {
    archive: ZipArchive<R>,
    /// The names of the arrays, and their numbers in the archive, in the order in which they are arguments.
    entries: Vec<(String, usize)>,
}

impl<R: Read + Seek> Npz<R> {
    /// Reads what is in an archive.
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
        // NumPy's own names are numbers, which come in any order when a file was put together by other tools.
        let number = |name: &str| name.strip_prefix("arr_").unwrap_or(name).parse::<u64>().ok();
        if entries.iter().all(|(name, _)| number(name).is_some()) {
            entries.sort_by_key(|(name, _)| number(name));
        }
        Ok(Self { archive, entries })
    }

    /// How many arrays there are.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The names of the arrays, in their order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(name, _)| name.as_str())
    }

    /// Array number `i`, whose header `accept` has seen before its data is unpacked.
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
        // At its end an entry is compared with its checksum.
        match entry.read(&mut [0]) {
            Ok(0) => Ok(array),
            _ => Err("the data is damaged, or longer than the header says".into()),
        }
    }
}

/// Reads an array, no further than its header says, which `accept` has seen before there is memory for the data.
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
    // A short header leaves bytes of the data behind it.
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
