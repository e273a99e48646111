//! `reuse-donated-arguments`: results are written into the memory of arguments that the caller gives away.
//!
//! # Before
//! ```mlir
//! func.func @main(%p: memref<8xf32>, %g: memref<8xf32>, %out: memref<8xf32>)
//!     attributes {strata.num_inputs = 2 : i64, strata.donated_arguments = array<i64: 0, 2>} {
//!   linalg.generic {… elementwise …} ins(%p, %g : …) outs(%out : memref<8xf32>) { … }
//!   return
//! }
//! ```
//! # After
//! ```mlir
//! func.func @main(%p: memref<8xf32>, %g: memref<8xf32>, %out: memref<8xf32>)
//!     attributes {strata.num_inputs = 2 : i64, strata.in_place = array<i64: 0, 2>} {
//!   %differ = arith.cmpi ne, %address_of_p, %address_of_out : index
//!   scf.if %differ {
//!     memref.copy %p, %out : memref<8xf32> to memref<8xf32>
//!   }
//!   linalg.generic {… elementwise …} ins(%out, %g : …) outs(%out : memref<8xf32>) { … }
//!   return
//! }
//! ```
//! The caller may pass the same memory for both, or memory of its own for the result: then the argument is copied there, and stays as it
//! is. Nothing else uses the argument, so that all passes after this one see one buffer.
//!
//! A result takes the memory of an argument of the same type if all ops that read the argument come before the first one that writes the
//! result, or that one reads each element before it writes it. Ops are put into such an order where their dependences allow it. Results
//! that are an argument come first, then those that the caller asks for, then those that an elementwise op computes from the argument,
//! then any. Arguments for which there is no result stay as they are.

mod order;
mod same_elements;

use indexmap::IndexMap;
use strata_ir::prelude::*;
use strata_memref::{CopyOp, ExtractAlignedPointerAsIndexOp};

use order::{Accesses, Order};
use same_elements::reads_before_it_writes;

/// The attribute of a function with the numbers of its donated arguments, each with that of the argument for the result that is to take
/// its memory, or [`ANY`].
pub(crate) const DONORS: &str = "strata.donated_arguments";
/// A donated argument whose memory any result may take.
pub(crate) const ANY: i64 = -1;
/// The attribute of a function with the numbers of arguments whose memory results may take, each with that of the argument for the result.
pub(crate) const IN_PLACE: &str = "strata.in_place";
/// The results that are tried for a donated argument that none is computed from.
const MOST_TRIED: usize = 16;

/// A donated argument.
#[derive(Clone, Copy)]
struct Donor {
    number: usize,
    arg: Value,
    /// The number of the argument for the result that the caller asks for.
    wanted: Option<usize>,
}

/// The arguments and results of a function that have no partner yet.
struct Search {
    block: Block,
    donors: Vec<Donor>,
    /// The numbers and values of the arguments for results.
    outs: IndexMap<usize, Value>,
    accesses: Accesses,
    /// The pairs that were found.
    pairs: Vec<[usize; 2]>,
}

/// Lets results take the memory of donated arguments. Returns how many do.
pub fn reuse(body: &mut Body) -> usize {
    let Some(mut search) = Search::new(body) else { return 0 };
    body.set_attr(Op::SELF, DONORS, None);
    search.returned_unchanged(body);
    search.wanted(body);
    search.computed_elementwise(body);
    search.any(body);
    search.finish(body)
}

impl Search {
    fn new(body: &Body) -> Option<Self> {
        let cx = body.cx();
        let numbers = |attr: Attr| cx.attr_as::<DenseArrayAttr>(attr).map(|a| a.values.to_vec());
        let listed = body.attr(Op::SELF, DONORS).and_then(numbers)?;
        let inputs = body.attr(Op::SELF, "strata.num_inputs").and_then(|a| cx.attr_i64(a))?;
        let inputs = usize::try_from(inputs).ok()?;
        let block = body.entry()?;
        let args = body.block_args(block);
        let donor = |pair: &[i64]| {
            let number = usize::try_from(*pair.first()?).ok().filter(|&n| n < inputs)?;
            Some(Donor { number, arg: *args.get(number)?, wanted: usize::try_from(*pair.get(1)?).ok() })
        };
        let mut donors: Vec<Donor> = listed.chunks(2).filter_map(donor).collect();
        donors.sort_by_key(|donor| donor.number);
        donors.dedup_by_key(|donor| donor.number);
        let outs = args.iter().copied().enumerate().skip(inputs).collect();
        Some(Self { block, donors, outs, accesses: Accesses::default(), pairs: Vec::new() })
    }

    /// Results that are a donated argument.
    fn returned_unchanged(&mut self, body: &mut Body) {
        for (number, out) in self.outs.clone() {
            let copies: Vec<Op> = body
                .users(out)
                .filter(|user| user.isa::<CopyOp>(body) && body.operand(*user, 1) == out)
                .collect();
            let sources: Vec<Value> = copies.into_iter().map(|copy| body.operand(copy, 0)).collect();
            let donor = self.donors.iter().copied().find(|donor| sources.contains(&donor.arg));
            if let Some(donor) = donor {
                self.pair(body, donor, number);
            }
        }
    }

    /// Results that the caller asks for.
    fn wanted(&mut self, body: &mut Body) {
        for donor in self.donors.clone() {
            if let Some(number) = donor.wanted {
                self.pair(body, donor, number);
            }
        }
    }

    /// Results whose first write is an op that computes them from the elements of a donated argument.
    fn computed_elementwise(&mut self, body: &mut Body) {
        for donor in self.donors.clone() {
            let numbers: Vec<usize> = self.outs.keys().copied().collect();
            for number in numbers {
                let out = self.outs[&number];
                let fits = body.ty(donor.arg) == body.ty(out)
                    && body.users(out).any(|user| {
                        body.operands(user).any(|v| v == donor.arg)
                            && reads_before_it_writes(body, user, donor.arg, out)
                    });
                if fits && self.pair(body, donor, number) {
                    break;
                }
            }
        }
    }

    /// Any results of the same type.
    fn any(&mut self, body: &mut Body) {
        for donor in self.donors.clone() {
            let same = |out: &Value| body.ty(*out) == body.ty(donor.arg);
            let numbers: Vec<usize> =
                self.outs.iter().filter(|(_, out)| same(out)).map(|(&number, _)| number).collect();
            for number in numbers.into_iter().take(MOST_TRIED) {
                if self.pair(body, donor, number) {
                    break;
                }
            }
        }
    }

    /// Lets a result take the memory of an argument if the order of ops allows it.
    fn pair(&mut self, body: &mut Body, donor: Donor, number: usize) -> bool {
        let Some(&out) = self.outs.get(&number) else { return false };
        let is_memref = body.cx().type_as::<MemRefType>(body.ty(out)).is_some_and(|ty| ty.layout.is_none());
        if !is_memref || body.ty(out) != body.ty(donor.arg) {
            return false;
        }
        let Some(order) = Order::find(body, &mut self.accesses, self.block, donor.arg, out) else {
            return false;
        };
        order.apply(body);
        for op in &order.readers {
            self.accesses.forget(*op);
        }
        body.replace_all_uses(donor.arg, out);
        let is_no_copy = |op: &Op| op.isa::<CopyOp>(body) && body.operand(*op, 0) == body.operand(*op, 1);
        for copy in order.readers.iter().copied().filter(is_no_copy).collect::<Vec<_>>() {
            self.accesses.forget(copy);
            body.erase(copy);
        }
        self.outs.shift_remove(&number);
        self.donors.retain(|other| other.number != donor.number);
        self.pairs.push([donor.number, number]);
        true
    }

    /// Copies arguments whose memory is another than that of the result, and tells the caller about the pairs.
    fn finish(mut self, body: &mut Body) -> usize {
        self.pairs.sort_unstable();
        let args = body.block_args(self.block).to_vec();
        for &[from, to] in self.pairs.iter().rev() {
            copy_unless_same(&mut Builder::at_start(body, self.block), args[from], args[to]);
        }
        let numbers: Vec<i64> = self.pairs.iter().flatten().map(|&number| number as i64).collect();
        if !numbers.is_empty() {
            let numbers = body.cx().i64_array(&numbers);
            body.set_attr(Op::SELF, IN_PLACE, Some(numbers));
        }
        self.pairs.len()
    }
}

/// Copies a buffer to another one, unless both are the same memory.
fn copy_unless_same(b: &mut Builder<'_>, from: Value, to: Value) {
    let index = b.cx().index();
    let [x, y] = [from, to].map(|v| ExtractAlignedPointerAsIndexOp::build(b, v, index));
    let predicate = strata_arith::CmpIPredicate::Ne.attr(b.cx());
    let differ = strata_arith::CmpIOp::build(b, predicate, x, y);
    let guard = strata_scf::IfOp::build(b, differ, &[]).op();
    b.region_block(guard, 0, &[], |inner, _| {
        CopyOp::build(inner, from, to);
        strata_scf::YieldOp::build(inner, &[]);
    });
}
