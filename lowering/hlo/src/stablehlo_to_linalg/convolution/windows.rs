//! Sums over windows and input features as one `linalg.generic` on padded images.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::IteratorType;
use strata_tensor::{CollapseShapeOp, ExpandShapeOp, MixedIndex};

use super::{DIMENSIONS, Problem};
use crate::stablehlo_to_linalg::{
    Lowered, constants, contraction,
    pad::Padding,
    reshape::reshape,
    sizes::{self, ZERO},
    window,
};

/// The sizes with dimension `d` split into `groups` parts, the index of the part first.
fn split(b: &mut Builder<'_>, all: &[MixedIndex], d: i64, groups: i64) -> Lowered<Vec<MixedIndex>> {
    let d = d as usize;
    let mut out = all.to_vec();
    out[d] = sizes::div(b, out[d], groups.into())?;
    out.insert(d, groups.into());
    Ok(out)
}

/// For each dimension of a tensor those that it becomes where `d` is split.
fn parts(rank: usize, d: i64) -> Vec<Vec<i64>> {
    let part = |i: i64| match i {
        i if i < d => vec![i],
        i if i == d => vec![i, i + 1],
        i => vec![i + 1],
    };
    (0..rank as i64).map(part).collect()
}

/// A tensor of the sizes `all` with dimension `d` split into `groups` parts.
fn split_tensor(b: &mut Builder<'_>, v: Value, all: &[MixedIndex], d: i64, groups: i64) -> Lowered<Value> {
    let to = split(b, all, d, groups)?;
    if sizes::constants(all).is_some() {
        return reshape(b, v, &to);
    }
    // A reshape by values would make one row of all dimensions.
    let v = sizes::with_sizes(b, v, all);
    Ok(ExpandShapeOp::create(b, v, &parts(all.len(), d), &to))
}

impl Problem {
    /// The images with their padding.
    fn padded(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let [low, high, interior] = [(); 3].map(|()| vec![ZERO; self.to.len()]);
        let mut all = Padding { low, high, interior };
        for (&d, axis) in self.images.spatial.iter().zip(&self.axes) {
            let d = d as usize;
            (all.low[d], all.high[d]) = (axis.low, axis.high);
            all.interior[d] = (axis.window.base_dilation - 1).into();
        }
        let zero = constants::zero(b, b.cx().elem_or_self(b.ty(self.lhs)));
        all.apply_to(b, self.lhs, zero, &self.padded)
    }

    /// Whether each feature of the images contributes to one feature of the result only.
    fn is_depthwise(&self) -> bool {
        let features = self.shapes[0][self.images.last as usize];
        features == MixedIndex::Static(self.feature_groups) && self.to[self.result.last as usize] == features
    }

    /// All sums as one op.
    pub(super) fn sums(&self, b: &mut Builder<'_>) -> Lowered<Value> {
        let groups = self.batch_groups.max(self.feature_groups);
        let images = self.padded(b)?;
        if groups == 1 || self.is_depthwise() {
            return self.one_group(b, images);
        }
        let grouped = if self.feature_groups > 1 { self.images.last } else { self.images.first };
        let images = split_tensor(b, images, &self.padded, grouped, groups)?;
        let kernel = split_tensor(b, self.rhs, &self.shapes[1], self.kernel.last, groups)?;
        let out_shape = split(b, &self.to, self.result.last, groups)?;
        // Loops: one for each dimension of the split result, then input features and the elements of windows.
        let n_out = out_shape.len() as u32;
        // The loop of a dimension of the result that is not split.
        let at = |d: i64| d as u32 + u32::from(d > self.result.last);
        let (group, feature) = (self.result.last as u32, self.result.last as u32 + 1);
        let mut image_map = Vec::new();
        let mut kernel_map = Vec::new();
        for d in 0..self.to.len() as i64 {
            if d == grouped {
                image_map.push(AffineExpr::dim(group));
            }
            image_map.push(self.image_index(d, at(self.result.first), n_out, &at)?);
            if d == self.kernel.last {
                kernel_map.push(AffineExpr::dim(group));
            }
            kernel_map.push(self.kernel_index(d, n_out, feature)?);
        }
        let sums = self.build(b, [images, kernel], &out_shape, image_map, kernel_map, true)?;
        if sizes::constants(&self.to).is_some() {
            return reshape(b, sums, &self.to);
        }
        Ok(CollapseShapeOp::create(b, sums, &parts(self.to.len(), self.result.last)))
    }

    /// The sums where groups need no dimension: there is one group, or each is one feature.
    fn one_group(&self, b: &mut Builder<'_>, images: Value) -> Lowered<Value> {
        let n_out = self.to.len() as u32;
        let (at, feature) = (|d: i64| d as u32, self.result.last as u32);
        // A depthwise convolution has no loop over input features.
        let sums_features = self.feature_groups == 1;
        let inner = if sums_features { n_out } else { feature };
        let mut image_map = Vec::new();
        let mut kernel_map = Vec::new();
        for d in 0..n_out as i64 {
            let index =
                self.image_index(d, self.result.first as u32, n_out - u32::from(!sums_features), &at)?;
            image_map.push(if d == self.images.last { AffineExpr::dim(inner) } else { index });
            kernel_map.push(if !sums_features && d == self.kernel.first {
                AffineExpr::constant(0)
            } else {
                self.kernel_index(d, n_out - u32::from(!sums_features), feature)?
            });
        }
        self.build(b, [images, self.rhs], &self.to, image_map, kernel_map, sums_features)
    }

    /// The index of the images in dimension `d`. Loop `inner` runs over input features, those behind it over windows.
    fn image_index(&self, d: i64, batch: u32, inner: u32, at: &dyn Fn(i64) -> u32) -> Lowered<AffineExpr> {
        Ok(if d == self.images.first {
            AffineExpr::dim(batch)
        } else if d == self.images.last {
            AffineExpr::dim(inner)
        } else {
            let i = self.images.spatial.iter().position(|&s| s == d).ok_or(DIMENSIONS)?;
            window::place(&self.axes[i].window, at(self.result.spatial[i]), inner + 1 + i as u32)
        })
    }

    /// The index of the kernel in dimension `d`.
    fn kernel_index(&self, d: i64, inner: u32, feature: u32) -> Lowered<AffineExpr> {
        Ok(if d == self.kernel.last {
            AffineExpr::dim(feature)
        } else if d == self.kernel.first {
            AffineExpr::dim(inner)
        } else {
            let i = self.kernel.spatial.iter().position(|&s| s == d).ok_or(DIMENSIONS)?;
            AffineExpr::dim(inner + 1 + i as u32)
        })
    }

    fn build(
        &self,
        b: &mut Builder<'_>,
        inputs: [Value; 2],
        out: &[MixedIndex],
        images: Vec<AffineExpr>,
        kernel: Vec<AffineExpr>,
        sums_features: bool,
    ) -> Lowered<Value> {
        let n_out = out.len() as u32;
        let rank = n_out + u32::from(sums_features) + self.axes.len() as u32;
        let maps = [
            AffineMap::new(rank, 0, images),
            AffineMap::new(rank, 0, kernel),
            AffineMap::select(rank, &(0..n_out).collect::<Vec<_>>()),
        ];
        let mut loops = vec![IteratorType::Parallel; n_out as usize];
        loops.resize(rank as usize, IteratorType::Reduction);
        let zero = constants::zero(b, self.sum);
        let init = sizes::filled(b, zero, out)?;
        contraction::sum_of_products(b, &inputs, init, &maps, &loops, self.factors)
    }
}
