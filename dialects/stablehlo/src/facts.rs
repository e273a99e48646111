//! Facts about ops, which passes, lowerings, the interpreter and tests query instead of comparing names.
//!
//! A fact is an interface without methods, listed in `facts = [...]` of `#[op]`. Every op of StableHLO and CHLO states exactly one
//! [class](CLASSES), which describes how it treats the elements of its operands; a test of the registry names an op that does not.

use strata_ir::core::OpInfo;

/// Whether the op that a descriptor describes has a fact.
pub type Holds = fn(&OpInfo) -> bool;

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $($(#[$doc])* pub trait $name {})*
    };
}

macro_rules! classes {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        facts! { $($(#[$doc])* $name;)* }
        /// The classes of ops, which exclude each other: name, and whether an op is of the class.
        pub static CLASSES: &[(&str, Holds)] =
            &[$((stringify!($name), |info| info.implements::<dyn $name>())),*];
    };
}

classes! {
    /// The elements of its results are elements of its operands, or of its attribute, unchanged.
    MovesElements;
    /// Forwards whole values: control flow, tuples, tokens. The ops in its regions have facts of their own.
    CarriesValues;
    /// Works on bits or on sizes: nothing is rounded, whatever the elements are.
    Bitwise;
    /// Computes on numbers, and every implementation gives the same bits.
    Exact;
    /// Computes by additions, multiplications and the like, whose results are rounded.
    Rounds;
    /// A function that is no single instruction: an exponential, a logarithm, a root, trigonometry.
    Transcendental;
    /// The result depends on state outside of the program: other devices, the host, a generator.
    External;
}

facts! {
    /// Worth evaluating by the interpreter's kernels where all operands are constants.
    Evaluable;
    /// One correctly rounded operation for each element, or such operations in an order that the program gives.
    CorrectlyRounded;
    /// The result depends on the order of its steps when infinities and NaN are among the operands.
    OrderDependent;
    /// Magnifies the errors of its operands by any factor.
    IllConditioned;
    /// Results for complex numbers jump somewhere on the axes.
    BranchCut;
    /// Operands determine the sizes of the result, so static sizes in its type are a promise.
    SizedByOperands;
    /// Joins two numbers to one, in any order and any grouping of several: what folds may compute in any order.
    Associative;
    /// Folds elements by its region, in an order that is left open.
    Folds;
    /// Computed for real numbers alone, by XLA too, though its declaration lets complex ones in. The domain of any other elementwise op
    /// is what its operands' constraints let in.
    RealDomain;
    /// Magnifies the errors of complex operands by any factor.
    ComplexIllConditioned;
    /// Tells one NaN from another by their bits.
    ReadsNanBits;
    /// Moves elements, and may have operands and results of several scales where these are quantized.
    Rescales;
    /// Sees quantized numbers as the integers that are stored, though it does not only move them.
    ReadsStorage;
}
