//! One block for edges to several blocks: it gets the arguments of all of them, and a number that tells where to go on.

use strata_ir::prelude::*;

use super::{Lift, edges::Edge};

pub(super) struct Multiplexer {
    pub block: Block,
    /// The blocks that it leads to, with the numbers of their first arguments.
    targets: Vec<(Block, usize)>,
    /// The argument with the number of the target, if there are several.
    number: Option<Value>,
    /// How many further arguments it has.
    extra: usize,
}

impl Multiplexer {
    /// A block for edges to the blocks `to`, behind the first of them; `extra` are types of further arguments.
    pub fn new(lift: &mut Lift<'_>, loc: Location, to: &[Block], extra: &[Type]) -> Option<Self> {
        let &first = to.first()?;
        let region = lift.body.block_parent(first)?;
        let place = lift.body.block_number(region, first)? + 1;
        let block = lift.body.insert_block(region, place, &[]);
        let mut targets: Vec<(Block, usize)> = Vec::new();
        let mut known = rustc_hash::FxHashSet::default();
        for &target in to {
            if known.insert(target) {
                targets.push((target, lift.body.block_args(block).len()));
                lift.copy_args(target, block);
            }
        }
        let number = (targets.len() > 1).then(|| {
            let zero = lift.number(0);
            let ty = lift.body.ty(zero);
            lift.add_arg(block, ty, loc)
        });
        for &ty in extra {
            lift.add_arg(block, ty, loc);
        }
        Some(Self { block, targets, number, extra: extra.len() })
    }
    /// Lets an edge to one of the targets lead to the block.
    pub fn redirect(&self, lift: &mut Lift<'_>, edge: Edge, extra: &[Value]) {
        let to = edge.to(lift.body);
        let Some(target) = self.targets.iter().position(|t| t.0 == to) else { return };
        let first = self.targets[target].1;
        let old = edge.values(lift.body);
        let args = lift.body.block_args(self.block).to_vec();
        let n_extra = args.len() - self.extra;
        let mut values = Vec::with_capacity(args.len());
        for (i, &arg) in args.iter().enumerate() {
            values.push(if (first..first + old.len()).contains(&i) {
                old[i - first]
            } else if self.number == Some(arg) {
                lift.number(target)
            } else if let Some(&value) = i.checked_sub(n_extra).and_then(|i| extra.get(i)) {
                value
            } else {
                lift.undef(lift.body.ty(arg))
            });
        }
        lift.edges.redirect(lift.body, edge, self.block);
        edge.set_values(lift.body, &values);
    }
    /// Ends the block `from` with a branch to the targets but `excluded`.
    pub fn dispatch(&self, lift: &mut Lift<'_>, loc: Location, from: Block, excluded: Option<Block>) {
        let args = lift.body.block_args(self.block).to_vec();
        let mut cases = Vec::new();
        for (i, &(to, first)) in self.targets.iter().enumerate() {
            if Some(to) != excluded {
                let n = lift.body.block_args(to).len();
                cases.push((i, to, args[first..first + n].to_vec()));
            }
        }
        let flag = self.number.filter(|_| cases.len() != 1);
        if let Some((_, block, values)) = cases.pop() {
            lift.switch(loc, from, flag, (block, values), cases);
        }
    }
    /// Leads all `edges` to one block.
    pub fn join(lift: &mut Lift<'_>, loc: Location, edges: &[Edge]) -> Option<Self> {
        let to: Vec<Block> = edges.iter().map(|e| e.to(lift.body)).collect();
        let multiplexer = Self::new(lift, loc, &to, &[])?;
        for &edge in edges {
            multiplexer.redirect(lift, edge, &[]);
        }
        multiplexer.dispatch(lift, loc, multiplexer.block, None);
        Some(multiplexer)
    }
}

impl Lift<'_> {
    pub(super) fn add_arg(&mut self, block: Block, ty: Type, loc: Location) -> Value {
        let arg = self.body.add_block_arg(block, ty);
        self.body.set_arg_loc(arg, loc);
        arg
    }
    /// Gives `to` arguments as those of `from`.
    pub(super) fn copy_args(&mut self, from: Block, to: Block) {
        for arg in self.body.block_args(from).to_vec() {
            let (ty, loc) = (self.body.ty(arg), self.body.value_loc(arg));
            self.add_arg(to, ty, loc);
        }
    }
}
