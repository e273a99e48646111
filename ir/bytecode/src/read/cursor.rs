//! [`Cursor`]: the primitive encodings, read with checks.

use strata_core::Location;

use crate::format::section;

/// An error message with its place: a byte of the file or an op.
#[derive(Debug)]
pub struct ReadError(pub(crate) Box<(String, Place)>);

/// Where an error is.
#[derive(Debug)]
pub(crate) enum Place {
    /// At a byte of the file.
    Byte(usize),
    /// In the decoded IR, at a location of an op.
    Op(Location),
}

/// Result of reading.
pub type ReadResult<T> = Result<T, ReadError>;

/// A position in a part of a file.
#[derive(Clone)]
pub struct Cursor<'f> {
    bytes: &'f [u8],
    pos: usize,
    /// Where `bytes` start in the file.
    base: usize,
}

impl<'f> Cursor<'f> {
    /// At the start of `bytes`, which are the bytes of the file from `base` on.
    pub fn new(bytes: &'f [u8], base: usize) -> Self {
        Self { bytes, pos: 0, base }
    }
    /// An error here.
    #[cold]
    pub fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError(Box::new((message.into(), Place::Byte(self.offset()))))
    }
    /// An error of an op.
    #[cold]
    pub(crate) fn error_at(&self, loc: Location, message: String) -> ReadError {
        ReadError(Box::new((message, Place::Op(loc))))
    }
    /// Position in the file.
    pub fn offset(&self) -> usize {
        self.base + self.pos
    }
    /// Number of bytes that are left.
    pub fn remaining(&self) -> usize {
        self.bytes.len() - self.pos
    }
    /// Whether no byte is left.
    pub fn at_end(&self) -> bool {
        self.pos == self.bytes.len()
    }
    /// One byte.
    #[inline(always)]
    pub fn byte(&mut self) -> ReadResult<u8> {
        match self.bytes.get(self.pos) {
            Some(&b) => {
                self.pos += 1;
                Ok(b)
            }
            None => Err(self.too_short(1)),
        }
    }
    #[cold]
    fn too_short(&self, wanted: u64) -> ReadError {
        let left = self.remaining();
        self.error(format!("attempting to read {wanted} bytes when only {left} remain"))
    }
    /// Reads `n` bytes.
    pub fn take(&mut self, n: u64) -> ReadResult<&'f [u8]> {
        if n > self.remaining() as u64 {
            return Err(self.too_short(n));
        }
        let bytes = &self.bytes[self.pos..self.pos + n as usize];
        self.pos += n as usize;
        Ok(bytes)
    }
    /// Reads `n` bytes as a cursor of their own.
    pub fn part(&mut self, n: u64) -> ReadResult<Cursor<'f>> {
        let base = self.offset();
        Ok(Cursor::new(self.take(n)?, base))
    }
    /// A number.
    #[inline(always)]
    pub fn varint(&mut self) -> ReadResult<u64> {
        match self.bytes.get(self.pos) {
            Some(&b) if b & 1 != 0 => {
                self.pos += 1;
                Ok(u64::from(b >> 1))
            }
            Some(&b) => self.long_varint(b),
            None => Err(self.too_short(1)),
        }
    }
    fn long_varint(&mut self, first: u8) -> ReadResult<u64> {
        if let (1.., Some(bytes)) = (first, self.bytes[self.pos..].first_chunk::<8>()) {
            // The bytes after the number are in the part of the word that is shifted out.
            let n = first.trailing_zeros() + 1;
            self.pos += n as usize;
            return Ok((u64::from_le_bytes(*bytes) << (64 - 8 * n)) >> (64 - 7 * n));
        }
        if first == 0 {
            let bytes = self.take(9)?;
            let mut value = [0; 8];
            value.copy_from_slice(&bytes[1..]);
            return Ok(u64::from_le_bytes(value));
        }
        let n = first.trailing_zeros() as usize + 1;
        let mut value = [0; 8];
        value[..n].copy_from_slice(self.take(n as u64)?);
        Ok(u64::from_le_bytes(value) >> n)
    }
    /// A number and a flag.
    pub fn varint_flag(&mut self) -> ReadResult<(u64, bool)> {
        let v = self.varint()?;
        Ok((v >> 1, v & 1 != 0))
    }
    /// A signed number.
    pub fn svarint(&mut self) -> ReadResult<i64> {
        let v = self.varint()?;
        Ok((v >> 1) as i64 ^ -((v & 1) as i64))
    }
    /// A count of items that take at least one byte each, so it must not exceed the remaining bytes.
    #[inline(always)]
    pub fn count(&mut self) -> ReadResult<usize> {
        let n = self.varint()?;
        self.checked_count(n)
    }
    /// Checks a number of things that take at least one byte each.
    #[inline(always)]
    pub fn checked_count(&self, n: u64) -> ReadResult<usize> {
        if n > self.remaining() as u64 { Err(self.too_long(n)) } else { Ok(n as usize) }
    }
    #[cold]
    fn too_long(&self, n: u64) -> ReadError {
        let left = self.remaining();
        self.error(format!("a list of {n} elements is longer than the {left} bytes that remain"))
    }
    /// A length and bytes.
    pub fn blob(&mut self) -> ReadResult<&'f [u8]> {
        let n = self.varint()?;
        self.take(n)
    }
    /// Bytes that end with a zero, without it.
    pub fn cstr(&mut self) -> ReadResult<&'f [u8]> {
        let rest = &self.bytes[self.pos..];
        match rest.iter().position(|&b| b == 0) {
            Some(n) => {
                self.pos += n + 1;
                Ok(&rest[..n])
            }
            None => Err(self.error("malformed null-terminated string, no null character found")),
        }
    }
    /// Skips padding up to a multiple of `align` in the file.
    pub fn align(&mut self, align: u64) -> ReadResult<()> {
        if !align.is_power_of_two() {
            return Err(self.error("expected alignment to be a power-of-two"));
        }
        while self.offset() as u64 & (align - 1) != 0 {
            if self.byte()? != section::PADDING {
                return Err(self.error("expected alignment byte (0xCB)"));
            }
        }
        Ok(())
    }
    /// A section: its identifier and its data.
    pub fn section(&mut self) -> ReadResult<(u8, Cursor<'f>)> {
        let id = self.byte()?;
        let length = self.varint()?;
        if id & section::ALIGNED != 0 {
            let align = self.varint()?;
            self.align(align)?;
        }
        let id = id & !section::ALIGNED;
        if usize::from(id) >= section::COUNT {
            return Err(self.error(format!("invalid section ID: {id}")));
        }
        Ok((id, self.part(length)?))
    }
}
