//! [`Writer`]: the subset of FlatBuffers that files of `jax.export` need.
//!
//! A table begins with the distance to its vtable, which lists the offsets of its fields; an object that a field refers to follows the
//! table, and the field is the distance to it.

/// Writes an object and returns its start.
pub(crate) type Make<'a> = &'a dyn Fn(&mut Writer) -> usize;

/// A field of a table.
pub(crate) enum Field<'a> {
    Byte(u8),
    Short(u16),
    Int(u32),
    /// A reference to an object behind the table.
    Ref(Make<'a>),
}

impl Field<'_> {
    fn size(&self) -> usize {
        match self {
            Field::Byte(_) => 1,
            Field::Short(_) => 2,
            Field::Int(_) | Field::Ref(_) => 4,
        }
    }
}

/// A growing buffer. The caller ensures that it stays below 2 GiB.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A file with this root table.
    pub(crate) fn file(root: Make<'_>) -> Vec<u8> {
        let mut w = Writer::default();
        w.refer(&[root]);
        w.bytes
    }
    fn begin(&mut self) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.bytes.len()
    }
    fn short(&mut self, v: u16) {
        self.bytes.extend_from_slice(&v.to_le_bytes());
    }
    fn int(&mut self, v: u32) {
        self.bytes.extend_from_slice(&v.to_le_bytes());
    }
    /// Writes distances, followed by the objects that they refer to.
    fn refer(&mut self, targets: &[Make<'_>]) {
        let start = self.bytes.len();
        targets.iter().for_each(|_| self.int(0));
        for (i, make) in targets.iter().enumerate() {
            let hole = start + 4 * i;
            let target = make(self);
            self.put(hole, target);
        }
    }
    fn put(&mut self, hole: usize, target: usize) {
        self.bytes[hole..hole + 4].copy_from_slice(&((target - hole) as u32).to_le_bytes());
    }

    /// Writes a table with these fields, given by slot.
    pub(crate) fn table(&mut self, fields: &[(usize, Field<'_>)]) -> usize {
        let slots = fields.iter().map(|f| f.0 + 1).max().unwrap_or(0);
        let mut order: Vec<&(usize, Field<'_>)> = fields.iter().collect();
        // The largest fields first, so that none needs padding.
        order.sort_by_key(|f| std::cmp::Reverse(f.1.size()));
        let mut offsets = vec![0; slots];
        let mut size = 4;
        for (slot, field) in &order {
            offsets[*slot] = size;
            size += field.size();
        }
        self.begin();
        if slots % 2 == 1 {
            self.short(0);
        }
        let list = self.bytes.len();
        self.short(4 + 2 * slots as u16);
        self.short(size as u16);
        offsets.iter().for_each(|&o| self.short(o as u16));
        let table = self.bytes.len();
        self.int((table - list) as u32);
        let mut refs = Vec::new();
        for (_, field) in order {
            match field {
                Field::Byte(v) => self.bytes.push(*v),
                Field::Short(v) => self.short(*v),
                Field::Int(v) => self.int(*v),
                Field::Ref(make) => {
                    refs.push((self.bytes.len(), make));
                    self.int(0);
                }
            }
        }
        for (hole, make) in refs {
            let target = make(self);
            self.put(hole, target);
        }
        table
    }
    /// A vector of tables, strings or vectors.
    pub(crate) fn list(&mut self, items: &[Make<'_>]) -> usize {
        let at = self.begin();
        self.int(items.len() as u32);
        self.refer(items);
        at
    }
    /// A vector of bytes.
    pub(crate) fn blob(&mut self, bytes: &[u8]) -> usize {
        let at = self.begin();
        self.int(bytes.len() as u32);
        self.bytes.extend_from_slice(bytes);
        at
    }
    /// A string.
    pub(crate) fn string(&mut self, text: &str) -> usize {
        let at = self.blob(text.as_bytes());
        self.bytes.push(0);
        at
    }
    /// A vector of 16-bit numbers.
    pub(crate) fn shorts(&mut self, values: &[u16]) -> usize {
        let at = self.begin();
        self.int(values.len() as u32);
        values.iter().for_each(|&v| self.short(v));
        at
    }
    /// A vector of 32-bit numbers.
    pub(crate) fn ints(&mut self, values: &[u32]) -> usize {
        let at = self.begin();
        self.int(values.len() as u32);
        values.iter().for_each(|&v| self.int(v));
        at
    }
}
