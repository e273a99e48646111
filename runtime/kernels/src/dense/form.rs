//! [`Form`]: the instruction sets that inner loops are compiled for.
//!
//! A loop is plain code that the compiler vectorises, once for each form; which one runs is decided by the processor at run time. A form
//! has the shape of the tile of a product that fits its registers.

use super::vector::Vector;

/// The instruction set of an inner loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// The instructions that every processor of the architecture has.
    Baseline,
    /// 16 registers of 256 bits.
    Avx2,
    /// 32 registers of 512 bits.
    Avx512,
}

impl Form {
    const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];

    /// The best form of this processor.
    #[inline]
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|form| form.runs()).unwrap_or(Self::Baseline)
    }
    #[cfg(target_arch = "x86_64")]
    #[inline]
    fn runs(self) -> bool {
        match self {
            Self::Baseline => true,
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            Self::Avx512 => {
                Self::Avx2.runs()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    fn runs(self) -> bool {
        self == Self::Baseline
    }
    /// All forms that this processor can run.
    #[cfg(test)]
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|form| form.runs())
    }
}

/// An inner loop with its operands.
pub trait Loop<T> {
    /// Its result.
    type Output;
    /// Runs it with tiles of `MR` rows and `NR` columns, two vectors.
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) -> Self::Output;
}

/// Implements `Real::run_in` by a function for each form, given the rows and columns of its tiles.
macro_rules! forms {
    ($float:ty: $rows:literal by $columns:literal, $rows_512:literal by $columns_512:literal, $lanes:literal $register:ident $register_512:ident) => {
        fn tile(form: Form) -> [usize; 2] {
            if form == Form::Avx512 { [$rows_512, $columns_512] } else { [$rows, $columns] }
        }
        fn run_in<L: Loop<Self>>(form: Form, body: L) -> L::Output {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn wide<L: Loop<$float>>(body: L) -> L::Output {
                body.run::<super::registers::$register, $rows, $columns>()
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,fma")]
            fn widest<L: Loop<$float>>(body: L) -> L::Output {
                body.run::<super::registers::$register_512, $rows_512, $columns_512>()
            }
            match form.min(Form::best()) {
                // SAFETY: the processor has what the function is compiled for, as its best form is not less.
                #[cfg(target_arch = "x86_64")]
                Form::Avx512 => unsafe { widest(body) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Form::Avx2 => unsafe { wide(body) },
                _ => body.run::<super::vector::Plain<$float, $lanes>, $rows, $columns>(),
            }
        }
    };
}
pub(super) use forms;
