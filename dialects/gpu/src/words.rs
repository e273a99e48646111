//! Enumerations that assembly formats show as a bare word: `#gpu<dim x>` is `x` there.

/// Declares enumerations with `strata_ir::prelude::*` in scope; their full form is `#dialect<name word>`.
///
/// After the full name come the constraint in words, the C++ name that errors mention, and, where there is one, the default.
#[macro_export]
macro_rules! word_enums {
    ($($(#[doc = $doc:tt])* $name:ident $full:tt $desc:tt $cpp:tt $(default $default:ident)? {
        $($(#[doc = $vdoc:tt])* $variant:ident = $word:tt,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $vdoc])* $variant,)*
        }
        impl $name {
            /// All values, in order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// The word that stands for the value.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
            /// The value that a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
            /// The value as an attribute.
            pub fn attr(self, cx: &Context) -> Attr {
                cx.attr(self)
            }
            /// Parses the word alone.
            pub fn parse_word(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                let word = p.keyword_opt().unwrap_or_default();
                Self::from_word(word).ok_or_else(|| {
                    let words: Vec<&str> = Self::ALL.iter().map(|v| v.word()).collect();
                    p.error_at(at, format!("expected {} to be one of: {}", $cpp, words.join(", ")))
                })
            }
        }
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($full);
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.text(" ").text(self.word());
            }
        }
        impl strata_ir::text::AttrSyntax for $name {
            const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
                name: $full,
                doc: concat!($($doc),*),
                parse: &((|p| {
                    let angle = p.eat("<");
                    let value = Self::parse_word(p)?;
                    if angle {
                        p.expect(">")?;
                    }
                    Ok(p.cx().attr(value))
                }) as strata_ir::text::ParseAttr),
            };
        }
        impl AttrConstraint for $name {
            type Storage = $name;
            const DESC: &'static str = $desc;
            const FORM: AttrForm = AttrForm::Params($full);
            $(fn default(cx: &Context) -> Attr {
                cx.attr(Self::$default)
            })?
        }
    )*};
}
