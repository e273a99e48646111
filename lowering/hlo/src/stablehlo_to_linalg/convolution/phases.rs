//! Convolutions over images with holes as convolutions over images without.

use strata_ir::prelude::*;
use strata_stablehlo::infer::Window;
use strata_tensor::{ExtractSliceOp, InsertSliceOp};

use super::{Axis, Problem};
use crate::stablehlo_to_linalg::{
    Lowered, constants,
    sizes::{self, fixed},
};

/// The most phases of a convolution, each of which is a kernel to compile. Holes of further dimensions are filled with zeros.
const MOST_PHASES: i64 = 32;

/// The taps of a window that hit elements and not holes, for output positions `r, r + base_dilation, …`.
struct Phase {
    /// The first tap.
    first: i64,
    /// The distance between taps.
    step: i64,
    /// The window over the base without holes.
    window: Window,
    /// The number of output positions.
    places: i64,
}

impl Phase {
    /// `n` is the size of the images in this dimension, `count` that of the result; the stride is one. `None` where all
    /// taps meet holes.
    fn new(w: &Window, r: i64, n: i64, count: i64) -> Option<Phase> {
        let holes = w.base_dilation;
        let meets = |k: i64| (r + k * w.dilation - w.low).rem_euclid(holes) == 0;
        let first = (0..w.size.min(holes)).find(|&k| meets(k))?;
        let step = (1..=holes).find(|&s| s * w.dilation % holes == 0)?;
        let (size, dilation) = ((w.size - first + step - 1) / step, step * w.dilation / holes);
        let low = -(r + first * w.dilation - w.low) / holes;
        let places = (count - r + holes - 1) / holes;
        let high = places + (size - 1) * dilation - low - n;
        let window = Window { size, stride: 1, low, high, dilation, base_dilation: 1 };
        Some(Phase { first, step, window, places })
    }
}

/// A dimension with holes whose numbers are all constants.
struct Holes {
    /// Its number among the spatial dimensions.
    i: usize,
    window: Window,
    /// The size of the images.
    n: i64,
    /// The size of the result.
    count: i64,
}

impl Problem {
    fn holes(&self) -> Option<Holes> {
        self.axes.iter().enumerate().find_map(|(i, axis)| {
            let window = axis.constant().filter(|w| w.base_dilation > 1 && w.stride == 1)?;
            let phases = window.base_dilation.checked_mul(self.phases);
            phases.filter(|&phases| phases <= MOST_PHASES)?;
            let n = self.shapes[0][self.images.spatial[i] as usize].as_static()?;
            let count = self.to[self.result.spatial[i] as usize].as_static()?;
            Some(Holes { i, window, n, count })
        })
    }

    /// The sums; a dimension with holes is computed in phases, if its numbers are constants and there are few. Other holes are part of the
    /// padding.
    pub(super) fn without_holes(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let Some(Holes { i, window: w, n, count }) = self.holes() else { return self.sums(b) };
        let (at, image, tap) = (
            self.result.spatial[i] as usize,
            self.images.spatial[i] as usize,
            self.kernel.spatial[i] as usize,
        );
        let zero = constants::zero(b, self.sum);
        let mut out = sizes::filled(b, zero, &self.to)?;
        let rank = self.to.len();
        for r in 0..w.base_dilation.min(count) {
            let Some(Phase { first, step, window, places }) = Phase::new(&w, r, n, count) else { continue };
            let mut part = self.clone();
            part.phases *= w.base_dilation;
            part.axes[i] =
                Axis { window, size: window.size.into(), low: window.low.into(), high: window.high.into() };
            part.padded[image] = part.axes[i].padded(b, n.into())?;
            part.to[at] = places.into();
            part.shapes[1][tap] = window.size.into();
            let (mut offsets, mut strides) = (vec![0; rank], vec![1; rank]);
            (offsets[tap], strides[tap]) = (first, step);
            part.rhs =
                ExtractSliceOp::create(b, self.rhs, &fixed(&offsets), &part.shapes[1], &fixed(&strides));
            let sums = part.without_holes(b)?;
            let (mut offsets, mut strides) = (vec![0; rank], vec![1; rank]);
            (offsets[at], strides[at]) = (r, w.base_dilation);
            out = InsertSliceOp::create(b, sums, out, &fixed(&offsets), &part.to, &fixed(&strides));
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For each output position, the positions in the images that it reads, with the taps.
    fn meets(w: &Window, n: i64, count: i64) -> Vec<Vec<(i64, i64)>> {
        let at = |o: i64, k: i64| o * w.stride + k * w.dilation - w.low;
        let inside = |p: i64| p.rem_euclid(w.base_dilation) == 0 && (0..n).contains(&(p / w.base_dilation));
        let taps =
            |o| (0..w.size).filter(move |&k| inside(at(o, k))).map(move |k| (k, at(o, k) / w.base_dilation));
        (0..count).map(|o| taps(o).collect()).collect()
    }

    #[test]
    fn phases_meet_what_the_dilated_window_meets() {
        for (size, dilation, base_dilation, low, n) in [
            (3, 1, 2, 1, 5),
            (3, 2, 2, 1, 5),
            (4, 1, 3, 2, 4),
            (2, 3, 4, 0, 6),
            (1, 1, 2, -1, 3),
            (5, 2, 4, 3, 4),
        ] {
            let count = 13;
            let w = Window { size, stride: 1, low, high: 0, dilation, base_dilation };
            let mut found = vec![Vec::new(); count as usize];
            for r in 0..base_dilation {
                let Some(p) = Phase::new(&w, r, n, count) else { continue };
                for (q, taps) in meets(&p.window, n, p.places).into_iter().enumerate() {
                    let taps = taps.into_iter().map(|(k, x)| (p.first + k * p.step, x));
                    found[q * base_dilation as usize + r as usize] = taps.collect();
                }
            }
            assert_eq!(found, meets(&w, n, count), "{w:?}");
        }
    }
}
