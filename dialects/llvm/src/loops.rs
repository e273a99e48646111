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
    /// Whether several iterations are done as one.
    LoopVectorize = "llvm.loop_vectorize" {
        /// It must not.
        disable: Flag,
        /// The rest is done with masks.
        predicate_enable = "predicateEnable": Flag,
        /// Vectors may be scalable.
        scalable_enable = "scalableEnable": Flag,
        /// How many iterations.
        width: Number,
        /// Hints for the new loop.
        followup_vectorized = "followupVectorized": Next,
        /// Hints for the loop that does the rest.
        followup_epilogue = "followupEpilogue": Next,
        /// Hints for both.
        followup_all = "followupAll": Next,
    }
    /// Whether the code of several iterations is mixed.
    LoopInterleave = "llvm.loop_interleave" {
        /// How many.
        count: Attr,
    }
    /// Whether the code is repeated.
    LoopUnroll = "llvm.loop_unroll" {
        /// It must not.
        disable: Flag,
        /// How often.
        count: Number,
        /// Not when the number of iterations is unknown.
        runtime_disable = "runtimeDisable": Flag,
        /// As often as there are iterations.
        full: Flag,
        /// Hints for the new loop.
        followup_unrolled = "followupUnrolled": Next,
        /// Hints for the loop that does the rest.
        followup_remainder = "followupRemainder": Next,
        /// Hints for both.
        followup_all = "followupAll": Next,
    }
    /// Whether the code of an outer loop is repeated inside of the inner one.
    LoopUnrollAndJam = "llvm.loop_unroll_and_jam" {
        /// It must not.
        disable: Flag,
        /// How often.
        count: Number,
        /// Hints for the outer loop.
        followup_outer = "followupOuter": Next,
        /// Hints for the inner loop.
        followup_inner = "followupInner": Next,
        /// Hints for the outer loop that does the rest.
        followup_remainder_outer = "followupRemainderOuter": Next,
        /// Hints for the inner loop in it.
        followup_remainder_inner = "followupRemainderInner": Next,
        /// Hints for all.
        followup_all = "followupAll": Next,
    }
    /// Whether code is moved out of the loop.
    LoopLicm = "llvm.loop_licm" {
        /// It must not.
        disable: Flag,
        /// Not with checks at run time.
        versioning_disable = "versioningDisable": Flag,
    }
    /// Whether the loop is split.
    LoopDistribute = "llvm.loop_distribute" {
        /// It must not.
        disable: Flag,
        /// Hints for loops without dependences between iterations.
        followup_coincident = "followupCoincident": Next,
        /// Hints for the other ones.
        followup_sequential = "followupSequential": Next,
        /// Hints for the loop as it was.
        followup_fallback = "followupFallback": Next,
        /// Hints for all.
        followup_all = "followupAll": Next,
    }
    /// Whether iterations overlap.
    LoopPipeline = "llvm.loop_pipeline" {
        /// They must not.
        disable: Flag,
        /// How many cycles they are apart.
        initiationinterval: Number,
    }
    /// How many iterations were already taken out.
    LoopPeeled = "llvm.loop_peeled" {
        /// The number.
        count: Number,
    }
    /// Whether conditions are moved out.
    LoopUnswitch = "llvm.loop_unswitch" {
        /// Not those that hold sometimes.
        partial_disable = "partialDisable": Flag,
    }
    /// Loop metadata.
    LoopAnnotation = "llvm.loop_annotation" {
        /// Only transformations that are requested are applied.
        disable_nonforced = "disableNonforced": Flag,
        /// Several iterations as one.
        vectorize: Option<Of<LoopVectorize>>,
        /// Mixed iterations.
        interleave: Option<Of<LoopInterleave>>,
        /// Repeated code.
        unroll: Option<Of<LoopUnroll>>,
        /// Repeated code inside of an inner loop.
        unroll_and_jam = "unrollAndJam": Option<Of<LoopUnrollAndJam>>,
        /// Code that moves out.
        licm: Option<Of<LoopLicm>>,
        /// Split loops.
        distribute: Option<Of<LoopDistribute>>,
        /// Overlapping iterations.
        pipeline: Option<Of<LoopPipeline>>,
        /// Iterations that were taken out.
        peeled: Option<Of<LoopPeeled>>,
        /// Conditions that move out.
        unswitch: Option<Of<LoopUnswitch>>,
        /// The loop ends or does something that can be observed.
        must_progress = "mustProgress": Flag,
        /// The loop was vectorized.
        is_vectorized = "isVectorized": Flag,
        /// Where the loop starts.
        start_loc = "startLoc": Option<Attr>,
        /// Where the loop ends.
        end_loc = "endLoc": Option<Attr>,
        /// The accesses that do not depend on other iterations.
        parallel_accesses = "parallelAccesses": Bare<Of<AccessGroup>>,
    }
}
