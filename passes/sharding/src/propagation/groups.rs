//! Sharding groups before propagation: their members start with one sharding.
//!
//! Where two members have different shardings, each member gets an open `sdy.sharding_constraint`, which takes its place in the group. So
//! users of the members see equal shardings, and the members keep their own.

use rustc_hash::FxHashMap;
use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_sdy::attrs::TensorSharding;
use strata_sdy::{ShardingConstraintOp, ShardingGroupOp};

use super::program::Program;

/// The groups whose members differ: warnings, and by body the ops that name the members, each with a sharding on the right mesh.
#[derive(Default)]
pub(super) struct Conflicts {
    pub(super) warnings: Vec<(Location, String)>,
    members: FxHashMap<usize, Vec<(Op, TensorSharding)>>,
}

impl Conflicts {
    /// Those of a program.
    pub(super) fn from_program(program: &Program) -> Self {
        let mut conflicts = Self::default();
        for group in &program.groups {
            let Common::Several(first) = common(program, &group.slots) else { continue };
            let number = group.number;
            let message = format!(
                "The initial operand shardings on the sharding groups of groupID: {number} do not match. Inserting an open sharding \
                 constraint to all constrained values. This can be caused when shardings from different values are grouped (e.g. from \
                 jax.shard_alike) but have separate inconsistent sharding constraints on them."
            );
            let open = TensorSharding::replicated(first.mesh_or_ref, first.dim_shardings.len(), false);
            for (i, &(body, op, loc)) in group.members.iter().enumerate() {
                if i == 0 {
                    conflicts.warnings.push((loc, message.clone()));
                }
                conflicts.members.entry(body).or_default().push((op, open.clone()));
            }
        }
        conflicts
    }
    pub(super) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
    /// Inserts the constraints.
    pub(super) fn resolve(mut self, module: &mut Body) {
        self.body(module, &mut 0);
    }
    fn body(&mut self, b: &mut Body, bodies: &mut usize) {
        let own = self.members.remove(bodies).unwrap_or_default();
        *bodies += 1;
        let ops = b.all_ops();
        for (group, sharding) in own {
            constrain(b, group, sharding);
        }
        for op in ops {
            if let Some(mut child) = b.take_child(op) {
                deep(|| self.body(&mut child, bodies));
                b.put_child(op, child);
            }
        }
    }
}

/// Inserts a constraint behind the member that an op names, for all its uses.
fn constrain(b: &mut Body, group: Op, sharding: TensorSharding) {
    let Some(op) = group.as_op::<ShardingGroupOp>(b) else { return };
    let member = op.input(b);
    let Some(block) = b.def_block(member) else { return };
    let before = match b.def_op(member) {
        Some(op) => b.next_op(op),
        None => b.first_op(block),
    };
    let cx = b.cx_arc().clone();
    let (ty, loc) = (b.ty(member), b.value_loc(member));
    let mut builder = Builder::new(b, InsertPoint { block, before }, loc);
    let mut state = OpState::new(ShardingConstraintOp::info(), loc);
    state.operands.push(member);
    state.result_types.push(ty);
    state.set_attr(&cx, "sharding", cx.attr(sharding));
    let constraint = builder.build(state);
    let new = b.result(constraint, 0);
    b.replace_uses_if(member, new, |_, user| user != constraint);
}

/// The shardings of the members of a group that say something.
enum Common<'a> {
    /// There is none.
    None,
    /// All are this one.
    One(&'a TensorSharding),
    /// There are others than this one.
    Several(&'a TensorSharding),
}

fn common<'a>(program: &'a Program, slots: &[u32]) -> Common<'a> {
    let says = |sharding: &&TensorSharding| {
        sharding.dim_shardings.iter().any(|dim| dim.is_closed || !dim.axes.is_empty())
            || sharding.all_axes().next().is_some()
    };
    let mut all = slots.iter().filter_map(|&slot| program.sharding(Some(slot))).filter(says);
    let Some(first) = all.next() else { return Common::None };
    match all.all(|other| other == first) {
        true => Common::One(first),
        false => Common::Several(first),
    }
}

/// Gives the sharding that some members have to the others.
pub(super) fn synchronize(program: &mut Program) {
    for group in 0..program.groups.len() {
        let slots = program.groups[group].slots.clone();
        let Common::One(sharding) = common(program, &slots) else { continue };
        let sharding = sharding.clone();
        for slot in slots {
            if program.sharding(Some(slot)) != Some(&sharding) {
                program.set(slot, sharding.clone());
            }
        }
    }
}
