//! The code of a compiled program as bytes, for a later process on the same kind of processor.

use crate::cache::Key;

/// The first bytes of the form.
const MAGIC: &[u8; 8] = b"strcode2";

/// The files of a program, and the key of what they were made from: the program, its options, the processor and this build.
#[derive(Clone, Debug)]
pub struct ObjectCode {
    pub(crate) key: Key,
    pub(crate) files: Vec<Vec<u8>>,
}

impl ObjectCode {
    /// The bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.key.bytes());
        for file in &self.files {
            bytes.extend((file.len() as u64).to_le_bytes());
            bytes.extend(file);
        }
        bytes
    }

    /// Code from bytes; none if they are not of this form. The bytes are trusted to be those of [`Self::to_bytes`], as the code is run.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (key, mut rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
        let mut files = Vec::new();
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk()?;
            let (file, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            files.push(file.to_vec());
            rest = after;
        }
        Some(Self { key: Key::from_bytes(*key), files })
    }
}
