//! The one structure of resource limits; see `docs/limits.md`.

/// Bounds that hostile or broken input runs into before memory or the stack do.
///
/// Going past a limit is a diagnostic, never the death of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Nesting of regions.
    pub region_depth: u32,
    /// Nesting of types, attributes and locations.
    pub attr_depth: u32,
    /// Nodes of an affine expression after composition; a rewrite that would exceed it declines.
    pub affine_nodes: u32,
    /// Widest integer type whose constants are folded, in bits.
    pub fold_bits: u32,
    /// Operands or results of one op.
    pub op_values: u32,
    /// Ops, values or operand slots of one body.
    pub entities: u32,
    /// Bytes that one constant fold may materialise.
    pub fold_bytes: u64,
    /// Bytes that one dense elements literal may hold.
    pub dense_bytes: u64,
    /// Rewrites that a greedy driver may do per op of its body, plus a constant 100 000.
    pub rewrites_per_op: u64,
    /// Growth of a function by inlining, as a factor of its size before.
    pub inline_growth: u32,
    /// Ops that inlining may reach in one function.
    pub inline_ops: u32,
    /// Ops that unrolling may create from one loop.
    pub unroll_ops: u32,
    /// Errors reported for one input.
    pub diagnostics: u32,
}

impl Limits {
    /// The most elements of a tensor in a running program, where sizes of 0 count as 1: so few that bytes, strides, and sums of
    /// several sizes fit into 64 bits. The runtime, which does not know the compiler, has the same number.
    pub const ELEMENTS: i64 = 1 << 58;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            region_depth: 4096,
            attr_depth: 1024,
            affine_nodes: 4096,
            fold_bits: 4096,
            op_values: 1 << 24,
            entities: 1 << 31,
            fold_bytes: 1 << 20,
            dense_bytes: 8 << 30,
            rewrites_per_op: 10,
            inline_growth: 8,
            inline_ops: 1_000_000,
            unroll_ops: 65_536,
            diagnostics: 100,
        }
    }
}
