//! The part of the `sdy` dialect that exported JAX programs have: shardings on a mesh of devices.
//!
//! Shardings say where data lives, not what is computed, so their attributes are kept as the text that upstream prints
//! ([`OpaqueAttr`](strata_ir::core::OpaqueAttr)); bytecode is decoded to that text.

use strata_bytecode::Codec;
use strata_ir::core::{
    Arity, Asm, AttrForm, AttrSpec, Dialect, OpInfo, RegionSpec, Trait, ValueSpec, op_info::TraitSet,
};

mod attrs;

const fn any(name: &'static str) -> ValueSpec {
    ValueSpec { name, arity: Arity::Variadic, desc: "any type", check: |_, _| true, buildable: |_| None }
}

macro_rules! sdy_ops {
    ($($doc:literal $name:literal [$($attr:literal),*] $($trait:ident)*;)*) => {
        static OPS: &[fn() -> &'static OpInfo] = &[$(|| {
            static INFO: OpInfo = OpInfo {
                name: concat!("sdy.", $name),
                doc: $doc,
                traits: TraitSet::of(&[$(Trait::$trait),*]),
                operands: &[any("operands")],
                results: &[any("results")],
                attrs: &[$(AttrSpec {
                    name: $attr,
                    required: true,
                    desc: "any attribute",
                    check: |_, _| true,
                    default: None,
                    form: AttrForm::Full,
                }),*],
                regions: &[RegionSpec { name: "regions", single_block: true, may_be_empty: true, variadic: true }],
                successors: &[],
                rules: &[],
                parents: &[],
                interfaces: &[],
                asm: Asm::Generic,
            };
            &INFO
        }),*];
    };
}

sdy_ops! {
    "Names a mesh of devices." "mesh" ["mesh", "sym_name"] Symbol;
    "Says how a tensor is sharded." "sharding_constraint" ["sharding"];
    "Changes how a tensor is sharded." "reshard" ["sharding"];
    "Tensors of one group are sharded in the same way." "sharding_group" ["group_id"];
    "A computation on the parts of tensors that each device has." "manual_computation"
        ["in_shardings", "manual_axes", "out_shardings"];
    "Ends a manual computation." "return" [] Terminator;
}

/// The dialect.
pub static DIALECT: Dialect = Dialect {
    name: "sdy",
    doc: "Shardings of tensors on meshes of devices, as exported programs have them.",
    ops: OPS,
    types: &[],
    attrs: attrs::DEFS,
    materialize_constant: None,
    bytecode: Some(&CODEC),
};

static CODEC: Codec = Codec {
    read_attr: attrs::read,
    read_type: |r| Err(r.error("the dialect 'sdy' has no types")),
    // Text is read by every version.
    write_attr: |_, _, _| false,
    write_type: |_, _, _| false,
    properties: |_| None,
};
