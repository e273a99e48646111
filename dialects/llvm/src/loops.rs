//! `#llvm.loop_annotation<…>`: hints for the loop that a branch closes.

use strata_ir::prelude::*;

use crate::metadata::{AccessGroup, Bare, Of};

/// One hint: a struct whose members may all be missing.
macro_rules! hints {
    ($($(#[$meta:meta])* $name:ident = $ir:literal { $($(#[$fm:meta])* $field:ident $(= $key:literal)?: $ty:ty,)* })*) => {$(
        $(#[$meta])*
        #[attr(name = $ir, alias)]
        pub struct $name {
            $($(#[$fm])* $(#[ir_name = $key])? pub $field: $ty,)*
        }
    )*};
}

type Flag = Option<Attr>;
type Number = Option<Attr>;
type Next = Option<Of<LoopAnnotation>>;

hints! {
    /// Hints for vectorization.
    LoopVectorize = "llvm.loop_vectorize" {
        /// The transformation is disabled.
        disable: Flag,
        /// Remaining iterations are predicated.
        predicate_enable = "predicateEnable": Flag,
        /// Vectors may be scalable.
        scalable_enable = "scalableEnable": Flag,
        /// The vectorization factor.
        width: Number,
        /// Hints for the new loop.
        followup_vectorized = "followupVectorized": Next,
        /// Hints for the loop of the remaining iterations.
        followup_epilogue = "followupEpilogue": Next,
        /// Hints for both.
        followup_all = "followupAll": Next,
    }
    /// Hints for interleaving.
    LoopInterleave = "llvm.loop_interleave" {
        /// The number of interleaved iterations.
        count: Attr,
    }
    /// Hints for unrolling.
    LoopUnroll = "llvm.loop_unroll" {
        /// The transformation is disabled.
        disable: Flag,
        /// The unroll factor.
        count: Number,
        /// No unrolling if the trip count is unknown.
        runtime_disable = "runtimeDisable": Flag,
        /// The loop is fully unrolled.
        full: Flag,
        /// Hints for the new loop.
        followup_unrolled = "followupUnrolled": Next,
        /// Hints for the loop of the remaining iterations.
        followup_remainder = "followupRemainder": Next,
        /// Hints for both.
        followup_all = "followupAll": Next,
    }
    /// Hints for unroll-and-jam.
    LoopUnrollAndJam = "llvm.loop_unroll_and_jam" {
        /// The transformation is disabled.
        disable: Flag,
        /// The unroll factor.
        count: Number,
        /// Hints for the outer loop.
        followup_outer = "followupOuter": Next,
        /// Hints for the inner loop.
        followup_inner = "followupInner": Next,
        /// Hints for the outer loop of the remaining iterations.
        followup_remainder_outer = "followupRemainderOuter": Next,
        /// Hints for the inner loop in it.
        followup_remainder_inner = "followupRemainderInner": Next,
        /// Hints for all.
        followup_all = "followupAll": Next,
    }
    /// Hints for loop-invariant code motion.
    LoopLicm = "llvm.loop_licm" {
        /// The transformation is disabled.
        disable: Flag,
        /// No versioning by checks at run time.
        versioning_disable = "versioningDisable": Flag,
    }
    /// Hints for loop distribution.
    LoopDistribute = "llvm.loop_distribute" {
        /// The transformation is disabled.
        disable: Flag,
        /// Hints for loops without dependences between iterations.
        followup_coincident = "followupCoincident": Next,
        /// Hints for the other ones.
        followup_sequential = "followupSequential": Next,
        /// Hints for the fallback, which is the original loop.
        followup_fallback = "followupFallback": Next,
        /// Hints for all.
        followup_all = "followupAll": Next,
    }
    /// Hints for software pipelining.
    LoopPipeline = "llvm.loop_pipeline" {
        /// The transformation is disabled.
        disable: Flag,
        /// The initiation interval in cycles.
        initiationinterval: Number,
    }
    /// The number of iterations that were already peeled.
    LoopPeeled = "llvm.loop_peeled" {
        /// The number.
        count: Number,
    }
    /// Hints for loop unswitching.
    LoopUnswitch = "llvm.loop_unswitch" {
        /// No partial unswitching.
        partial_disable = "partialDisable": Flag,
    }
    /// Loop metadata.
    LoopAnnotation = "llvm.loop_annotation" {
        /// Only transformations that are requested are applied.
        disable_nonforced = "disableNonforced": Flag,
        /// Vectorization.
        vectorize: Option<Of<LoopVectorize>>,
        /// Interleaving.
        interleave: Option<Of<LoopInterleave>>,
        /// Unrolling.
        unroll: Option<Of<LoopUnroll>>,
        /// Unroll-and-jam.
        unroll_and_jam = "unrollAndJam": Option<Of<LoopUnrollAndJam>>,
        /// Loop-invariant code motion.
        licm: Option<Of<LoopLicm>>,
        /// Loop distribution.
        distribute: Option<Of<LoopDistribute>>,
        /// Software pipelining.
        pipeline: Option<Of<LoopPipeline>>,
        /// Peeled iterations.
        peeled: Option<Of<LoopPeeled>>,
        /// Loop unswitching.
        unswitch: Option<Of<LoopUnswitch>>,
        /// The loop ends or does something that can be observed.
        must_progress = "mustProgress": Flag,
        /// The loop was vectorized.
        is_vectorized = "isVectorized": Flag,
        /// The location of the start of the loop.
        start_loc = "startLoc": Option<Attr>,
        /// The location of the end of the loop.
        end_loc = "endLoc": Option<Attr>,
        /// The accesses that do not depend on other iterations.
        parallel_accesses = "parallelAccesses": Bare<Of<AccessGroup>>,
    }
}
