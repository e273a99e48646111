//! [`MemRef`]: a strided view of a shared buffer, with every access checked.

use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard};

use smallvec::SmallVec;

use crate::{
    Data, Elem, Num, Tensor,
    tensor::{Shape, advance, count, strides},
};

/// Strides and positions, which may be negative.
pub type Signed = SmallVec<[i64; 4]>;

/// The memory of an allocation.
#[derive(Debug, Default)]
struct Allocation {
    bytes: Vec<u8>,
    freed: bool,
}

/// An allocation, shared by all views of it.
#[derive(Clone, Debug, Default)]
pub struct Buffer(Arc<RwLock<Allocation>>);

impl Buffer {
    /// A buffer of `n` bytes `0xFF`, which is NaN in every float type, so that reads of uninitialized memory show.
    pub fn uninitialized(n: usize) -> Self {
        Self(Arc::new(RwLock::new(Allocation { bytes: vec![0xFF; n], freed: false })))
    }
    fn read(&self) -> RwLockReadGuard<'_, Allocation> {
        self.0.read().unwrap_or_else(|e| e.into_inner())
    }
    fn write(&self) -> RwLockWriteGuard<'_, Allocation> {
        self.0.write().unwrap_or_else(|e| e.into_inner())
    }
    /// Ends the life of the buffer; `false` if it had ended before.
    pub fn free(&self) -> bool {
        let mut a = self.write();
        a.bytes = Vec::new();
        !std::mem::replace(&mut a.freed, true)
    }
    /// A number that the buffer has alone among those that are there: its address.
    pub fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.read().bytes.len()
    }
    /// Whether it has no byte.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A memref value.
#[derive(Clone, Debug)]
pub struct MemRef {
    /// Element type.
    pub elem: Elem,
    /// The memory.
    pub buffer: Buffer,
    /// Byte of the buffer that offset 0 means.
    pub base: usize,
    /// Offset of the first element, in elements.
    pub offset: i64,
    /// Sizes.
    pub sizes: Shape,
    /// Strides, in elements.
    pub strides: Signed,
}

impl MemRef {
    /// A new buffer of a shape, not initialized.
    pub fn alloc(elem: Elem, sizes: &[usize]) -> Self {
        let n = count(sizes).unwrap_or(0);
        Self::over(elem, Buffer::uninitialized(n * elem.bytes()), 0, sizes)
    }
    /// A row-major view of a buffer from byte `base` on.
    pub fn over(elem: Elem, buffer: Buffer, base: usize, sizes: &[usize]) -> Self {
        let strides = strides(sizes).iter().map(|&s| s as i64).collect();
        Self { elem, buffer, base, offset: 0, sizes: sizes.into(), strides }
    }
    /// A new buffer with the elements of a tensor.
    pub fn from_tensor(t: &Tensor) -> Self {
        let m = Self::alloc(t.elem, &t.shape);
        m.buffer.write().bytes = t.data.to_le(t.elem);
        m
    }
    /// Number of elements.
    pub fn len(&self) -> usize {
        count(&self.sizes).unwrap_or(0)
    }
    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Rank.
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }
    fn byte_of(&self, index: i64) -> Result<usize, String> {
        let bytes = self.elem.bytes() as i64;
        let at = index.checked_mul(bytes).and_then(|b| b.checked_add(self.base as i64));
        at.and_then(|b| usize::try_from(b).ok())
            .ok_or_else(|| format!("accesses element {index} of its buffer"))
    }
    /// The element number in the buffer of a position; an error when the position lies outside.
    pub fn index_of(&self, pos: &[i64]) -> Result<i64, String> {
        if pos.len() != self.rank() {
            return Err(format!("{} indices for a memref of rank {}", pos.len(), self.rank()));
        }
        let mut at = self.offset;
        for ((&p, &n), &s) in pos.iter().zip(&self.sizes).zip(&self.strides) {
            if p < 0 || p as usize >= n {
                return Err(format!("index {p} is out of bounds of a dimension of size {n}"));
            }
            at = p.checked_mul(s).and_then(|o| at.checked_add(o)).ok_or("address overflows")?;
        }
        Ok(at)
    }
    /// The part at a position in the first dimensions.
    pub fn part(&self, pos: &[i64]) -> Result<MemRef, String> {
        let n = pos.len().min(self.rank());
        let (outer, inner) = self.sizes.split_at(n);
        let head = MemRef { sizes: outer.into(), strides: self.strides[..n].into(), ..self.clone() };
        let offset = head.index_of(pos)?;
        Ok(MemRef { offset, sizes: inner.into(), strides: self.strides[n..].into(), ..self.clone() })
    }
    /// Reads the element at a position.
    pub fn load(&self, pos: &[i64]) -> Result<Num, String> {
        self.load_index(self.index_of(pos)?)
    }
    /// Reads the element with a number in the buffer, which may be outside of the memref.
    pub fn load_index(&self, index: i64) -> Result<Num, String> {
        let at = self.byte_of(index)?;
        let a = self.buffer.read();
        match a.bytes.get(at..at + self.elem.bytes()) {
            Some(b) => Ok(Num::from_le(self.elem, b)),
            None => Err(outside(a.freed)),
        }
    }
    /// Writes the element at a position.
    pub fn store(&self, pos: &[i64], num: Num) -> Result<(), String> {
        self.store_index(self.index_of(pos)?, num)
    }
    /// Writes the element with a number in the buffer, which may be outside of the memref.
    pub fn store_index(&self, index: i64, num: Num) -> Result<(), String> {
        let at = self.byte_of(index)?;
        let mut a = self.buffer.write();
        let freed = a.freed;
        match a.bytes.get_mut(at..at + self.elem.bytes()) {
            Some(slot) => {
                put(slot, self.elem, num);
                Ok(())
            }
            None => Err(outside(freed)),
        }
    }
    /// Calls `f` with the element number of every position in row-major order.
    fn each_index(&self, mut f: impl FnMut(i64) -> Result<(), String>) -> Result<(), String> {
        if self.sizes.contains(&0) {
            return Ok(());
        }
        let mut pos: Shape = SmallVec::from_elem(0, self.rank());
        loop {
            let at = pos.iter().zip(&self.strides).try_fold(self.offset, |at, (&p, &s)| {
                (p as i64).checked_mul(s).and_then(|o| at.checked_add(o))
            });
            f(at.ok_or("address overflows")?)?;
            if !advance(&mut pos, &self.sizes) {
                return Ok(());
            }
        }
    }
    /// The bytes of all elements, if they lie one after the other in row-major order.
    fn whole(&self) -> Option<std::ops::Range<usize>> {
        let mut step = 1i64;
        for (&size, &stride) in self.sizes.iter().zip(&self.strides).rev() {
            if size != 1 && stride != step {
                return None;
            }
            step = step.checked_mul(i64::try_from(size).ok()?)?;
        }
        let start = self.byte_of(self.offset).ok()?;
        Some(start..start.checked_add(count(&self.sizes)?.checked_mul(self.elem.bytes())?)?)
    }
    /// All elements in row-major order.
    pub fn to_tensor(&self) -> Result<Tensor, String> {
        let a = self.buffer.read();
        let n = self.elem.bytes();
        if let Some(bytes) = self.whole().and_then(|at| a.bytes.get(at)) {
            return Ok(Tensor::new(self.elem, self.sizes.clone(), Data::from_le(self.elem, bytes)));
        }
        let mut bytes = Vec::with_capacity(self.len() * n);
        self.each_index(|i| {
            let at = self.byte_of(i)?;
            bytes.extend(a.bytes.get(at..at + n).ok_or_else(|| outside(a.freed))?);
            Ok(())
        })?;
        Ok(Tensor::new(self.elem, self.sizes.clone(), Data::from_le(self.elem, &bytes)))
    }
    /// Writes all elements, given in row-major order.
    pub fn fill_from(&self, data: &Data) -> Result<(), String> {
        if data.len() != self.len() {
            return Err(format!("{} elements for a memref of {}", data.len(), self.len()));
        }
        let mut a = self.buffer.write();
        let freed = a.freed;
        if let Some(bytes) = self.whole().and_then(|at| a.bytes.get_mut(at)) {
            bytes.copy_from_slice(&data.to_le(self.elem));
            return Ok(());
        }
        let (n, mut k) = (self.elem.bytes(), 0);
        self.each_index(|i| {
            let at = self.byte_of(i)?;
            let slot = a.bytes.get_mut(at..at + n).ok_or_else(|| outside(freed))?;
            put(slot, self.elem, data.get(k));
            k += 1;
            Ok(())
        })
    }
    /// Whether two memrefs look at one allocation.
    pub fn same_buffer(&self, other: &MemRef) -> bool {
        Arc::ptr_eq(&self.buffer.0, &other.buffer.0)
    }
}

fn outside(freed: bool) -> String {
    if freed {
        "accesses a buffer that was deallocated".into()
    } else {
        "accesses memory outside of its buffer".into()
    }
}

fn put(slot: &mut [u8], elem: Elem, num: Num) {
    match num {
        Num::C32(_) | Num::C64(_) => {
            let mut bytes = Vec::with_capacity(16);
            num.to_le(elem, &mut bytes);
            slot.copy_from_slice(&bytes[..slot.len()]);
        }
        _ => {
            let bytes = num.bits(elem).to_le_bytes();
            slot.copy_from_slice(&bytes[..slot.len()]);
        }
    }
}
