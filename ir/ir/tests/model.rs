//! The arena of a body against a naive model: after any sequence of edits both must agree.
//!
//! The model keeps each block as a vector of ops and each op with the definitions of its operands. It has no ids, free
//! lists, linked lists or order keys, in which a `Body` could be wrong.

use proptest::prelude::*;
use std::sync::Arc;
use strata_ir::prelude::*;

/// Anything to anything, with regions.
#[op(name = "model.node")]
pub struct NodeOp {
    /// The operands.
    pub inputs: Variadic<AnyType>,
    /// The results.
    pub outputs: VariadicRes<AnyType>,
}

dialect! {
    /// One op.
    model { ops: [NodeOp] }
}

/// One edit; the numbers pick among the existing entities, modulo their count.
#[derive(Clone, Debug)]
enum Edit {
    Create { block: usize, at: usize, operands: Vec<usize>, results: usize, successors: Vec<usize> },
    SetSuccessor { op: usize, successor: usize, block: usize },
    Move { op: usize, block: usize, at: usize },
    MoveToEnd { first: usize, count: usize, block: usize },
    SetOperand { op: usize, operand: usize, value: usize },
    SetOperands { op: usize, values: Vec<usize> },
    ReplaceAllUses { old: usize, new: usize },
    Erase { op: usize },
    AddBlock { at: usize },
    AddArg { block: usize, at: usize },
    EraseArg { block: usize, arg: usize },
    Split { block: usize, at: usize },
    Inline { block: usize },
    EraseBlock { block: usize },
}

/// The definition behind an operand: result `1` of the op with serial number `0`, or an argument by serial number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ModelDef {
    Result(u64, usize),
    Arg(u64),
}

#[derive(Clone, Debug)]
struct ModelOp {
    serial: u64,
    id: Op,
    operands: Vec<ModelDef>,
    results: usize,
    /// Some of them may have been erased.
    successors: Vec<Block>,
}

#[derive(Clone, Debug, Default)]
struct ModelBlock {
    id: Option<Block>,
    args: Vec<u64>,
    ops: Vec<ModelOp>,
}

struct Pair {
    body: Body,
    region: Region,
    blocks: Vec<ModelBlock>,
    next_serial: u64,
    i32: Type,
}

impl Pair {
    fn new(cx: &Arc<Context>) -> Self {
        let mut body = Body::new(cx, NodeOp::info(), Location::UNKNOWN);
        let region = body.new_region();
        body.push_region(Op::SELF, region);
        let id = body.add_block(region, &[]);
        let i32 = cx.int_type(32);
        let blocks = vec![ModelBlock { id: Some(id), ..ModelBlock::default() }];
        Self { body, region, blocks, next_serial: 0, i32 }
    }

    fn serial(&mut self) -> u64 {
        self.next_serial += 1;
        self.next_serial
    }

    /// All definitions in order.
    fn defs(&self) -> Vec<ModelDef> {
        let args = self.blocks.iter().flat_map(|b| b.args.iter().map(|&a| ModelDef::Arg(a)));
        let ops = self.blocks.iter().flat_map(|b| &b.ops);
        args.chain(ops.flat_map(|o| (0..o.results).map(|r| ModelDef::Result(o.serial, r)))).collect()
    }

    /// The block and position of the `n`-th op.
    fn place(&self, n: usize) -> Option<(usize, usize)> {
        let all: Vec<_> =
            self.blocks.iter().enumerate().flat_map(|(b, m)| (0..m.ops.len()).map(move |i| (b, i))).collect();
        (!all.is_empty()).then(|| all[n % all.len()])
    }

    fn block_id(&self, block: usize) -> Block {
        self.blocks[block].id.expect("every block of the model has its block")
    }

    /// The value of a definition, by position only.
    fn value(&self, def: ModelDef) -> Value {
        for m in &self.blocks {
            match def {
                ModelDef::Arg(serial) => {
                    if let Some(i) = m.args.iter().position(|&a| a == serial) {
                        return self.body.block_args(m.id.unwrap())[i];
                    }
                }
                ModelDef::Result(serial, r) => {
                    if let Some(op) = m.ops.iter().find(|o| o.serial == serial) {
                        return self.body.result(op.id, r);
                    }
                }
            }
        }
        panic!("{def:?} is not defined")
    }

    fn uses(&self, def: ModelDef) -> usize {
        let ops = self.blocks.iter().flat_map(|b| &b.ops);
        ops.flat_map(|o| &o.operands).filter(|&&d| d == def).count()
    }

    fn insert_point(&self, block: usize, at: usize) -> InsertPoint {
        let before = self.blocks[block].ops.get(at).map(|o| o.id);
        InsertPoint { block: self.block_id(block), before }
    }

    fn pick(defs: &[ModelDef], n: usize) -> Option<ModelDef> {
        (!defs.is_empty()).then(|| defs[n % defs.len()])
    }

    fn apply(&mut self, edit: &Edit) {
        let defs = self.defs();
        let n = self.blocks.len();
        match *edit {
            Edit::Create { block, at, ref operands, results, ref successors } => {
                let block = block % n;
                let at = at % (self.blocks[block].ops.len() + 1);
                let operands: Vec<_> = operands.iter().filter_map(|&o| Self::pick(&defs, o)).collect();
                let mut state = OpState::new(NodeOp::info(), Location::UNKNOWN);
                state.operands = operands.iter().map(|&d| self.value(d)).collect();
                state.result_types = (0..results).map(|_| self.i32).collect();
                let successors: Vec<Block> = successors.iter().map(|&s| self.block_id(s % n)).collect();
                state.successors = successors.iter().copied().collect();
                let point = self.insert_point(block, at);
                let id = self.body.create(state);
                self.body.insert(id, point);
                let serial = self.serial();
                self.blocks[block].ops.insert(at, ModelOp { serial, id, operands, results, successors });
            }
            Edit::Move { op, block, at } => {
                let Some((from, i)) = self.place(op) else { return };
                let block = block % n;
                let at = at % (self.blocks[block].ops.len() + 1);
                let id = self.blocks[from].ops[i].id;
                let point = self.insert_point(block, at);
                self.body.move_op(id, point);
                let moved = self.blocks[from].ops.remove(i);
                // Places after the op in its own block are one less without it.
                let at = if from == block && at > i { at - 1 } else { at };
                self.blocks[block].ops.insert(at, moved);
            }
            Edit::MoveToEnd { first, count, block } => {
                let Some((from, i)) = self.place(first) else { return };
                let block = block % n;
                let end = (i + 1 + count % 4).min(self.blocks[from].ops.len());
                let (first, last) = (self.blocks[from].ops[i].id, self.blocks[from].ops[end - 1].id);
                let to = self.block_id(block);
                self.body.move_ops(first, last, InsertPoint::at_end(to));
                let moved: Vec<ModelOp> = self.blocks[from].ops.drain(i..end).collect();
                self.blocks[block].ops.extend(moved);
            }
            Edit::SetSuccessor { op, successor, block } => {
                let Some((b, i)) = self.place(op) else { return };
                let to = self.block_id(block % n);
                let o = &mut self.blocks[b].ops[i];
                if !o.successors.is_empty() {
                    let at = successor % o.successors.len();
                    o.successors[at] = to;
                    self.body.set_successor(o.id, at, to);
                }
            }
            Edit::SetOperand { op, operand, value } => {
                let Some((b, i)) = self.place(op) else { return };
                let count = self.blocks[b].ops[i].operands.len();
                let Some(def) = Self::pick(&defs, value).filter(|_| count > 0) else { return };
                self.body.set_operand(self.blocks[b].ops[i].id, operand % count, self.value(def));
                self.blocks[b].ops[i].operands[operand % count] = def;
            }
            Edit::SetOperands { op, ref values } => {
                let Some((b, i)) = self.place(op) else { return };
                let new: Vec<_> = values.iter().filter_map(|&v| Self::pick(&defs, v)).collect();
                let ids: Vec<Value> = new.iter().map(|&d| self.value(d)).collect();
                self.body.set_operands(self.blocks[b].ops[i].id, &ids);
                self.blocks[b].ops[i].operands = new;
            }
            Edit::ReplaceAllUses { old, new } => {
                let (Some(old), Some(new)) = (Self::pick(&defs, old), Self::pick(&defs, new)) else { return };
                let (a, b) = (self.value(old), self.value(new));
                self.body.replace_all_uses(a, b);
                self.replace(old, new);
            }
            Edit::Erase { op } => {
                let Some((b, i)) = self.place(op) else { return };
                let m = &self.blocks[b].ops[i];
                let is_used = (0..m.results).any(|r| self.uses(ModelDef::Result(m.serial, r)) > 0);
                assert_eq!(self.body.is_unused(m.id), !is_used);
                if !is_used {
                    self.body.erase(m.id);
                    self.blocks[b].ops.remove(i);
                }
            }
            _ => self.apply_to_blocks(edit, &defs),
        }
    }

    /// Applies an edit of blocks and their arguments.
    fn apply_to_blocks(&mut self, edit: &Edit, defs: &[ModelDef]) {
        let n = self.blocks.len();
        match *edit {
            Edit::AddBlock { at } => {
                let at = at % (n + 1);
                let id = self.body.insert_block(self.region, at, &[]);
                self.blocks.insert(at, ModelBlock { id: Some(id), ..ModelBlock::default() });
            }
            Edit::AddArg { block, at } => {
                let block = block % n;
                let at = at % (self.blocks[block].args.len() + 1);
                self.body.insert_block_arg(self.block_id(block), at, self.i32);
                let serial = self.serial();
                self.blocks[block].args.insert(at, serial);
            }
            Edit::EraseArg { block, arg } => {
                let block = block % n;
                let args = &self.blocks[block].args;
                let Some(at) = (!args.is_empty()).then(|| arg % args.len()) else { return };
                if self.uses(ModelDef::Arg(args[at])) == 0 {
                    self.body.erase_block_arg(self.block_id(block), at);
                    self.blocks[block].args.remove(at);
                }
            }
            Edit::Split { block, at } => {
                let block = block % n;
                let at = at % (self.blocks[block].ops.len() + 1);
                let op = self.blocks[block].ops.get(at).map(|o| o.id);
                let id = self.body.split_block(self.block_id(block), op);
                let ops = self.blocks[block].ops.split_off(at);
                self.blocks.insert(block + 1, ModelBlock { id: Some(id), args: Vec::new(), ops });
            }
            Edit::Inline { block } => {
                // Into the end of the block before it, its arguments replaced by the first definition there is.
                let block = block % n;
                let own: Vec<_> = self.blocks[block].args.iter().map(|&a| ModelDef::Arg(a)).collect();
                let Some(arg) = defs.iter().copied().find(|d| !own.contains(d)).filter(|_| block > 0) else {
                    return;
                };
                let values = vec![self.value(arg); own.len()];
                let point = InsertPoint::at_end(self.block_id(block - 1));
                self.body.inline_block(self.block_id(block), point, &values);
                for &old in &own {
                    self.replace(old, arg);
                }
                let gone = self.blocks.remove(block);
                self.blocks[block - 1].ops.extend(gone.ops);
            }
            Edit::EraseBlock { block } => {
                let block = block % n;
                let m = &self.blocks[block];
                let args = m.args.iter().map(|&a| ModelDef::Arg(a));
                let results =
                    m.ops.iter().flat_map(|o| (0..o.results).map(|r| ModelDef::Result(o.serial, r)));
                let inside: Vec<_> = args.chain(results).collect();
                let is_used_outside = self.blocks.iter().enumerate().any(|(b, other)| {
                    b != block && other.ops.iter().any(|o| o.operands.iter().any(|d| inside.contains(d)))
                });
                if n > 1 && !is_used_outside {
                    self.body.erase_block(self.block_id(block));
                    self.blocks.remove(block);
                }
            }
            _ => unreachable!("{edit:?} is an edit of ops"),
        }
    }

    fn replace(&mut self, old: ModelDef, new: ModelDef) {
        for operand in self.blocks.iter_mut().flat_map(|b| &mut b.ops).flat_map(|o| &mut o.operands) {
            if *operand == old {
                *operand = new;
            }
        }
    }

    /// Compares all that a body reports about itself with the model.
    fn check(&self) {
        let body = &self.body;
        let ids: Vec<Block> = self.blocks.iter().map(|b| b.id.unwrap()).collect();
        assert_eq!(body.blocks(self.region), ids);
        assert_eq!(body.num_ops(), 1 + self.blocks.iter().map(|b| b.ops.len()).sum::<usize>());
        let all = || self.blocks.iter().flat_map(|b| &b.ops);
        for m in &self.blocks {
            let id = m.id.unwrap();
            let from: Vec<Op> = all()
                .flat_map(|o| o.successors.iter().map(move |&s| (o.id, s)))
                .filter(|&(_, s)| s == id)
                .map(|(op, _)| op)
                .collect();
            assert_eq!(body.num_predecessors(id), from.len());
            assert_eq!(body.single_predecessor(id), (from.len() == 1).then(|| from[0]));
            let ops: Vec<Op> = m.ops.iter().map(|o| o.id).collect();
            assert_eq!(body.block_ops(id).collect::<Vec<_>>(), ops);
            assert_eq!((body.first_op(id), body.last_op(id)), (ops.first().copied(), ops.last().copied()));
            assert_eq!(body.block_args(id).len(), m.args.len());
            for (i, &arg) in body.block_args(id).iter().enumerate() {
                assert!(matches!(body.def(arg), Def::Arg { block, index } if block == id && index == i));
                self.check_uses(arg, ModelDef::Arg(m.args[i]));
            }
            for (i, o) in m.ops.iter().enumerate() {
                assert_eq!(body.parent_block(o.id), Some(id));
                assert_eq!(body.successors(o.id), o.successors);
                assert_eq!(body.next_op(o.id), ops.get(i + 1).copied());
                assert_eq!(body.prev_op(o.id), i.checked_sub(1).map(|p| ops[p]));
                let operands: Vec<Value> = body.operands(o.id).into_iter().collect();
                assert_eq!(operands, o.operands.iter().map(|&d| self.value(d)).collect::<Vec<_>>());
                assert_eq!(body.results(o.id).len(), o.results);
                for (r, &result) in body.results(o.id).iter().enumerate() {
                    assert!(
                        matches!(body.def(result), Def::Result { op, index } if op == o.id && index == r)
                    );
                    self.check_uses(result, ModelDef::Result(o.serial, r));
                }
                for (j, &other) in ops.iter().enumerate() {
                    assert_eq!(body.is_before(o.id, other), i < j);
                }
            }
        }
    }

    fn check_uses(&self, value: Value, def: ModelDef) {
        let mut uses: Vec<(usize, usize)> = self.body.uses_of(value).map(|(op, i)| (op.index(), i)).collect();
        let ops = self.blocks.iter().flat_map(|b| &b.ops);
        let mut want: Vec<(usize, usize)> = ops
            .flat_map(|o| o.operands.iter().enumerate().map(move |(i, &d)| (o.id.index(), i, d)))
            .filter(|&(_, _, d)| d == def)
            .map(|(op, i, _)| (op, i))
            .collect();
        uses.sort_unstable();
        want.sort_unstable();
        assert_eq!(uses, want);
        assert_eq!(self.body.has_uses(value), !want.is_empty());
        assert_eq!(self.body.has_one_use(value), want.len() == 1);
    }
}

fn edit() -> impl Strategy<Value = Edit> {
    let n = 0..1000usize;
    let some = || prop::collection::vec(0..1000usize, 0..5);
    prop_oneof![
        8 => (n.clone(), n.clone(), some(), 0..4usize, some()).prop_map(
            |(block, at, operands, results, successors)| Edit::Create { block, at, operands, results, successors }
        ),
        2 => (n.clone(), n.clone(), n.clone())
            .prop_map(|(op, successor, block)| Edit::SetSuccessor { op, successor, block }),
        3 => (n.clone(), n.clone(), n.clone()).prop_map(|(op, block, at)| Edit::Move { op, block, at }),
        2 => (n.clone(), n.clone(), n.clone())
            .prop_map(|(first, count, block)| Edit::MoveToEnd { first, count, block }),
        3 => (n.clone(), n.clone(), n.clone())
            .prop_map(|(op, operand, value)| Edit::SetOperand { op, operand, value }),
        2 => (n.clone(), some()).prop_map(|(op, values)| Edit::SetOperands { op, values }),
        2 => (n.clone(), n.clone()).prop_map(|(old, new)| Edit::ReplaceAllUses { old, new }),
        4 => n.clone().prop_map(|op| Edit::Erase { op }),
        1 => n.clone().prop_map(|at| Edit::AddBlock { at }),
        2 => (n.clone(), n.clone()).prop_map(|(block, at)| Edit::AddArg { block, at }),
        1 => (n.clone(), n.clone()).prop_map(|(block, arg)| Edit::EraseArg { block, arg }),
        1 => (n.clone(), n.clone()).prop_map(|(block, at)| Edit::Split { block, at }),
        1 => n.clone().prop_map(|block| Edit::Inline { block }),
        1 => n.prop_map(|block| Edit::EraseBlock { block }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn a_body_is_what_the_model_says(edits in prop::collection::vec(edit(), 1..120)) {
        let mut registry = strata_ir::core::Registry::new();
        registry.register(&DIALECT);
        let cx = registry.freeze();
        let mut pair = Pair::new(&cx);
        for (i, edit) in edits.iter().enumerate() {
            pair.apply(edit);
            // Checking is quadratic, so not after every edit.
            if i % 8 == 0 {
                pair.check();
            }
        }
        pair.check();
    }
}
