//! [`Emitter`]: the primitive encodings, written.

use crate::format::section;

/// A growing buffer of encoded data.
#[derive(Default)]
pub struct Emitter {
    /// The bytes written so far.
    pub out: Vec<u8>,
}

impl Emitter {
    /// One byte.
    pub fn byte(&mut self, v: u8) {
        self.out.push(v);
    }
    /// A number in one to nine bytes: the zeros at the low end of the first byte count the bytes that follow.
    #[inline]
    pub fn varint(&mut self, v: u64) {
        if v >> 7 == 0 {
            self.out.push((v << 1 | 1) as u8);
            return;
        }
        match (2..=8).find(|n| v >> (7 * n) == 0) {
            Some(n) => {
                let bits = (v << 1 | 1) << (n - 1);
                self.out.extend_from_slice(&bits.to_le_bytes()[..n]);
            }
            None => {
                self.out.push(0);
                self.out.extend_from_slice(&v.to_le_bytes());
            }
        }
    }
    /// A number and a flag.
    pub fn varint_flag(&mut self, v: u64, flag: bool) {
        self.varint(v << 1 | u64::from(flag));
    }
    /// A signed number: zigzag, so that small negative ones are short.
    pub fn svarint(&mut self, v: i64) {
        self.varint((v << 1) as u64 ^ (v >> 63) as u64);
    }
    /// A length and bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        self.varint(bytes.len() as u64);
        self.out.extend_from_slice(bytes);
    }
    /// Bytes and a zero.
    pub fn cstr(&mut self, bytes: &[u8]) {
        self.out.extend_from_slice(bytes);
        self.out.push(0);
    }
    /// A section whose data needs no alignment.
    pub fn section(&mut self, id: u8, data: &[u8]) {
        self.byte(id);
        self.varint(data.len() as u64);
        self.out.extend_from_slice(data);
    }
    /// A section whose data starts at a multiple of `align`, a power of two.
    pub fn aligned_section(&mut self, id: u8, data: &[u8], align: usize) {
        if align <= 1 {
            return self.section(id, data);
        }
        self.byte(id | section::ALIGNED);
        self.varint(data.len() as u64);
        self.varint(align as u64);
        self.align(align);
        self.out.extend_from_slice(data);
    }
    /// Fills up to a multiple of `align`.
    pub fn align(&mut self, align: usize) {
        let end = self.out.len().next_multiple_of(align.max(1));
        self.out.resize(end, section::PADDING);
    }
}
