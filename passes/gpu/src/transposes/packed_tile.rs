//! Tiles for elements of 8 and 16 bits: each word of shared memory packs elements of several rows and one column, so that threads read 16
//! bytes of rows and write 16 bytes of columns.
//!
//! The words of a column are 128 bytes of shared memory; chunk `i` of 16 bytes of column `c` is at `i ^ (c / n)`, where `n` is the number
//! of elements of 16 bytes. So neither the stores nor the loads of a warp have bank conflicts.

use strata_arith::{AndIOp, MinUIOp, XOrIOp, constant_index};
use strata_gpu::AddressSpace;
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_memref::{StoreOp, layout};
use strata_passes_analysis::{
    buffer_alias::is_memref,
    index_arith::{add, add_const, mask, shift, times},
};
use strata_vector::{BitCastOp, ExtractOp, FromElementsOp};

use super::Transpose;
use crate::{
    launch::only_if,
    vector_access::{begins_at_multiple, element_bits, is_aligned},
};

/// Words of a column in a tile.
const COLUMN_WORDS: i64 = 32;
/// Pieces of 16 bytes of a column, and of a row.
const PIECES: i64 = 8;
/// Words of 16 bytes.
const FOUR: i64 = 4;
/// The largest number of ops of a payload, which is copied for each element of a thread.
const LONGEST: usize = 16;

/// A tile of words.
pub(super) struct PackedTile {
    /// Rows whose elements are in one word.
    rows: i64,
    /// Elements of 16 bytes.
    chunk: i64,
    /// Elements of one load, and of one store.
    read: i64,
    write: i64,
}

/// The position of a thread: its rows and columns when it reads, its columns and rows when it writes.
struct Place {
    piece: Value,
    word: Value,
}

impl PackedTile {
    /// The tile for an op, if its elements are narrow and lie together.
    pub(super) fn for_transpose(b: &Body, t: &Transpose) -> Option<Self> {
        let bits =
            element_bits(b, t.nest.operands[*t.tiled.first()?]).filter(|bits| matches!(bits, 8 | 16))?;
        let bits = i64::from(bits);
        let own = t.tiled.iter().copied().chain(t.nest.inits.clone());
        let same = own.clone().all(|i| element_bits(b, t.nest.operands[i]).map(i64::from) == Some(bits));
        let (rows, chunk) = (32 / bits, 128 / bits);
        let half = rows * COLUMN_WORDS / 2;
        let long = t.sizes[t.fast] < half || t.sizes[t.last()] < half;
        if !same || long || b.block_ops(t.nest.payload).count() > LONGEST {
            return None;
        }
        let mut read = chunk;
        for &i in &t.tiled {
            read = together(b, t, i, read)?;
        }
        let mut write = chunk;
        for i in (0..t.nest.operands.len()).filter(|&i| t.is_along_last(b, i)) {
            write = together(b, t, i, write)?;
        }
        // Other inputs are loop-invariant within a piece.
        let fixed =
            |i: usize| t.tiled.contains(&i) || t.is_along_last(b, i) || !t.dims[i].contains(&t.last());
        let words = (0..t.nest.operands.len()).all(fixed) && read.min(write) * bits >= 32;
        words.then_some(Self { rows, chunk, read, write })
    }

    /// Rows and columns of a tile.
    pub(super) fn side(&self) -> i64 {
        COLUMN_WORDS * self.rows
    }

    /// The type of a tile in shared memory.
    pub(super) fn buffer(&self, cx: &Context) -> Type {
        AddressSpace::Workgroup.memref(cx, &[self.side(), COLUMN_WORDS], cx.i32())
    }

    /// Emits the code of a thread; the tile of its block begins at `first`.
    pub(super) fn body(
        &self,
        t: &Transpose,
        b: &mut Builder<'_>,
        buffers: &[Value],
        first: &[Value],
        thread: Value,
        shared: &[Value],
    ) -> Result<(), String> {
        let me = Place { piece: mask(b, thread, PIECES - 1), word: shift(b, thread, PIECES) };
        let elements: Vec<Vec<Vec<Value>>> =
            t.tiled.iter().map(|&i| self.read(t, b, (i, buffers[i]), first, &me)).collect();
        for (rows, &tile) in elements.iter().zip(shared) {
            self.share(b, rows, tile, &me);
        }
        strata_gpu::BarrierOp::build(b);
        for i in 0..self.rows {
            self.write(t, b, buffers, first, (&me, i), shared)?;
        }
        Ok(())
    }

    /// The elements of an operand that a thread reads: 16 bytes of each of its rows.
    fn read(
        &self,
        t: &Transpose,
        b: &mut Builder<'_>,
        (i, buffer): (usize, Value),
        first: &[Value],
        me: &Place,
    ) -> Vec<Vec<Value>> {
        let (fast, last) = (t.fast, t.last());
        let row = times(b, me.word, self.rows);
        let column = times(b, me.piece, self.chunk);
        let mut coords = first.to_vec();
        let mut rows = Vec::new();
        for k in 0..self.rows {
            let row = add_const(b, row, k);
            coords[last] = self.within(b, t, last, (first[last], row), 1);
            let mut elements = Vec::new();
            for k in (0..self.chunk).step_by(self.read as usize) {
                let column = add_const(b, column, k);
                coords[fast] = self.within(b, t, fast, (first[fast], column), self.read);
                let at: Vec<Value> = t.dims[i].iter().map(|&g| coords[g]).collect();
                elements.extend(load(b, buffer, &at, self.read));
            }
            rows.push(elements);
        }
        rows
    }

    /// A position, clamped to the last one with `n` elements inside of the dimension.
    fn within(
        &self,
        b: &mut Builder<'_>,
        t: &Transpose,
        g: usize,
        (first, by): (Value, Value),
        n: i64,
    ) -> Value {
        let at = add(b, first, by);
        if t.sizes[g] % self.side() == 0 {
            return at;
        }
        let end = constant_index(b, t.sizes[g] - n);
        MinUIOp::build(b, at, end)
    }

    /// Stores the elements that a thread has read in shared memory, those of each column as a word.
    fn share(&self, b: &mut Builder<'_>, rows: &[Vec<Value>], tile: Value, me: &Place) {
        let column = times(b, me.piece, self.chunk);
        let piece = shift(b, me.word, FOUR);
        let at = self.swizzled(b, piece, me.piece);
        let rest = mask(b, me.word, FOUR - 1);
        let at = add(b, at, rest);
        for k in 0..self.chunk {
            let elements: Vec<Value> = rows.iter().map(|row| row[k as usize]).collect();
            let ty = b.cx().vector(&[self.rows], b.ty(elements[0]));
            let together = FromElementsOp::build(b, &elements, ty);
            let ty = b.cx().vector(&[1], b.cx().i32());
            let word = BitCastOp::build(b, together, ty);
            let word = ExtractOp::create(b, word, &[0.into()]);
            let column = add_const(b, column, k);
            StoreOp::create(b, word, tile, &[column, at]);
        }
    }

    /// The first word of a piece of a column; `of_columns` is the index of the piece that the column is in.
    fn swizzled(&self, b: &mut Builder<'_>, piece: Value, of_columns: Value) -> Value {
        let at = XOrIOp::build(b, piece, of_columns);
        times(b, at, FOUR)
    }

    /// Computes and writes 16 bytes of the thread's column `i`.
    fn write(
        &self,
        t: &Transpose,
        b: &mut Builder<'_>,
        buffers: &[Value],
        first: &[Value],
        (me, i): (&Place, i64),
        shared: &[Value],
    ) -> Result<(), String> {
        let (fast, last) = (t.fast, t.last());
        let column = add_const(b, me.word, i * COLUMN_WORDS);
        let of_columns = shift(b, column, self.chunk);
        let at = self.swizzled(b, me.piece, of_columns);
        let words = b.cx().vector(&[FOUR], b.cx().i32());
        let align = b.cx().i64_attr(16);
        let mut tiles = Vec::new();
        for (&tile, &i) in shared.iter().zip(&t.tiled) {
            let four = strata_vector::LoadOp::build(b, tile, &[column, at], None, Some(align), words);
            let elem = b.cx().elem_or_self(b.ty(buffers[i]));
            let ty = b.cx().vector(&[self.chunk], elem);
            tiles.push(BitCastOp::build(b, four, ty));
        }
        let row = times(b, me.piece, self.chunk);
        let mut coords = first.to_vec();
        coords[fast] = add(b, first[fast], column);
        let column = t.is_inside(b, fast, coords[fast], self.side());
        for k in (0..self.chunk).step_by(self.write as usize) {
            let row = add_const(b, row, k);
            coords[last] = add(b, first[last], row);
            let row = t.is_inside(b, last, coords[last], self.side());
            let inside = match (column, row) {
                (Some(x), Some(y)) => Some(AndIOp::build(b, x, y)),
                (x, y) => x.or(y),
            };
            only_if(b, inside, |b| self.piece(t, b, buffers, &coords, (&tiles, k)))?;
        }
        Ok(())
    }

    /// Computes and writes the elements of one store, from element `from` of the tiles' 16 bytes on.
    fn piece(
        &self,
        t: &Transpose,
        b: &mut Builder<'_>,
        buffers: &[Value],
        coords: &[Value],
        (tiles, from): (&[Value], i64),
    ) -> Result<(), String> {
        let position = |i: usize| -> Vec<Value> { t.dims[i].iter().map(|&g| coords[g]).collect() };
        let mut inputs: Vec<Vec<Value>> = Vec::new();
        for (i, &v) in buffers.iter().enumerate() {
            let values = if !b.has_uses(b.block_args(t.nest.payload)[i]) {
                Vec::new()
            } else if let Some(k) = t.tiled.iter().position(|&x| x == i) {
                (from..from + self.write).map(|e| ExtractOp::create(b, tiles[k], &[e.into()])).collect()
            } else if t.is_along_last(b, i) {
                load(b, v, &position(i), self.write)
            } else {
                vec![t.load(b, v, &position(i)); self.write as usize]
            };
            inputs.push(values);
        }
        let mut results: Vec<Vec<Value>> = vec![Vec::new(); t.nest.inits.len()];
        let mut coords = coords.to_vec();
        let start = coords[t.last()];
        for e in 0..self.write {
            coords[t.last()] = add_const(b, start, e);
            let args: Vec<Option<Value>> = inputs.iter().map(|v| v.get(e as usize).copied()).collect();
            for (all, v) in results.iter_mut().zip(t.compute(b, &args, &coords)?) {
                all.push(v);
            }
        }
        for (i, values) in t.nest.inits.clone().zip(results) {
            let (ty, align) = vector(b, buffers[i], self.write);
            let v = FromElementsOp::build(b, &values, ty);
            strata_vector::StoreOp::build(b, v, buffers[i], &position(i), None, Some(align));
        }
        Ok(())
    }
}

impl Transpose {
    /// Whether an operand is a buffer that is contiguous along the output's fastest dimension.
    fn is_along_last(&self, b: &Body, i: usize) -> bool {
        let used = self.nest.inits.contains(&i) || b.has_uses(b.block_args(self.nest.payload)[i]);
        used && is_memref(b, self.nest.operands[i]) && self.dims[i].last() == Some(&self.last())
    }
}

/// The bytes of shared memory of a tile for elements of `bits` bits.
pub(super) fn bytes(bits: u32) -> i64 {
    COLUMN_WORDS * 4 * COLUMN_WORDS * 32 / i64::from(bits)
}

/// The number of an operand's elements that one access can read or write at each multiple of their number, at most `most`.
fn together(b: &Body, t: &Transpose, i: usize, mut most: i64) -> Option<i64> {
    let v = t.nest.operands[i];
    let strided = layout::strides(b.cx(), b.ty(v))?;
    let (&one, outer) = strided.strides.split_last()?;
    let size = t.sizes[*t.dims[i].last()?];
    // Of an identity layout only dimensions of size one may have other strides, which do not matter.
    let plain = b.cx().type_as::<MemRefType>(b.ty(v))?.layout.is_none();
    let fits = |n: i64| {
        let strides = plain || outer.iter().all(|&s| s != DYNAMIC && s % n == 0);
        size % n == 0 && strides && begins_at_multiple(b, v, n)
    };
    while most > 1 && !fits(most) {
        most /= 2;
    }
    (one == 1 && element_bits(b, v).is_some() && is_aligned(b, v)).then_some(most)
}

/// The type of neighbouring elements, and the alignment of one access.
fn vector(b: &Builder<'_>, v: Value, n: i64) -> (Type, Attr) {
    let bytes = n * i64::from(element_bits(b, v).unwrap_or(8) / 8);
    (b.cx().vector(&[n], b.cx().elem_or_self(b.ty(v))), b.cx().i64_attr(bytes.min(16)))
}

/// Neighbouring elements of a buffer.
fn load(b: &mut Builder<'_>, v: Value, at: &[Value], n: i64) -> Vec<Value> {
    let (ty, align) = vector(b, v, n);
    let all = strata_vector::LoadOp::build(b, v, at, None, Some(align), ty);
    (0..n).map(|i| ExtractOp::create(b, all, &[i.into()])).collect()
}
