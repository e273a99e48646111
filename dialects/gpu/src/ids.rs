//! Ops with the index of a thread and of its block, and with their numbers.

use strata_ir::prelude::*;

use crate::{Dimension, FuncOp};

macro_rules! index_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal, $stem:literal, $known:expr;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            traits = [Pure],
            interfaces = [Fold, ResultNames],
            asm = "$dimension (`upper_bound` $upper_bound^)? attr-dict",
        )]
        pub struct $op {
            /// The dimension.
            pub dimension: Attr<Dimension>,
            /// An upper bound of the number: inclusive for a size, exclusive for a position.
            pub upper_bound: OptAttr<IndexAttr>,
            /// The number.
            pub result: Res<Index>,
        }
        impl $op {
            /// The number in a dimension.
            pub fn create(b: &mut Builder<'_>, dimension: Dimension) -> Value {
                let (dimension, index) = (dimension.attr(b.cx()), b.cx().index());
                Self::build(b, dimension, None, index)
            }
        }
        impl ResultNames for $op {
            fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
                if let Some(d) = dimension(b, self.op()) {
                    name(self.result(b), &format!("{}_{}", $stem, d.word()));
                }
            }
        }
        impl Fold for $op {
            /// Attributes of the function may fix the launch sizes.
            fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
                let known: Option<Known> = $known;
                let Known { attr, position } = known?;
                let sizes = b.attr(b.self_as::<FuncOp>()?.op(), attr)?;
                let size = *b.cx().attr_as::<DenseArrayAttr>(sizes)?.values.get(dimension(b, self.op())?.index())?;
                match position {
                    false => Some(b.cx().index_attr(size).into()),
                    true if size == 1 => Some(b.cx().index_attr(0).into()),
                    true => None,
                }
            }
        }
    )*};
}

/// The attribute of a function that fixes a size, which is also an exclusive upper bound of positions.
struct Known {
    attr: &'static str,
    position: bool,
}

const fn size(attr: &'static str) -> Option<Known> {
    Some(Known { attr, position: false })
}
const fn below(attr: &'static str) -> Option<Known> {
    Some(Known { attr, position: true })
}

/// The dimension of an op, which may be anything before it is verified.
fn dimension(b: &Body, op: Op) -> Option<Dimension> {
    b.attr_slot(op, 0).and_then(|a| b.cx().attr_as::<Dimension>(a)).copied()
}

index_ops! {
    /// Number of the cluster in the grid.
    ClusterIdOp = "gpu.cluster_id", "cluster_id", None;
    /// Number of clusters in the grid.
    ClusterDimOp = "gpu.cluster_dim", "cluster_dim", None;
    /// Number of blocks in the cluster.
    ClusterDimBlocksOp = "gpu.cluster_dim_blocks", "cluster_dim_blocks", size("known_cluster_size");
    /// Number of the block in its cluster.
    ClusterBlockIdOp = "gpu.cluster_block_id", "cluster_block_id", below("known_cluster_size");
    /// Number of threads in the block.
    BlockDimOp = "gpu.block_dim", "block_dim", size("known_block_size");
    /// Number of the block in the grid.
    BlockIdOp = "gpu.block_id", "block_id", below("known_grid_size");
    /// Number of blocks in the grid.
    GridDimOp = "gpu.grid_dim", "grid_dim", size("known_grid_size");
    /// Number of the thread in its block.
    ThreadIdOp = "gpu.thread_id", "thread_id", below("known_block_size");
    /// Number of the thread in the grid.
    GlobalIdOp = "gpu.global_id", "global_id", None;
}

/// Number of the thread in its warp.
#[op(
    name = "gpu.lane_id",
    traits = [Pure],
    asm = "(`upper_bound` $upper_bound^)? attr-dict",
)]
pub struct LaneIdOp {
    /// An exclusive upper bound of the number.
    pub upper_bound: OptAttr<IndexAttr>,
    /// The number.
    pub result: Res<Index>,
}

macro_rules! subgroup_ops {
    ($($(#[$meta:meta])* $op:ident = $name:literal;)*) => {$(
        $(#[$meta])*
        #[op(
            name = $name,
            traits = [Pure],
            asm = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
        )]
        pub struct $op {
            /// An inclusive upper bound of the number.
            pub upper_bound: OptAttr<IndexAttr>,
            /// The number.
            pub result: Res<Index>,
        }
    )*};
}
subgroup_ops! {
    /// Number of the warp in its block.
    SubgroupIdOp = "gpu.subgroup_id";
    /// Number of warps in the block.
    NumSubgroupsOp = "gpu.num_subgroups";
    /// Number of threads in a warp.
    SubgroupSizeOp = "gpu.subgroup_size";
}
