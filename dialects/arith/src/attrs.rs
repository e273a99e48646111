//! Attributes of `arith`: fast-math and overflow flags, comparison predicates and rounding modes.

use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

/// Defines a set of flags that is an attribute `#arith.name<a, b>`.
macro_rules! flags {
    (
        $(#[$meta:meta])* $name:ident($ir_name:tt, $separator:tt),
        $(#[$all_meta:meta])* all $all:ident = $all_word:tt,
        $($(#[$flag_meta:meta])* $flag:ident = $bit:tt $word:tt,)*
        ; constraint $(#[$c_meta:meta])* $constraint:ident = $desc:tt
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
        pub struct $name(u32);

        impl $name {
            /// No flag.
            pub const NONE: Self = Self(0);
            $(#[$all_meta])*
            pub const $all: Self = Self($(1 << $bit)|*);
            $($(#[$flag_meta])* pub const $flag: Self = Self(1 << $bit);)*
            const WORDS: &'static [(&'static str, u32)] = &[$(($word, 1 << $bit)),*];
            const ALL_WORD: Option<&'static str> = $all_word;

            /// Whether all flags of `other` are set.
            pub fn contains(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }
            /// The flags of both.
            pub fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
            /// The flags that both have.
            pub fn intersection(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
            /// The flags as an attribute.
            pub fn attr(self, cx: &Context) -> Attr {
                cx.attr(self)
            }
            /// The flags of an attribute; none for any other attribute.
            pub fn from_attr(cx: &Context, attr: Option<Attr>) -> Self {
                attr.and_then(|a| cx.attr_as::<Self>(a)).copied().unwrap_or_default()
            }
            fn parse(p: &mut Parser<'_>) -> PResult<Self> {
                p.expect("<")?;
                let mut bits = 0;
                loop {
                    let at = p.location();
                    let word = p.keyword()?;
                    bits |= match Self::WORDS.iter().find(|w| w.0 == word) {
                        Some(w) => w.1,
                        None if word == "none" => 0,
                        None if Self::ALL_WORD == Some(word) => Self::$all.0,
                        None => {
                            let words: Vec<&str> = Self::WORDS.iter().map(|w| w.0).collect();
                            let all = Self::ALL_WORD.map_or(String::new(), |w| format!(", {w}"));
                            let message = format!("expected ::mlir::arith::{} to be one of: none, {}{all}", stringify!($name), words.join(", "));
                            return Err(p.error_at(at, message));
                        }
                    };
                    if !p.eat(",") {
                        break;
                    }
                }
                p.expect(">")?;
                Ok(Self(bits))
            }
        }

        impl Storage for $name {
            const NAME: Option<&'static str> = Some($ir_name);
            fn print(&self, w: &mut AsmWriter<'_>) {
                w.text("<");
                match Self::ALL_WORD {
                    Some(word) if *self == Self::$all => {
                        w.text(word);
                    }
                    _ if self.0 == 0 => {
                        w.text("none");
                    }
                    _ => {
                        let set = Self::WORDS.iter().filter(|w| self.0 & w.1 != 0);
                        let words: SmallVec<[&str; 8]> = set.map(|w| w.0).collect();
                        w.text(&words.join($separator));
                    }
                }
                w.text(">");
            }
        }

        impl AttrSyntax for $name {
            const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
                name: $ir_name,
                doc: $desc,
                parse: &((|p| {
                    let value = $name::parse(p)?;
                    Ok(p.cx().attr(value))
                }) as ParseAttr),
            };
        }

        attr_constraint! {
            $(#[$c_meta])*
            $constraint: $name = $desc, |a, cx| cx.attr_as::<$name>(a).is_some(),
                form AttrForm::Params($ir_name), default |cx| cx.attr($name::NONE);
        }
    };
}

flags! {
    /// Which liberties an op on floats may take.
    FastMathFlags("arith.fastmath", ","),
    /// All liberties.
    all FAST = (Some("fast")),
    /// Reassociate.
    REASSOC = 0 "reassoc",
    /// No operand or result is NaN.
    NNAN = 1 "nnan",
    /// No operand or result is infinite.
    NINF = 2 "ninf",
    /// The sign of zero does not matter.
    NSZ = 3 "nsz",
    /// Multiply by the reciprocal instead of dividing.
    ARCP = 4 "arcp",
    /// Contract, as to fused multiply-add.
    CONTRACT = 5 "contract",
    /// Approximate functions.
    AFN = 6 "afn",
    ; constraint
    /// `#arith.fastmath<…>`.
    FastMath = "Floating point fast math flags"
}

flags! {
    /// Which overflows of an op on integers do not happen.
    IntegerOverflowFlags("arith.overflow", ", "),
    /// Neither signed nor unsigned overflow.
    all BOTH = None,
    /// No signed overflow.
    NSW = 0 "nsw",
    /// No unsigned overflow.
    NUW = 1 "nuw",
    ; constraint
    /// `#arith.overflow<…>`.
    IntegerOverflow = "Integer overflow arith flags"
}

/// Defines an enum that is an integer attribute.
macro_rules! int_enum {
    (
        $(#[$meta:meta])* $name:ident: $int:ident,
        $($(#[$case_meta:meta])* $case:ident = $value:tt $word:tt,)*
        ; constraint $(#[$c_meta:meta])* $constraint:ident = $desc:tt
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$case_meta])* $case = $value,)*
        }

        impl $name {
            /// All cases, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$case),*];
            /// The case with this number.
            pub fn from_i64(value: i64) -> Option<Self> {
                usize::try_from(value).ok().and_then(|i| Self::ALL.get(i)).copied()
            }
            /// The case with this word.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|c| c.word() == word)
            }
            /// The word of the case.
            pub fn word(self) -> &'static str {
                match self { $(Self::$case => $word,)* }
            }
            /// The case as an attribute.
            pub fn attr(self, cx: &Context) -> Attr {
                cx.int_attr(self as i64, cx.$int())
            }
            /// The case of an attribute.
            pub fn from_attr(cx: &Context, attr: Attr) -> Option<Self> {
                cx.attr_i64(attr).and_then(Self::from_i64)
            }
        }

        attr_constraint! {
            $(#[$c_meta])*
            $constraint: IntegerAttr = $desc,
                |a, cx| cx.attr_type(a) == Some(cx.$int()) && $name::from_attr(cx, a).is_some(),
                form AttrForm::Keyword(&[$(($word, $value)),*], Context::$int);
        }
    };
}

int_enum! {
    /// How `arith.cmpi` compares.
    CmpIPredicate: i64,
    /// Equal.
    Eq = 0 "eq",
    /// Not equal.
    Ne = 1 "ne",
    /// Signed less.
    Slt = 2 "slt",
    /// Signed less or equal.
    Sle = 3 "sle",
    /// Signed greater.
    Sgt = 4 "sgt",
    /// Signed greater or equal.
    Sge = 5 "sge",
    /// Unsigned less.
    Ult = 6 "ult",
    /// Unsigned less or equal.
    Ule = 7 "ule",
    /// Unsigned greater.
    Ugt = 8 "ugt",
    /// Unsigned greater or equal.
    Uge = 9 "uge",
    ; constraint
    /// A [`CmpIPredicate`].
    CmpIPredicateAttr = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9"
}

int_enum! {
    /// How `arith.cmpf` compares: `O…` is false and `U…` is true when an operand is NaN.
    CmpFPredicate: i64,
    /// Never.
    AlwaysFalse = 0 "false",
    /// Equal.
    Oeq = 1 "oeq",
    /// Greater.
    Ogt = 2 "ogt",
    /// Greater or equal.
    Oge = 3 "oge",
    /// Less.
    Olt = 4 "olt",
    /// Less or equal.
    Ole = 5 "ole",
    /// Not equal.
    One = 6 "one",
    /// No operand is NaN.
    Ord = 7 "ord",
    /// Equal.
    Ueq = 8 "ueq",
    /// Greater.
    Ugt = 9 "ugt",
    /// Greater or equal.
    Uge = 10 "uge",
    /// Less.
    Ult = 11 "ult",
    /// Less or equal.
    Ule = 12 "ule",
    /// Not equal.
    Une = 13 "une",
    /// An operand is NaN.
    Uno = 14 "uno",
    /// Always.
    AlwaysTrue = 15 "true",
    ; constraint
    /// A [`CmpFPredicate`].
    CmpFPredicateAttr = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
}

int_enum! {
    /// How a conversion rounds.
    RoundingMode: i32,
    /// To the nearest value, ties to even.
    ToNearestEven = 0 "to_nearest_even",
    /// Towards minus infinity.
    Downward = 1 "downward",
    /// Towards plus infinity.
    Upward = 2 "upward",
    /// Towards zero.
    TowardZero = 3 "toward_zero",
    /// To the nearest value, ties away from zero.
    ToNearestAway = 4 "to_nearest_away",
    ; constraint
    /// A [`RoundingMode`].
    RoundingModeAttr = "Floating point rounding mode"
}

int_enum! {
    /// The operation of an atomic read-modify-write or of a reduction.
    AtomicRmwKind: i64,
    /// Float addition.
    Addf = 0 "addf",
    /// Integer addition.
    Addi = 1 "addi",
    /// Bitwise and.
    Andi = 2 "andi",
    /// Assignment.
    Assign = 3 "assign",
    /// Float maximum that propagates NaN.
    Maximumf = 4 "maximumf",
    /// Float maximum that ignores NaN.
    Maxnumf = 5 "maxnumf",
    /// Signed maximum.
    Maxs = 6 "maxs",
    /// Unsigned maximum.
    Maxu = 7 "maxu",
    /// Float minimum that propagates NaN.
    Minimumf = 8 "minimumf",
    /// Float minimum that ignores NaN.
    Minnumf = 9 "minnumf",
    /// Signed minimum.
    Mins = 10 "mins",
    /// Unsigned minimum.
    Minu = 11 "minu",
    /// Float multiplication.
    Mulf = 12 "mulf",
    /// Integer multiplication.
    Muli = 13 "muli",
    /// Bitwise or.
    Ori = 14 "ori",
    /// Bitwise exclusive or.
    Xori = 15 "xori",
    ; constraint
    /// An [`AtomicRmwKind`].
    AtomicRmwKindAttr = "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15"
}

impl CmpIPredicate {
    /// The predicate that is true where this one is false.
    pub fn inverse(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }
    /// The equivalent predicate for exchanged operands.
    pub fn swapped(self) -> Self {
        use CmpIPredicate::*;
        match self {
            Eq | Ne => self,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }
    /// Whether the predicate holds for two equal operands.
    pub fn holds_for_equal(self) -> bool {
        use CmpIPredicate::*;
        matches!(self, Eq | Sle | Sge | Ule | Uge)
    }
}
