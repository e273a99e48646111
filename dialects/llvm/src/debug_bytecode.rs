//! The binary forms of the attributes of debug information, which are records of fields in the order of their declaration.
//!
//! ```text
//! code · field · field · …
//! ```
//! A field is a number, a byte that is 0 or 1, the number of a string, the number of an attribute, or a list preceded by a
//! byte that tells whether there is one.

use strata_bytecode::{EntryReader, EntryWriter, ReadResult};
use strata_ir::prelude::*;

use crate::{
    debug::*,
    dwarf::{Convention, Encoding, Language, Operation, Tag},
    metadata::{Bare, Of},
};

/// How a parameter is stored.
trait Field: Sized {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self>;
    fn write(&self, w: &mut EntryWriter<'_>);
}

impl Field for Attr {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.attr()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.attr(*self);
    }
}
impl Field for Option<Attr> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.attr_opt()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.attr_opt(*self);
    }
}

/// An attribute, which must be of the kind that a record requires.
fn checked<T: Storage>(r: &EntryReader<'_, '_>, attr: Attr) -> ReadResult<Of<T>> {
    match r.cx().attr_as::<T>(attr) {
        Some(_) => Ok(Of::new(attr)),
        None => Err(r.error(format!("expected attribute of type: {}", T::NAME.unwrap_or_default()))),
    }
}
impl<T: Storage> Field for Of<T> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        let attr = r.attr()?;
        checked(r, attr)
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.attr(self.0);
    }
}
impl<T: Storage> Field for Option<Of<T>> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.attr_opt()?.map(|attr| checked(r, attr)).transpose()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.attr_opt(self.map(|a| a.0));
    }
}

impl Field for bool {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.bool()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.byte(u8::from(*self));
    }
}
impl Field for Always {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.bool().map(Self)
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        self.0.write(w);
    }
}

impl Field for u64 {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.varint()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.varint(*self);
    }
}
impl Field for u32 {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        r.u32()
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.varint(u64::from(*self));
    }
}
impl<T: Field> Field for Number<T> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        T::read(r).map(Self)
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        self.0.write(w);
    }
}
impl Field for Option<u32> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        let (value, present) = r.cursor().varint_flag()?;
        if !present {
            return Ok(None);
        }
        u32::try_from(value)
            .map(Some)
            .map_err(|_| r.error(format!("the number {value} does not fit in 32 bits")))
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        w.varint(self.map_or(0, |v| u64::from(v) << 1 | 1));
    }
}

/// Types that are stored as a number.
macro_rules! numbers {
    ($($ty:ident: |$v:ident| $number:expr, |$n:ident| $value:expr;)*) => {$(
        impl Field for $ty {
            fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
                let $n = r.varint()?;
                $value.ok_or_else(|| r.error(format!(concat!("invalid value {} of ", stringify!($ty)), $n)))
            }
            fn write(&self, w: &mut EntryWriter<'_>) {
                let $v = *self;
                w.varint($number);
            }
        }
    )*};
}
numbers! {
    Tag: |v| v.code(), |n| Self::of_code(n);
    Encoding: |v| v.code(), |n| Self::of_code(n);
    Language: |v| v.code(), |n| Self::of_code(n);
    Convention: |v| v.code(), |n| Self::of_code(n);
    Operation: |v| v.code(), |n| Self::of_code(n);
    EmissionKind: |v| v as u64, |n| [Self::None, Self::Full, Self::LineTablesOnly, Self::DebugDirectivesOnly]
        .into_iter().nth(usize::try_from(n).unwrap_or(usize::MAX));
    NameTableKind: |v| v as u64, |n| [Self::Default, Self::Gnu, Self::None, Self::Apple]
        .into_iter().nth(usize::try_from(n).unwrap_or(usize::MAX));
    DiFlags: |v| u64::from(v.0), |n| u32::try_from(n).ok().map(Self);
    DiSubprogramFlags: |v| u64::from(v.0), |n| u32::try_from(n).ok().map(Self);
}

/// A list preceded by a byte that tells whether it has items.
fn read_list<T>(
    r: &mut EntryReader<'_, '_>,
    item: impl FnMut(&mut EntryReader<'_, '_>) -> ReadResult<T>,
) -> ReadResult<Vec<T>> {
    if r.bool()? { r.list(item) } else { Ok(Vec::new()) }
}
fn write_list<T>(w: &mut EntryWriter<'_>, items: &[T], item: impl FnMut(&mut EntryWriter<'_>, &T)) {
    w.byte(u8::from(!items.is_empty()));
    if !items.is_empty() {
        w.list(items, item);
    }
}
impl Field for Bare<Attr> {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        let items = read_list(r, |r| {
            let attr = r.attr_opt()?;
            attr.ok_or_else(|| r.error("an item of a list is missing"))
        });
        items.map(Self)
    }
    fn write(&self, w: &mut EntryWriter<'_>) {
        write_list(w, &self.0, |w, &a| w.attr_opt(Some(a)));
    }
}

/// A name that is stored as the number of a string and not of an attribute.
struct Text(Attr);
impl Field for Text {
    fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Self> {
        let value = r.string()?.into();
        Ok(Self(r.cx().attr(StringAttr { value, ty: None })))
    }
    fn write(&self, _: &mut EntryWriter<'_>) {}
}

/// A step of an expression, which is an attribute of its own in bytecode.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct StepAttr(Step);
impl Storage for StepAttr {
    const NAME: Option<&'static str> = Some("llvm.di_expression_elem");
    fn print(&self, w: &mut AsmWriter<'_>) {
        use strata_ir::text::Param;
        w.text("<");
        self.0.print(w);
        w.text(">");
    }
}

const EXPRESSION_STEP: u64 = 4;
const EXPRESSION: u64 = 5;
const BASIC_TYPE: u64 = 0;
const FILE: u64 = 6;

/// Makes the readers and writers of records that are stored field by field.
macro_rules! records {
    ($($code:literal $name:ident [$($field:ident),*] $(unless $lost:ident)?;)*) => {
        fn read_record(r: &mut EntryReader<'_, '_>, code: u64) -> ReadResult<Option<Attr>> {
            Ok(Some(match code {
                $($code => {
                    $(let $field = Field::read(r)?;)*
                    $(let $lost = None;)?
                    r.cx().attr($name { $($field,)* $($lost,)? })
                })*
                _ => return Ok(None),
            }))
        }
        fn write_record(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
            $(if let Some(a) = cx.attr_as::<$name>(attr) {
                // A field that the record cannot hold: the attribute is written as text.
                $(if a.$lost.is_some() {
                    return false;
                })?
                w.varint($code);
                $(a.$field.write(w);)*
                return true;
            })*
            false
        }
    };
}
records! {
    1 DiCompileUnit [id, source_language, file, producer, is_optimized, emission_kind, name_table_kind]
        unless split_debug_filename;
    2 DiCompositeType [rec_id, is_rec_self, tag, name, file, line, scope, base_type, flags, size_in_bits,
        align_in_bits, data_location, rank, allocated, associated, elements];
    3 DiDerivedType [tag, name, base_type, size_in_bits, align_in_bits, offset_in_bits, dwarf_address_space,
        extra_data];
    7 DiGlobalVariable [scope, name, linkage_name, file, line, ty, is_local_to_unit, is_defined, align_in_bits];
    8 DiGlobalVariableExpression [var, expr];
    9 DiImportedEntity [tag, scope, entity, file, line, name, elements];
    10 DiLabel [scope, name, file, line];
    11 DiLexicalBlock [scope, file, line, column];
    12 DiLexicalBlockFile [scope, file, discriminator];
    13 DiLocalVariable [scope, name, file, line, arg, align_in_bits, ty, flags];
    14 DiNamespace [name, scope, export_symbols];
    15 DiSubprogram [rec_id, is_rec_self, id, compile_unit, scope, name, linkage_name, file, line, scope_line,
        subprogram_flags, ty, retained_nodes, annotations];
    16 DiSubrange [count, lower_bound, upper_bound, stride];
    17 DiSubroutineType [calling_convention, types];
}

/// Reads an attribute.
pub(crate) fn read(r: &mut EntryReader<'_, '_>) -> ReadResult<Attr> {
    let code = r.varint()?;
    let cx = r.cx();
    Ok(match code {
        BASIC_TYPE => {
            let (tag, Text(name)) = (Field::read(r)?, Field::read(r)?);
            cx.attr(DiBasicType { tag, name, size_in_bits: Field::read(r)?, encoding: Field::read(r)? })
        }
        FILE => {
            let (Text(name), Text(directory)) = (Field::read(r)?, Field::read(r)?);
            cx.attr(DiFile { name, directory })
        }
        EXPRESSION_STEP => {
            let operation = Field::read(r)?;
            let arguments = read_list(r, |r| r.varint())?;
            cx.attr(StepAttr(Step { operation, arguments }))
        }
        EXPRESSION => {
            let operations = read_list(r, |r| {
                let step = r.attr_opt()?.and_then(|a| r.cx().attr_as::<StepAttr>(a));
                step.map(|s| s.0.clone()).ok_or_else(|| r.error("a step of an expression is not one"))
            });
            cx.attr(DiExpression { operations: operations? })
        }
        _ => match read_record(r, code)? {
            Some(attr) => attr,
            None => return Err(r.error(format!("unknown attribute code of the llvm dialect: {code}"))),
        },
    })
}

/// Writes an attribute; `false`, with nothing written, when its form is text.
pub(crate) fn write(cx: &Context, attr: Attr, w: &mut EntryWriter<'_>) -> bool {
    let text = |attr: Attr| cx.attr_as::<StringAttr>(attr).filter(|s| s.ty.is_none()).map(|s| &*s.value);
    if let Some(a) = cx.attr_as::<DiBasicType>(attr) {
        let Some(name) = text(a.name) else { return false };
        w.varint(BASIC_TYPE);
        a.tag.write(w);
        w.string(name);
        a.size_in_bits.write(w);
        a.encoding.write(w);
    } else if let Some(a) = cx.attr_as::<DiFile>(attr) {
        let (Some(name), Some(directory)) = (text(a.name), text(a.directory)) else { return false };
        w.varint(FILE);
        w.string(name);
        w.string(directory);
    } else if let Some(StepAttr(step)) = cx.attr_as::<StepAttr>(attr) {
        w.varint(EXPRESSION_STEP);
        step.operation.write(w);
        write_list(w, &step.arguments, |w, &n| w.varint(n));
    } else if let Some(a) = cx.attr_as::<DiExpression>(attr) {
        w.varint(EXPRESSION);
        write_list(w, &a.operations, |w, step| w.attr_opt(Some(cx.attr(StepAttr(step.clone())))));
    } else {
        return write_record(cx, attr, w);
    }
    true
}
