//! [`Layout`]: where the elements of a shape lie in a vector, and moving whole rows of them.
//!
//! Contiguous dimensions are merged first, so that most copies are a few long rows: the innermost loop is over a slice,
//! over equal elements, or over elements at a constant distance.

use smallvec::SmallVec;

use crate::shape::count;

/// Positions of a shape in a vector: element `p` is number `offset + strides · p`.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Sizes and strides, without dimensions of size 1, with contiguous neighbours merged.
    dims: SmallVec<[(usize, isize); 4]>,
    offset: isize,
    /// Number of elements.
    n: usize,
}

/// Rows and columns that a transposition moves at a time, so that both sides stay in the nearest cache.
const TILE: usize = 16;

impl Layout {
    /// A layout by the sizes and the strides of all dimensions.
    pub fn new(shape: &[usize], strides: impl IntoIterator<Item = isize>, offset: isize) -> Self {
        let mut dims: SmallVec<[(usize, isize); 4]> = SmallVec::new();
        for (&size, stride) in shape.iter().zip(strides) {
            if size == 1 {
                continue;
            }
            match dims.last_mut() {
                Some(last) if last.1 == stride.wrapping_mul(size as isize) => {
                    *last = (last.0.saturating_mul(size), stride);
                }
                _ => dims.push((size, stride)),
            }
        }
        Self { dims, offset, n: count(shape).unwrap_or(0) }
    }
    /// The same for strides that are not negative.
    pub fn strided(shape: &[usize], strides: &[usize], offset: usize) -> Self {
        Self::new(shape, strides.iter().map(|&s| s as isize), offset as isize)
    }
    /// Number of elements.
    pub fn n_elements(&self) -> usize {
        self.n
    }
    /// Whether the layout is a whole vector of `len` elements in order.
    pub fn is_whole(&self, len: usize) -> bool {
        self.n == len
            && self.offset == 0
            && match self.dims[..] {
                [] => true,
                [(_, stride)] => stride == 1,
                _ => false,
            }
    }
    /// Whether every element lies inside of a vector of `len` elements.
    fn lies_in(&self, len: usize) -> bool {
        let (mut low, mut high) = (self.offset as i128, self.offset as i128);
        for &(size, stride) in &self.dims {
            let reach = (size as i128 - 1) * stride as i128;
            low += reach.min(0);
            high += reach.max(0);
        }
        self.n == 0 || low >= 0 && high < len as i128
    }
    /// Calls `f` with the place of the first element of every innermost row, in row-major order.
    #[inline]
    fn rows(&self, mut f: impl FnMut(isize)) {
        let outer = &self.dims[..self.dims.len().saturating_sub(1)];
        let mut pos: SmallVec<[usize; 4]> = SmallVec::from_elem(0, outer.len());
        let mut at = self.offset;
        'rows: loop {
            f(at);
            for (p, &(size, stride)) in pos.iter_mut().zip(outer).rev() {
                *p += 1;
                at += stride;
                if *p < size {
                    continue 'rows;
                }
                at -= stride * size as isize;
                *p = 0;
            }
            return;
        }
    }
    /// The elements in row-major order; `None` if some lie outside of the vector.
    pub fn read<T: Copy>(&self, from: &[T]) -> Option<Vec<T>> {
        if self.n == 0 {
            return Some(Vec::new());
        }
        if !self.lies_in(from.len()) {
            return None;
        }
        let (size, stride) = self.dims.last().copied().unwrap_or((1, 1));
        if let [outer @ .., (rows, 1), (columns, stride)] = &self.dims[..]
            && *stride > 1
        {
            return Some(self.read_transposed(from, outer, *rows, *columns, *stride as usize));
        }
        let mut out = Vec::with_capacity(self.n);
        match stride {
            1 => self.rows(|at| out.extend_from_slice(&from[at as usize..][..size])),
            0 => self.rows(|at| out.resize(out.len() + size, from[at as usize])),
            2.. => {
                self.rows(|at| out.extend(from[at as usize..].iter().step_by(stride as usize).take(size)));
            }
            _ => self.rows(|at| out.extend((0..size as isize).map(|k| from[(at + k * stride) as usize]))),
        }
        Some(out)
    }
    fn read_transposed<T: Copy>(
        &self,
        from: &[T],
        outer: &[(usize, isize)],
        rows: usize,
        columns: usize,
        stride: usize,
    ) -> Vec<T> {
        let mut out = vec![from[0]; self.n];
        let starts =
            Self { dims: outer.iter().copied().chain([(1, 1)]).collect(), offset: self.offset, n: self.n };
        let mut plane = 0;
        starts.rows(|at| {
            let to = &mut out[plane * rows * columns..][..rows * columns];
            for i0 in (0..rows).step_by(TILE) {
                for j0 in (0..columns).step_by(TILE) {
                    for i in i0..(i0 + TILE).min(rows) {
                        let row = &mut to[i * columns..][j0..(j0 + TILE).min(columns)];
                        let source = &from[at as usize + i + j0 * stride..];
                        for (slot, &v) in row.iter_mut().zip(source.iter().step_by(stride)) {
                            *slot = v;
                        }
                    }
                }
            }
            plane += 1;
        });
        out
    }
    /// Writes elements given in row-major order; `None`, and nothing happens, if they do not fit.
    pub fn write<T: Copy>(&self, to: &mut [T], from: &[T]) -> Option<()> {
        if from.len() != self.n || !self.lies_in(to.len()) {
            return None;
        }
        if self.n == 0 {
            return Some(());
        }
        let (size, stride) = self.dims.last().copied().unwrap_or((1, 1));
        let mut rows = from.chunks_exact(size);
        self.rows(|at| {
            let Some(row) = rows.next() else { return };
            if stride == 1 {
                to[at as usize..][..size].copy_from_slice(row);
            } else {
                row.iter().enumerate().for_each(|(k, &v)| to[(at + k as isize * stride) as usize] = v);
            }
        });
        Some(())
    }
    /// Combines every element `x`, given in row-major order, into the place that it has in this layout, where several
    /// may have the same one: `acc = f(acc, x)`, in order. `None`, and nothing happens, if they do not fit.
    pub fn fold<A: Copy, T: Copy>(&self, acc: &mut [A], from: &[T], f: impl Fn(A, T) -> A) -> Option<()> {
        self.fold_rows(acc, from, &f, |first, row| row.iter().fold(first, |a, &x| f(a, x)))
    }
    /// As [`Layout::fold`] for a function whose order of application does not matter.
    pub fn fold_any_order<T: Copy>(&self, acc: &mut [T], from: &[T], f: impl Fn(T, T) -> T) -> Option<()> {
        // Independent sums fill the registers that a single one would leave waiting.
        const LANES: usize = 16;
        self.fold_rows(acc, from, &f, |first, row| {
            let (chunks, rest) = row.as_chunks::<LANES>();
            let first = rest.iter().fold(first, |a, &x| f(a, x));
            let Some((&head, tail)) = chunks.split_first() else { return first };
            let lanes = tail.iter().fold(head, |mut lanes, chunk| {
                lanes.iter_mut().zip(chunk).for_each(|(lane, &x)| *lane = f(*lane, x));
                lanes
            });
            lanes.into_iter().fold(first, &f)
        })
    }
    #[inline]
    fn fold_rows<A: Copy, T: Copy>(
        &self,
        acc: &mut [A],
        from: &[T],
        f: &impl Fn(A, T) -> A,
        whole: impl Fn(A, &[T]) -> A,
    ) -> Option<()> {
        if from.len() != self.n || !self.lies_in(acc.len()) {
            return None;
        }
        if self.n == 0 {
            return Some(());
        }
        let (size, stride) = self.dims.last().copied().unwrap_or((1, 1));
        let mut rows = from.chunks_exact(size);
        self.rows(|at| {
            let Some(row) = rows.next() else { return };
            match stride {
                0 => acc[at as usize] = whole(acc[at as usize], row),
                1 => {
                    acc[at as usize..][..size].iter_mut().zip(row).for_each(|(slot, &x)| *slot = f(*slot, x))
                }
                _ => row.iter().enumerate().for_each(|(k, &x)| {
                    let slot = &mut acc[(at + k as isize * stride) as usize];
                    *slot = f(*slot, x);
                }),
            }
        });
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Layout;
    use crate::tensor::{StridedIndices, strides};

    /// The elements one by one.
    fn slowly(shape: &[usize], strides: &[usize], offset: usize) -> Vec<usize> {
        let mut it = StridedIndices::new(shape, strides);
        (0..shape.iter().product()).map(|_| offset + it.step()).collect()
    }

    #[test]
    fn reads_and_writes_what_single_steps_do() {
        let numbers: Vec<usize> = (0..4000).collect();
        let cases: &[(&[usize], &[usize], usize)] = &[
            (&[], &[], 7),
            (&[5], &[0], 3),
            (&[3, 4], &[4, 1], 0),
            (&[3, 4], &[10, 2], 1),
            (&[4, 3], &[1, 4], 0),
            (&[2, 37, 21], &[1000, 1, 40], 5),
            (&[2, 1, 3, 2], &[0, 9, 2, 1], 0),
            (&[3, 0, 2], &[1, 1, 1], 0),
            (&[2, 3, 4], &[1, 2, 6], 0),
        ];
        for &(shape, strides, offset) in cases {
            let layout = Layout::strided(shape, strides, offset);
            let wanted = slowly(shape, strides, offset);
            assert_eq!(layout.read(&numbers).as_ref(), Some(&wanted), "{shape:?} {strides:?}");
            let marks: Vec<usize> = (0..wanted.len()).map(|k| 10_000 + k).collect();
            let (mut fast, mut slow) = (numbers.clone(), numbers.clone());
            layout.write(&mut fast, &marks).unwrap();
            wanted.iter().zip(&marks).for_each(|(&at, &m)| slow[at] = m);
            assert_eq!(fast, slow, "{shape:?} {strides:?}");
        }
    }

    #[test]
    fn folds_in_order() {
        let numbers: Vec<i64> = (1..=24).collect();
        for to in [[0, 4, 1], [6, 0, 1], [3, 1, 0], [0, 0, 1], [1, 0, 0], [0, 0, 0]] {
            let layout = Layout::strided(&[2, 3, 4], &to, 0);
            let (mut fast, mut any, mut slow) = (vec![1i64; 24], vec![1i64; 24], vec![1i64; 24]);
            let step = |a: i64, x: i64| a.wrapping_mul(31).wrapping_add(x);
            layout.fold(&mut fast, &numbers, step).unwrap();
            layout.fold_any_order(&mut any, &numbers, |a, x| a + x).unwrap();
            for (&x, at) in numbers.iter().zip(slowly(&[2, 3, 4], &to, 0)) {
                slow[at] = step(slow[at], x);
            }
            assert_eq!(fast, slow, "{to:?}");
            assert_eq!(any.iter().sum::<i64>(), 24 + 300);
        }
    }

    #[test]
    fn what_lies_outside_is_refused() {
        let v = [1, 2, 3, 4, 5, 6];
        assert_eq!(Layout::strided(&[2, 3], &strides(&[2, 3]), 1).read(&v), None);
        assert_eq!(Layout::new(&[3], [-2], 4).read(&v), Some(vec![5, 3, 1]));
        assert_eq!(Layout::new(&[3], [-2], 3).read(&v), None);
        assert_eq!(Layout::strided(&[7], &[1], 0).write(&mut [0; 6], &[1; 7]), None);
        assert!(Layout::strided(&[2, 3], &[3, 1], 0).is_whole(6));
        assert!(!Layout::strided(&[3, 2], &[1, 3], 0).is_whole(6));
    }
}
