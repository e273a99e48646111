//! [`Codec`]: the binary forms that a dialect gives to its attributes and types.

use strata_core::{Attr, Context, OpInfo, Type};

use crate::{EntryReader, EntryWriter, ReadResult, builtin};

/// How one property of an op is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyForm {
    /// The number of an attribute.
    Required,
    /// The number of an attribute, or a marker for a missing one.
    Optional,
    /// The number of an attribute that was added to the op later; it is omitted where it is missing.
    Newer,
    /// An attribute of newer versions of the op that this version lacks: it is written as missing after the other properties, which older
    /// readers skip, and a file that has it is rejected.
    Unknown,
    /// The value of an integer attribute whose type has this many bits.
    Integer(u32),
    /// Whether a unit attribute is there, as a byte.
    Flag,
    /// Sizes of operand or result groups: an attribute in version 5, since then numbers after all others.
    Segments,
}

/// One property of an op, where its form does not follow from the declaration of the op.
#[derive(Clone, Copy, Debug)]
pub struct PropertySpec {
    /// The attribute.
    pub name: &'static str,
    /// Its form.
    pub form: PropertyForm,
}

impl PropertySpec {
    /// `!name` is required, `?name` optional, `^name` newer than some writers, `-name` not known here, `#name` a number of 32 bits, `~name` a flag, `=name` sizes of groups.
    pub const fn parse(text: &'static str) -> Self {
        let form = match text.as_bytes() {
            [b'?', ..] => PropertyForm::Optional,
            [b'^', ..] => PropertyForm::Newer,
            [b'-', ..] => PropertyForm::Unknown,
            [b'#', ..] => PropertyForm::Integer(32),
            [b'~', ..] => PropertyForm::Flag,
            [b'=', ..] => PropertyForm::Segments,
            _ => PropertyForm::Required,
        };
        match text.split_at_checked(1) {
            Some((_, name)) => Self { name, form },
            None => Self { name: text, form },
        }
    }
}

/// Properties in the notation of [`PropertySpec::parse`].
#[macro_export]
macro_rules! properties {
    ($($text:literal),* $(,)?) => {
        const { &[$($crate::PropertySpec::parse($text)),*] }
    };
}

/// A codec for a dialect whose attributes and types are text, and whose ops have these properties.
pub const fn properties_only(properties: fn(&OpInfo) -> Option<&'static [PropertySpec]>) -> Codec {
    Codec {
        read_attr: |r| Err(r.error("the dialect has no binary attributes")),
        read_type: |r| Err(r.error("the dialect has no binary types")),
        write_attr: |_, _, _| false,
        write_type: |_, _, _| false,
        properties,
    }
}

/// The binary forms of a dialect; a `static` in [`Dialect::bytecode`](strata_core::Dialect).
pub struct Codec {
    /// Reads an attribute, whose code comes first.
    pub read_attr: fn(&mut EntryReader<'_, '_>) -> ReadResult<Attr>,
    /// Reads a type, whose code comes first.
    pub read_type: fn(&mut EntryReader<'_, '_>) -> ReadResult<Type>,
    /// Writes an attribute; `false`, with nothing written, when it has no binary form.
    pub write_attr: fn(&Context, Attr, &mut EntryWriter<'_>) -> bool,
    /// Writes a type; `false`, with nothing written, when it has no binary form.
    pub write_type: fn(&Context, Type, &mut EntryWriter<'_>) -> bool,
    /// The properties of an op in the order in which they are stored; `None` when they follow from the declaration.
    pub properties: fn(&OpInfo) -> Option<&'static [PropertySpec]>,
}

/// The codec of a dialect.
pub(crate) fn codec_of(cx: &Context, dialect: &str) -> Option<&'static Codec> {
    if dialect == "builtin" {
        return Some(&builtin::CODEC);
    }
    cx.dialect(dialect)?.bytecode?.downcast_ref::<Codec>()
}
