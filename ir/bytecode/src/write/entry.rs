//! [`EntryWriter`]: the output of a codec.
//!
//! Every attribute and type is written twice: first to find the entries that it refers to, then, when all numbers are
//! assigned, to the file.

use strata_core::{Attr, Str, Type, num::ApInt};

use super::numbering::Numbering;
use crate::Emitter;

/// Writes one attribute or type.
pub struct EntryWriter<'w> {
    pub(super) numbers: &'w mut Numbering,
    pub(super) out: &'w mut Emitter,
    /// Whether this is the first of the two times.
    pub(super) collecting: bool,
    pub(super) version: u64,
}

impl EntryWriter<'_> {
    /// The version of the format.
    pub fn version(&self) -> u64 {
        self.version
    }
    /// One byte.
    pub fn byte(&mut self, v: u8) {
        self.out.byte(v);
    }
    /// A number.
    pub fn varint(&mut self, v: u64) {
        self.out.varint(v);
    }
    /// A signed number.
    pub fn svarint(&mut self, v: i64) {
        self.out.svarint(v);
    }
    /// A length and bytes.
    pub fn blob(&mut self, bytes: &[u8]) {
        if !self.collecting {
            self.out.blob(bytes);
        }
    }
    /// A string.
    pub fn string(&mut self, bytes: &[u8]) {
        let n = self.numbers.string(bytes);
        self.out.varint(n);
    }
    /// An attribute.
    pub fn attr(&mut self, attr: Attr) {
        let n = self.numbers.attr(attr, self.collecting);
        self.out.varint(n);
    }
    /// An attribute, or none.
    pub fn attr_opt(&mut self, attr: Option<Attr>) {
        match attr {
            Some(a) => {
                let n = self.numbers.attr(a, self.collecting);
                self.out.varint_flag(n, true);
            }
            None => self.out.varint(0),
        }
    }
    /// A type.
    pub fn ty(&mut self, ty: Type) {
        let n = self.numbers.ty(ty, self.collecting);
        self.out.varint(n);
    }
    /// A list: its length and its elements.
    pub fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        self.varint(items.len() as u64);
        items.iter().for_each(|i| item(self, i));
    }
    /// An integer of known width.
    pub fn apint(&mut self, value: &ApInt) {
        let width = value.width();
        if width <= 8 {
            self.byte(value.words().first().copied().unwrap_or(0) as u8);
        } else if width <= 64 {
            self.svarint(value.as_i64().unwrap_or(0));
        } else {
            let active = (value.active_bits().div_ceil(64) as usize).max(1);
            let words = &value.words()[..active.min(value.words().len())];
            self.list(words, |w, &v| w.svarint(v as i64));
        }
    }
    /// The bits of a float of known width.
    pub fn float_bits(&mut self, bits: u128, width: u32) {
        self.apint(&ApInt::from_u128(width, bits));
    }
    /// The key of a resource of the builtin dialect.
    pub fn resource(&mut self, key: Str) {
        let n = self.numbers.resource(key);
        self.out.varint(n);
    }
}
