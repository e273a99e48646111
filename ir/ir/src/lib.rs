//! The framework in one import, for a dialect, a pass or a tool.
//!
//! ```
//! use strata_ir::prelude::*;
//! ```

pub use strata_affine_expr as affine;
pub use strata_analysis as analysis;
pub use strata_core as core;
pub use strata_macros::{attr, dialect, op, ty};
pub use strata_num as num;
pub use strata_rewrite as rewrite;
pub use strata_text as text;

/// The names that almost every dialect and pass uses.
pub mod prelude {
    pub use smallvec::{SmallVec, smallvec};
    pub use strata_core::{
        AsmWriter, Attr, AttrConstraint, AttrForm, AttrOf, Block, Body, Builder, Context, Def, Diagnostic,
        Entity, IdMap, InsertPoint, Location, Op, OpDef, OpInfo, OpState, Region, Storage, Str, Trait, Type,
        TypeConstraint, TypeOrAttr, Value, VerifyError, VerifyResult, WalkControl, attr_constraint, attrs::*,
        constraints::*, ensure, external_model, interfaces::*, memory_slots::*, type_constraint, types::*,
    };
    pub use strata_macros::{attr, dialect, op, ty};
    pub use strata_rewrite::{
        Canonicalize, GreedyConfig, PatternFn, PatternRow, PatternSet, Rewriter, constant_value, is_constant,
        rewrite_greedily,
    };
    pub use strata_text::{
        BlockArg, CustomAsm, CustomDirective, FormatState, PResult, Param, Parser, Printer, Unresolved,
    };
}
