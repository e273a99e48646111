//! Attributes that are one of several words.

pub use strata_core::AttrDef;

use crate::{PResult, Parser};

/// How an error names an attribute that is one of several words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordsOf {
    /// An enumeration by its name in C++, as the assembly formats of upstream do.
    Enum(&'static str),
    /// A kind in words, as upstream does for parameters of attributes that are older enumerations.
    Kind(&'static str),
}

impl WordsOf {
    /// The error message for a word that is none of `words`.
    pub fn unknown(self, words: &[&str], word: &str) -> String {
        let words = words.join(", ");
        match self {
            Self::Enum(name) => format!("expected {name} to be one of: {words}"),
            Self::Kind(kind) => format!("expected one of [{words}] for {kind}, got: {word}"),
        }
    }
}

/// Parses one of `words`, bare or as a string, and gives its number.
///
/// # Errors
/// At the word, naming all that could be there.
pub fn parse_word(p: &mut Parser<'_>, words: &[&str], of: WordsOf) -> PResult<usize> {
    let at = p.location();
    let word =
        if p.peek("\"") { p.keyword_or_string()? } else { p.keyword_opt().unwrap_or_default().to_owned() };
    words.iter().position(|w| *w == word).ok_or_else(|| p.error_at(at, of.unknown(words, &word)))
}

/// Declares enumerations that are attributes, with `strata_ir::prelude::*` in scope.
///
/// `angled` ones are in angle brackets, `#nvvm.mma_layout<row>` and `<row>` within an op; `bare` ones are not, `#gpu<dim x>`
/// and `x` within an op. After the full name come the description of the constraint and, after `of`, the C++ name of the
/// enumeration if errors use it (see [`WordsOf`]). A missing attribute has the value of the first case, or of the one after
/// `default`.
#[macro_export]
macro_rules! word_attrs {
    ($($(#[doc = $doc:tt])* $style:ident $name:ident = $full:tt $desc:tt $(of $cpp:tt)? $(default $default:ident)? {
        $($(#[doc = $case_doc:tt])* $case:ident = $word:tt,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $case_doc])* #[doc = concat!("`", $word, "`.")] $case,)*
        }
        impl $name {
            /// All cases, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];
            /// The words of all cases.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// The word of the case.
            pub fn word(self) -> &'static str {
                match self { $(Self::$case => $word),* }
            }
            /// The case with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$case),)* _ => None }
            }
            /// The case as an attribute.
            pub fn attr(self, cx: &Context) -> Attr {
                cx.attr(self)
            }
            /// Parses the word alone.
            pub fn parse_word(p: &mut Parser<'_>) -> PResult<Self> {
                let of = $crate::word_attrs!(@of $desc $($cpp)?);
                $crate::words::parse_word(p, Self::WORDS, of).map(|i| Self::ALL[i])
            }
        }
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($full);
            fn print(&self, w: &mut AsmWriter<'_>) {
                $crate::word_attrs!(@print $style w self.word());
            }
        }
        impl $crate::AttrSyntax for $name {
            const DEF: $crate::words::AttrDef = $crate::words::AttrDef {
                name: $full,
                doc: concat!($($doc),*),
                parse: &((|p| {
                    let angled = $crate::word_attrs!(@open $style p);
                    let case = Self::parse_word(p)?;
                    if angled {
                        p.expect(">")?;
                    }
                    Ok(p.cx().attr(case))
                }) as $crate::ParseAttr),
            };
        }
        impl AttrConstraint for $name {
            type Storage = Self;
            const DESC: &'static str = $desc;
            const FORM: AttrForm = AttrForm::Params($full);
            fn default(cx: &Context) -> Attr {
                cx.attr([$(Self::$default,)? $(Self::$case),*][0])
            }
        }
    )*};
    (@of $desc:tt) => { $crate::words::WordsOf::Kind($desc) };
    (@of $desc:tt $cpp:tt) => { $crate::words::WordsOf::Enum($cpp) };
    (@print angled $w:ident $word:expr) => { $w.text("<").keyword_or_string($word).text(">"); };
    (@print bare $w:ident $word:expr) => { $w.text(" ").keyword_or_string($word); };
    (@open angled $p:ident) => {{ $p.expect("<")?; true }};
    (@open bare $p:ident) => { $p.eat("<") };
}
