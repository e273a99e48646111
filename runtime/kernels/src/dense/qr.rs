//! QR: columns are eliminated by reflectors in panels, which are applied to the columns behind. These are parts that run at the same time; the first one
//! is the next panel, whose reflectors are computed in it, so that nothing waits for them.

use super::{
    PANEL,
    columns::{columns_of, stride, to_rows},
    form::Form,
    qr_panel::Reflected,
    real::Real,
    reflect::GROUP,
    reflectors::{Apply, ApplyToRows, Reflectors},
    view::View,
};
use crate::memory::{filled, push, with_capacity};
use crate::parallel::for_each;

/// The columns of a part.
const COLUMNS: usize = 8;
/// Columns that are multiplied one by one, as few as do not fill a tile.
const FEW: usize = 4;

/// Columns that a panel is applied to.
struct Part<'a, T> {
    columns: &'a mut [T],
    /// The factors and the reflectors of the next panel, if they are it.
    next: Option<(&'a mut [T], &'a mut Reflectors<T>)>,
}

/// `A = Q R` in place for `m` rows and `n` columns: `R` on and above the diagonal, and below it the vectors of the reflectors, whose
/// first element is 1. Writes the `tau`s.
pub fn qr<T: Real>(a: &mut [T], m: usize, n: usize, taus: &mut [T]) {
    let (steps, stride) = (m.min(n), stride::<T>(m));
    if steps == 0 {
        return;
    }
    let mut all = columns_of(a, [m, n]);
    let panel = steps.min(PANEL);
    let [mut known, mut next] = [0, panel].map(|after| Reflectors::new(m, panel.min(n - after)));
    T::run(Reflected {
        columns: &mut all[..panel * stride],
        row: 0,
        rows: m,
        stride,
        taus: &mut taus[..panel],
        to: &mut known,
    });
    for row in (0..steps).step_by(PANEL) {
        let end = steps.min(row + PANEL);
        let width = steps.min(end + PANEL) - end;
        let (panel, others) = all[end * stride..].split_at_mut(width * stride);
        let mut parts = with_capacity(1 + (n - end - width).div_ceil(COLUMNS));
        if width > 0 {
            push(&mut parts, Part { columns: panel, next: Some((&mut taus[end..end + width], &mut next)) });
        }
        let others = others.chunks_mut(COLUMNS * stride);
        parts.extend(others.map(|columns| Part { columns, next: None }));
        let operations = 4 * (m - row) * (end - row) * (n - end);
        for_each(parts.into_iter(), operations, |_, part| {
            let Part { columns, next } = part;
            let groups = (end - row).div_ceil(GROUP);
            T::run(Apply {
                reflectors: &known,
                groups,
                columns: &mut *columns,
                stride,
                row,
                transposed: true,
            });
            if let Some((taus, to)) = next {
                T::run(Reflected { columns, row: end, rows: m, stride, taus, to });
            }
        });
        std::mem::swap(&mut known, &mut next);
    }
    to_rows(&all, a, n, [m, n]);
}

/// A matrix that is multiplied by reflectors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Factor {
    /// The first columns of the identity.
    Identity,
    /// The one that the product takes the place of. The product with the reflectors is transposed, or not.
    Given { transposed: bool },
}

/// The columns of a matrix, which parts share.
#[derive(Clone, Copy)]
struct Shared<T>(*mut T);

// SAFETY: each part reads and writes its own columns.
unsafe impl<T: Send> Sync for Shared<T> {}

impl<T: Real> Shared<T> {
    /// Some rows of columns of a matrix whose rows are so many numbers apart.
    ///
    /// # Safety
    /// The matrix has them, and nothing else reads or writes these columns as long as the slices are in use.
    unsafe fn row<'a>(self, at: usize, width: usize) -> &'a mut [T] {
        // SAFETY: guaranteed by the caller.
        unsafe { std::slice::from_raw_parts_mut(self.0.add(at), width) }
    }
}

/// Multiplies a matrix of some rows and columns, `distance` numbers from row to row, by reflectors from the left, in parts that are as wide as a tile.
fn multiply<T: Real>(
    reflectors: &Reflectors<T>,
    factor: Factor,
    c: &mut [T],
    distance: usize,
    [m, n]: [usize; 2],
) {
    if m == 0 || n == 0 {
        return;
    }
    let together = T::tile(Form::best())[1];
    let operations = 4 * m * n * GROUP * reflectors.groups();
    let shared = Shared(c[..(m - 1) * distance + n].as_mut_ptr());
    for_each((0..n).step_by(together), operations, |_, first| {
        // The whole of it, as its pointer alone is not shared.
        let (&shared, width) = (&shared, together.min(n - first));
        let mut rows = filled(T::default(), m * together);
        let mut groups = reflectors.groups();
        if factor == Factor::Identity {
            let ones = rows.iter_mut().skip(first * together).step_by(together + 1);
            ones.take(width.min(m.saturating_sub(first))).for_each(|one| *one = T::ONE);
            // Later reflectors have zeros in the rows of the ones.
            groups = groups.min((first + width).div_ceil(GROUP));
        } else {
            for (i, to) in rows.chunks_exact_mut(together).enumerate() {
                // SAFETY: the matrix has so many rows, and this part alone uses these columns.
                to[..width].copy_from_slice(unsafe { shared.row(i * distance + first, width) });
            }
        }
        let transposed = factor == Factor::Given { transposed: true };
        T::run(ApplyToRows { reflectors, groups, rows: &mut rows, transposed });
        for (i, from) in rows.chunks_exact(together).enumerate() {
            // SAFETY: as above.
            unsafe { shared.row(i * distance + first, width) }.copy_from_slice(&from[..width]);
        }
    });
}

pub(super) fn view<T>(of: &[T], rows: usize, columns: usize) -> View<'_, T> {
    View { other: Some(of), at: 0, rows, columns }
}

/// `Q C`, or the product with the transpose of `Q`, in place, for `c` with `columns` columns. `Q` is given by the output of [`qr`] in
/// `a`, of `size` rows and columns.
pub fn times_q<T: Real>(
    a: &[T],
    size: [usize; 2],
    taus: &[T],
    transposed: bool,
    c: &mut [T],
    columns: usize,
) {
    let (reflectors, m) = (Reflectors::read(view(a, size[1], 1), size[0], taus), size[0]);
    if columns <= FEW {
        let (mut all, groups) = (columns_of(c, [m, columns]), reflectors.groups());
        let stride = stride::<T>(m);
        T::run(Apply { reflectors: &reflectors, groups, columns: &mut all, stride, row: 0, transposed });
        return to_rows(&all, c, columns, [m, columns]);
    }
    multiply(&reflectors, Factor::Given { transposed }, c, columns, [m, columns]);
}

/// The first columns of `Q`, as many as `a` has, from the output of [`qr`] in `a`, of `size` rows and columns.
pub fn q_of<T: Real>(a: &[T], size: [usize; 2], taus: &[T], q: &mut [T]) {
    q_in(view(a, size[1], 1), size, taus, q, size[1]);
}

/// The same with any strides of the reflectors, and a distance between rows of the result.
pub(super) fn q_in<T: Real>(a: View<'_, T>, size: [usize; 2], taus: &[T], q: &mut [T], distance: usize) {
    multiply(&Reflectors::read(a, size[0], taus), Factor::Identity, q, distance, size);
}
