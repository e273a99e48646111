//! The files that `jax.export` writes: a flatbuffer around a portable artifact.
//!
//! ```text
//! root table `Exported`: field 1 `function_name`, …, field 13 `mlir_module_serialized`,
//! field 14 `calling_convention_version`
//! ```
//! Only the bytes of the artifact, the name and the version are read; every offset is checked against the file.

/// The slots of fields in the vtable.
mod field {
    pub const FUNCTION_NAME: usize = 6;
    pub const MODULE: usize = 30;
    pub const CALLING_CONVENTION: usize = 32;
}

/// The parts of an exported function that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported<'f> {
    /// Name of the function that was exported.
    pub function_name: &'f str,
    /// The version of the calling convention of the module's function.
    pub calling_convention: u16,
    /// The portable artifact.
    pub module: &'f [u8],
}

struct File<'f>(&'f [u8]);

impl<'f> File<'f> {
    fn u16(&self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(2)?)?;
        Some(usize::from(u16::from_le_bytes(bytes.try_into().ok()?)))
    }
    fn u32(&self, at: usize) -> Option<usize> {
        let bytes = self.0.get(at..at.checked_add(4)?)?;
        usize::try_from(u32::from_le_bytes(bytes.try_into().ok()?)).ok()
    }
    /// The position of a field of the table at `table`; `None` if it is omitted.
    fn field(&self, table: usize, slot: usize) -> Option<usize> {
        let distance = self.u32(table)? as u32 as i32;
        let offsets = usize::try_from(i64::try_from(table).ok()? - i64::from(distance)).ok()?;
        if slot.checked_add(2)? > self.u16(offsets)? {
            return None;
        }
        match self.u16(offsets.checked_add(slot)?)? {
            0 => None,
            offset => table.checked_add(offset),
        }
    }
    /// The bytes of a vector or string that a field points to.
    fn vector(&self, table: usize, slot: usize) -> Option<&'f [u8]> {
        let at = self.field(table, slot)?;
        let start = at.checked_add(self.u32(at)?)?;
        let (length, data) = (self.u32(start)?, start.checked_add(4)?);
        self.0.get(data..data.checked_add(length)?)
    }
}

/// The parts of an exported function; `None` if the bytes are not one.
pub fn read_exported(bytes: &[u8]) -> Option<Exported<'_>> {
    let file = File(bytes);
    let root = file.u32(0)?;
    let module = file.vector(root, field::MODULE)?;
    if !strata_bytecode::is_bytecode(module) {
        return None;
    }
    let name = file.vector(root, field::FUNCTION_NAME).and_then(|n| std::str::from_utf8(n).ok());
    let version = file.field(root, field::CALLING_CONVENTION).and_then(|at| file.u16(at));
    Some(Exported {
        function_name: name.unwrap_or_default(),
        calling_convention: version.unwrap_or(0) as u16,
        module,
    })
}
