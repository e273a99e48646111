//! Enumerations: `#stablehlo<comparison_direction LT>`.

use strata_ir::prelude::*;

/// Declares enumerations for use with `strata_ir::prelude::*` in scope. Their full form is `#stablehlo<name WORD>`, in assembly formats just `WORD`.
#[macro_export]
macro_rules! word_enums {
    ($($(#[doc = $doc:tt])* $name:ident $full:tt $desc:tt {
        $($(#[doc = $vdoc:tt])* $variant:ident = $word:tt,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[doc = $vdoc])* $variant,)*
        }
        impl $name {
            /// The words, in order of declaration.
            pub const WORDS: &'static [&'static str] = &[$($word),*];
            /// The word that stands for the value.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }
            /// The value that a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
            /// Parses the word alone.
            pub fn parse_word(p: &mut Parser<'_>) -> PResult<Self> {
                let at = p.location();
                let word = p.keyword_opt().unwrap_or_default();
                Self::from_word(word).ok_or_else(|| {
                    p.error_at(at, format!("expected ::mlir::stablehlo::{} to be one of: {}", stringify!($name), Self::WORDS.join(", ")))
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
        }
    )*};
}

word_enums! {
    /// How exact a contraction is.
    Precision "stablehlo.precision" "XLA precision for an operand. Has backend specific meaning." {
        /// As the target likes.
        Default = "DEFAULT",
        /// More exact.
        High = "HIGH",
        /// As exact as possible.
        Highest = "HIGHEST",
    }
    /// A comparison.
    ComparisonDirection "stablehlo.comparison_direction" "Which comparison operation to perform." {
        /// Equal.
        Eq = "EQ",
        /// Not equal.
        Ne = "NE",
        /// Greater or equal.
        Ge = "GE",
        /// Greater.
        Gt = "GT",
        /// Less or equal.
        Le = "LE",
        /// Less.
        Lt = "LT",
    }
    /// The order that a comparison uses.
    ComparisonType "stablehlo.comparison_type" "Which comparison type to use." {
        /// The one of the element type.
        NoType = "NOTYPE",
        /// The partial order of floats.
        Float = "FLOAT",
        /// The total order of floats.
        TotalOrder = "TOTALORDER",
        /// That of signed integers.
        Signed = "SIGNED",
        /// That of unsigned integers and booleans.
        Unsigned = "UNSIGNED",
    }
    /// A Fourier transform.
    FftType "stablehlo.fft_type" "XLA fast fourier transform type." {
        /// Complex to complex.
        Fft = "FFT",
        /// Its inverse.
        Ifft = "IFFT",
        /// Real to complex.
        Rfft = "RFFT",
        /// Complex to real.
        Irfft = "IRFFT",
    }
    /// What is done to a matrix before it is used.
    Transpose "stablehlo.transpose" "Transpose options" {
        /// Not a value.
        Invalid = "TRANSPOSE_INVALID",
        /// Nothing.
        NoTranspose = "NO_TRANSPOSE",
        /// It is transposed.
        Transpose = "TRANSPOSE",
        /// It is transposed and conjugated.
        Adjoint = "ADJOINT",
    }
    /// A distribution of random numbers.
    RngDistribution "stablehlo.rng_distribution" "XLA PRNG distribution to be used." {
        /// Uniform.
        Uniform = "UNIFORM",
        /// Normal.
        Normal = "NORMAL",
    }
    /// A generator of random bits.
    RngAlgorithm "stablehlo.rng_algorithm" "XLA PRNG algorithm to be used." {
        /// As the target likes.
        Default = "DEFAULT",
        /// Threefry.
        ThreeFry = "THREE_FRY",
        /// Philox.
        Philox = "PHILOX",
    }
}

/// How exact the result of a transcendental op is.
#[attr(name = "stablehlo.result_accuracy_mode")]
#[derive(Default)]
pub enum ResultAccuracyMode {
    /// As the target likes.
    #[default]
    #[ir_name = "DEFAULT"]
    Default,
    /// As exact as possible.
    #[ir_name = "HIGHEST"]
    Highest,
    /// Within the tolerances given.
    #[ir_name = "TOLERANCE"]
    Tolerance,
}
