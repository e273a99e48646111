//! Calls of intrinsics: ops of their own, whose constant arguments are attributes; or `llvm.call_intrinsic`.

use llvm_sys::LLVMValueKind as Kind;
use strata_ir::core::{Attr, Context, Op, Value};

use super::Outcome;
use super::calls::Call;
use super::constants::int_bits;
use super::raw::Value as Raw;
use super::scope::Scope;

/// How a constant argument is an attribute.
#[derive(Clone, Copy)]
enum Form {
    Bool,
    I8,
    I32,
    I64,
    /// A float, as it is.
    F64,
}

/// The intrinsics with arguments that are attributes of their ops: the argument, the attribute and its form.
const ATTRIBUTES: [(&str, &[(usize, &str, Form)]); 21] = [
    ("llvm.memcpy", &[(3, "isVolatile", Form::Bool)]),
    ("llvm.memcpy.inline", &[(2, "len", Form::I64), (3, "isVolatile", Form::Bool)]),
    ("llvm.memmove", &[(3, "isVolatile", Form::Bool)]),
    ("llvm.memset", &[(3, "isVolatile", Form::Bool)]),
    ("llvm.memset.inline", &[(2, "len", Form::I64), (3, "isVolatile", Form::Bool)]),
    ("llvm.abs", &[(1, "is_int_min_poison", Form::Bool)]),
    ("llvm.ctlz", &[(1, "is_zero_poison", Form::Bool)]),
    ("llvm.cttz", &[(1, "is_zero_poison", Form::Bool)]),
    ("llvm.is.fpclass", &[(1, "bit", Form::I32)]),
    ("llvm.prefetch", &[(1, "rw", Form::I32), (2, "hint", Form::I32), (3, "cache", Form::I32)]),
    ("llvm.vector.insert", &[(2, "pos", Form::I64)]),
    ("llvm.vector.extract", &[(1, "pos", Form::I64)]),
    ("llvm.invariant.start", &[(0, "size", Form::I64)]),
    ("llvm.invariant.end", &[(1, "size", Form::I64)]),
    ("llvm.ubsantrap", &[(0, "failureKind", Form::I8)]),
    ("llvm.expect.with.probability", &[(2, "prob", Form::F64)]),
    (
        "llvm.matrix.multiply",
        &[(2, "lhs_rows", Form::I32), (3, "lhs_columns", Form::I32), (4, "rhs_columns", Form::I32)],
    ),
    ("llvm.matrix.transpose", &[(1, "rows", Form::I32), (2, "columns", Form::I32)]),
    (
        "llvm.matrix.column.major.load",
        &[(2, "isVolatile", Form::Bool), (3, "rows", Form::I32), (4, "columns", Form::I32)],
    ),
    (
        "llvm.matrix.column.major.store",
        &[(3, "isVolatile", Form::Bool), (4, "rows", Form::I32), (5, "columns", Form::I32)],
    ),
    ("llvm.threadlocal.address", &[]),
];

/// Accesses under masks: the argument whose alignment is an attribute.
const MASKED: [(&str, u32); 4] = [
    ("llvm.masked.load", 0),
    ("llvm.masked.store", 1),
    ("llvm.masked.gather", 0),
    ("llvm.masked.scatter", 1),
];

/// Intrinsics that say something about the program which the dialect has other forms for, or none.
const DROPPED: [&str; 6] = [
    "llvm.dbg.declare",
    "llvm.dbg.value",
    "llvm.dbg.label",
    "llvm.dbg.assign",
    "llvm.experimental.noalias.scope.decl",
    "llvm.pseudoprobe",
];

/// Intrinsics whose ops have other names.
const RENAMED: [(&str, &str); 3] = [("va_start", "vastart"), ("va_end", "vaend"), ("va_copy", "vacopy")];

/// The op for an intrinsic.
fn own_op(cx: &Context, name: &str) -> Option<String> {
    let rest = name.strip_prefix("llvm.")?;
    let rest = RENAMED.iter().find(|row| row.0 == rest).map_or(rest, |row| row.1);
    let own = Some(format!("llvm.intr.{rest}"));
    own.filter(|own| cx.op_info(own).is_some())
}

/// Whether calls of a function are called by its name: it is no intrinsic, or one without an op of its own.
pub(super) fn is_called(cx: &Context, function: Raw<'_>) -> bool {
    function
        .intrinsic_name()
        .is_none_or(|name| !DROPPED.contains(&name.as_str()) && own_op(cx, &name).is_none())
}

impl<'m> Scope<'_, 'm> {
    /// Builds the op of a call of the intrinsic `name`; none for one that is dropped.
    pub(super) fn intrinsic(&mut self, raw: Raw<'m>, call: &Call<'m>, name: &str) -> Outcome<Option<Op>> {
        if DROPPED.contains(&name) {
            self.import.dropped(&format!("intrinsic '{name}'"));
            return Ok(None);
        }
        let Some(own) = own_op(self.cx(), name) else {
            return self.unknown_intrinsic(raw, call).map(Some);
        };
        let is_metadata = |a: &Raw<'m>| a.kind() == Kind::LLVMMetadataAsValueValueKind;
        if call.arguments.iter().any(is_metadata) {
            return Err(format!("the intrinsic '{name}' takes metadata"));
        }
        let table = ATTRIBUTES.iter().find(|row| row.0 == name).map_or(&[][..], |row| row.1);
        let mut attrs: Vec<(&'static str, Attr)> = Vec::new();
        for &(place, attr, form) in table {
            let argument = call.arguments.get(place).ok_or("an argument is missing")?;
            attrs.push((attr, self.constant_argument(*argument, form)?));
        }
        let kept = call.arguments.iter().enumerate().filter(|(i, _)| table.iter().all(|row| row.0 != *i));
        let kept: Vec<Raw<'m>> = kept.map(|(_, &argument)| argument).collect();
        if let Some((_, place)) = MASKED.iter().find(|row| row.0 == name) {
            let bytes = self.alignment_of(raw, *place);
            attrs.push(("alignment", self.cx().int_attr(bytes as i64, self.cx().i32())));
        }
        let operands = self.values(kept)?;
        attrs.extend(self.fast_math(raw, &own));
        let info = self.cx().op_info(&own).ok_or("the op is missing")?;
        if info.attr_slot("arg_attrs").is_some() {
            attrs.extend(self.argument_attrs(call, operands.len())?.map(|list| ("arg_attrs", list)));
        }
        if info.attr_slot("tbaa").is_some() {
            attrs.extend(self.tbaa(raw));
        }
        if info.attr_slot("op_bundle_sizes").is_some() {
            return self.with_bundles(raw, &own, operands, attrs, None).map(Some);
        }
        self.with_result(raw, &own, &operands, &attrs).map(Some)
    }

    fn constant_argument(&self, argument: Raw<'m>, form: Form) -> Outcome<Attr> {
        let cx = self.cx();
        let number = || int_bits(argument).and_then(|n| n.as_i64()).ok_or("an argument is no small constant");
        Ok(match form {
            Form::Bool => cx.bool_attr(number()? != 0),
            Form::I8 => cx.int_attr(number()?, cx.i8()),
            Form::I32 => cx.int_attr(number()?, cx.i32()),
            Form::I64 => cx.int_attr(number()?, self.import.int_type(argument)),
            Form::F64 => super::constants::attribute(cx, self.import.module, argument, cx.f64())
                .ok_or("an argument is no constant")?,
        })
    }

    /// An intrinsic without an op of its own.
    fn unknown_intrinsic(&mut self, raw: Raw<'m>, call: &Call<'m>) -> Outcome<Op> {
        let (operands, callee): (Vec<Value>, _) = self.callee(call)?;
        let name = callee.iter().find(|a| a.0 == "callee").map(|a| self.cx().attr_to_string(a.1));
        let name = name.ok_or("the intrinsic has no name")?;
        let name = name.trim_start_matches('@').trim_matches('"').to_owned();
        let mut attrs = vec![("intrin", self.cx().string_attr(&name))];
        attrs.extend(callee.into_iter().filter(|a| matches!(a.0, "arg_attrs" | "res_attrs")));
        attrs.extend(self.fast_math(raw, "llvm.call_intrinsic"));
        self.with_bundles(raw, "llvm.call_intrinsic", operands, attrs, None)
    }
}
