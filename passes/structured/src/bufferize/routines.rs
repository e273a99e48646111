//! The routines of the runtime that a module declares, and the results that they compute in the memory of an argument.
//!
//! # Before
//! ```mlir
//! %0 = call @strata_sort.call(%x) : (tensor<64x1024xf32>) -> tensor<64x1024xf32>       // the last use of %x
//! ```
//! # After
//! ```mlir
//! call @strata_sort.call(%buffer, %buffer) : (memref<64x1024xf32>, memref<64x1024xf32>) -> ()
//! ```
//! A factorization and a Fourier transform overwrite the numbers that they have read, and many lines are sorted in copies of some of them. One line
//! is sorted in another array anyway, so it is left where it is.

use rustc_hash::FxHashMap;
use strata_func::FuncOp;
use strata_ir::prelude::*;

/// The attribute of a function that declares a runtime routine.
pub(super) const ROUTINE: &str = "strata.runtime_call";
/// The attribute with the number of arguments that a function reads.
pub(super) const NUM_INPUTS: &str = "strata.num_inputs";
/// The attribute with its configuration.
const CONFIG: &str = "strata.runtime_config";
/// The routines whose first result may be in the memory of an argument, and the number of that. Those of LAPACK are without the letter of their type.
const OVERWRITING: [(&str, usize); 10] = [
    ("strata_fft", 0),
    ("strata_cholesky", 0),
    ("strata_triangular_solve", 1),
    ("geqrf", 0),
    ("gesdd", 0),
    ("gesvd", 0),
    ("getrf", 0),
    ("ormqr", 2),
    ("syevd", 0),
    ("trsm", 1),
];

/// A routine of the runtime.
pub(super) struct Routine {
    /// How many arguments it reads, where destinations follow them.
    pub num_inputs: Option<usize>,
    /// For each result the argument whose memory it may be in.
    places: Vec<Option<usize>>,
}

impl Routine {
    /// The argument in whose memory a result may be: the tensor, and its number.
    pub fn place(&self, result: usize, tensors: &[Value]) -> Option<(Value, usize)> {
        let number = (*self.places.get(result)?)?;
        Some((*tensors.get(number)?, number))
    }
}

/// The routines that a module declares.
pub(super) fn declared(module: &Body) -> FxHashMap<Str, Routine> {
    let read = |(op, _): (Op, &Body)| {
        let function = op.as_op::<FuncOp>(module)?;
        let target = module.attr(op, ROUTINE).and_then(|a| module.cx().attr_str(a))?;
        let number = module.attr(op, NUM_INPUTS).and_then(|a| module.cx().attr_i64(a));
        let places = places(module, function, target);
        let num_inputs = number.and_then(|n| usize::try_from(n).ok());
        Some((module.symbol_name(op)?, Routine { num_inputs, places }))
    };
    module.children().filter_map(read).collect()
}

fn places(module: &Body, function: FuncOp, target: &str) -> Vec<Option<usize>> {
    if target == "strata_sort" {
        let config = module.attr(function.op(), CONFIG).and_then(|a| module.cx().attr_str(a));
        return config.and_then(|config| places_of_sort(module, function, config)).unwrap_or_default();
    }
    let lapack = target.strip_prefix("lapack_").and_then(|t| t.strip_suffix("_ffi"));
    let name = lapack.map_or(Some(target), |t| t.strip_prefix(['s', 'd']));
    OVERWRITING.iter().filter(|(known, _)| Some(*known) == name).map(|&(_, number)| Some(number)).collect()
}

/// The places of the results of a sort: each input is one of at most one result.
fn places_of_sort(module: &Body, function: FuncOp, config: &str) -> Option<Vec<Option<usize>>> {
    let entry = |name: &str| config.lines().find_map(|line| line.strip_prefix(name));
    let dimension: usize = entry("dimension=")?.parse().ok()?;
    let ty = *function.inputs(module).first()?;
    let shape = module.cx().shaped(ty).and_then(|s| s.shape)?;
    let lines = shape.iter().enumerate().filter(|&(d, _)| d != dimension);
    if lines.fold(1_i64, |n, (_, &size)| n.saturating_mul(size)) <= 1 {
        return None;
    }
    let mut taken = Vec::new();
    let place = |source: &str| {
        let number: usize = source.parse().ok()?;
        (!taken.contains(&number)).then(|| {
            taken.push(number);
            number
        })
    };
    Some(entry("results=")?.split(',').map(place).collect())
}
