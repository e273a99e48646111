//! The IR core: entities, bodies, the shared context, op descriptors, the verifier and diagnostics.
//!
//! A [`Body`] is the arena of one isolated-from-above op (a module, a function). It owns every op, value, block and
//! region below that op, except what is below a further isolated op, which is a child body of its own. A
//! [`Context`] is shared by all bodies: it interns types, attributes, strings and locations and knows the registered
//! dialects.
//!
//! **Architecture invariants.** This crate names no dialect but `builtin`; it does no IO; it has no global mutable
//! state; all mutation of IR goes through the methods in `mutate`, which report an [`Event`] each.

pub mod attrs;
pub mod body;
pub mod builder;
mod children;
pub mod clone;
pub mod constraints;
pub mod context;
mod counts;
mod data;
pub mod diagnostics;
pub mod dialect;
pub mod dominance;
pub mod dynamic;
pub mod entity;
pub mod events;
mod files;
pub mod identifier;
pub mod interfaces;
pub mod interner;
pub mod limits;
pub mod location;
pub mod memory;
pub mod memory_slots;
mod mutate;
mod one;
pub mod op_info;
mod op_info_map;
mod pool;
mod region;
pub mod segments;
mod side_table;
mod slots;
pub mod source;
mod successors;
pub mod symbols;
pub mod types;
mod vacant;
pub mod verify;
pub mod walk;
pub mod writer;

pub use attrs::*;
pub use body::{Body, Def};
pub use builder::{Builder, InsertPoint, OpState};
pub use clone::IdMap;
pub use constraints::{AttrConstraint, TypeConstraint};
pub use context::{Context, DiagnosticRenderer, ExternalResource, ExternalResources, OpPrinter, Registry};
pub use diagnostics::{Diagnostic, Severity};
pub use dialect::{AttrDef, AttrPlace, AttrUse, Dialect, Execution, TypeDef};
pub use dynamic::{DynamicAttr, DynamicDialects, DynamicType};
pub use entity::{Block, Entity, Op, Region, Value};
pub use events::{Event, Listener};
pub use files::Files;
pub use interfaces::*;
pub use interner::{Attr, AttrOf, Storage, Str, Type, TypeOrAttr};
pub use limits::Limits;
pub use location::{CallSiteLoc, FileLineColLoc, FusedLoc, Location, NameLoc, UnknownLoc};
pub use memory_slots::*;
pub use mutate::NewOp;
pub use op_info::*;
pub use op_info_map::OpInfoMap;
pub use types::*;
pub use verify::{VerifyError, VerifyResult};
pub use walk::WalkControl;
pub use writer::AsmWriter;

pub use strata_affine_expr as affine;
pub use strata_num as num;
