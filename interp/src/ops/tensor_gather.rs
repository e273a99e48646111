//! `tensor.gather` and `tensor.scatter`: slices at positions that a tensor lists.

use rustc_hash::FxHashSet;

use crate::{Eval, Interpreter, Shape, Step, Tensor, tensor::for_each_position};

pub(crate) fn register(i: &mut Interpreter) {
    i.register("tensor.gather", |s| {
        let slices = Slices::from_operands(s, 0, 1, "gather_dims")?;
        let source = s.tensor(0)?;
        let is_row = slices.within.iter().enumerate().all(|(k, &w)| k == w);
        let data = source.data.rows(&slices.starts, &slices.within, is_row);
        let rank = s.dims_of(s.result_type(0)?)?.len();
        let shape = slices.shape(rank);
        let fits = crate::tensor::count(&shape) == Some(data.len());
        s.ensure(fits, || "has a result of another size".into())?;
        let t = Tensor::new(source.elem, shape, data);
        s.set_elements(0, t)
    });
    i.register("tensor.scatter", |s| {
        let slices = Slices::from_operands(s, 1, 2, "scatter_dims")?;
        let source = s.tensor(0)?.clone();
        let n = slices.within.len();
        s.ensure(source.len() == slices.starts.len() * n, || "has a source of another size".into())?;
        // The op asserts that no two positions are equal.
        let mut seen = FxHashSet::default();
        s.ensure(slices.starts.iter().all(|&at| seen.insert(at)), || "has a position twice".into())?;
        let mut dest = s.take_tensor(1)?;
        dest.data.scatter(&source.data, |k| Some(slices.starts[k / n] + slices.within[k % n]));
        s.set_elements(0, dest)
    });
}

/// The slices of a tensor.
struct Slices {
    /// The sizes of the list of positions.
    list: Shape,
    /// The sizes of a slice, where those of the indexed dimensions are 1.
    slice: Shape,
    /// The dimensions that the positions are about.
    dims: Shape,
    /// The first element of each slice.
    starts: Vec<usize>,
    /// How far from the first one the elements of a slice lie.
    within: Vec<usize>,
}

impl Slices {
    fn from_operands(s: &Step<'_, '_>, whole: usize, indices: usize, dims: &str) -> Eval<Self> {
        let (x, indices) = (s.tensor(whole)?, s.tensor(indices)?);
        let dims = s.dims(&s.ints(dims)?, x.rank())?;
        let (Some((&n, list)), false) = (indices.shape.split_last(), dims.is_empty()) else {
            return Err(s.fault("has positions without coordinates"));
        };
        s.ensure(n == dims.len(), || "has positions of another number of coordinates".into())?;
        let own = x.strides();
        let start = |coordinates: &[i64]| {
            coordinates.iter().zip(&dims).try_fold(0, |at, (&c, &d)| {
                Some(at + usize::try_from(c).ok().filter(|&c| c < x.shape[d])? * own[d])
            })
        };
        let starts =
            indices.data.ints().chunks_exact(n).map(|c| {
                start(c).ok_or_else(|| s.fault(format!("has a slice at {c:?}, outside of the tensor")))
            });
        let starts = starts.collect::<Eval<Vec<usize>>>()?;
        let mut slice = x.shape.clone();
        dims.iter().for_each(|&d| slice[d] = 1);
        let mut within = Vec::new();
        for_each_position(&slice, |pos| within.push(crate::tensor::linear(pos, &own)));
        s.elements(&[starts.len(), within.len()])?;
        Ok(Self { list: list.into(), slice, dims, starts, within })
    }
    /// The sizes of all slices, for a value of a rank with or without the indexed dimensions.
    fn shape(&self, rank: usize) -> Shape {
        let all = rank == self.list.len() + self.slice.len();
        let kept = self.slice.iter().enumerate().filter(|(d, _)| all || !self.dims.contains(d));
        self.list.iter().copied().chain(kept.map(|(_, &n)| n)).collect()
    }
}
