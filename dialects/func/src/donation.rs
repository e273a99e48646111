//! Donated arguments: those whose memory the caller of a program gives away, as JAX writes them at its functions.

use strata_ir::prelude::*;

/// The attribute of an argument whose memory a result takes, with the number of the result.
const ALIAS: &str = "tf.aliasing_output";
/// The attribute of an argument whose memory any result may take.
const DONOR: &str = "jax.buffer_donor";

/// The results that may take the memory of an argument, which its caller does not use any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Donation {
    /// Any result (`jax.buffer_donor`).
    Any,
    /// The result with this number (`tf.aliasing_output`).
    Output(usize),
}

impl Donation {
    /// The donation that the attributes of an argument tell.
    #[must_use]
    pub fn of_argument(cx: &Context, own: &DictionaryAttr) -> Option<Self> {
        let output = own.get(cx.intern(ALIAS)).and_then(|a| cx.attr_i64(a));
        if let Some(number) = output.and_then(|n| usize::try_from(n).ok()) {
            return Some(Self::Output(number));
        }
        let donor = own.get(cx.intern(DONOR))?;
        (cx.attr_i64(donor) != Some(0)).then_some(Self::Any)
    }
    /// The donation of each argument of a function, by its attribute `arg_attrs`; no item where it has none.
    #[must_use]
    pub fn of_function(body: &Body) -> Vec<Option<Self>> {
        let cx = body.cx();
        let list = body.attr(Op::SELF, "arg_attrs").and_then(|a| cx.attr_as::<ArrayAttr>(a));
        let one = |&own: &Attr| Self::of_argument(cx, cx.attr_as::<DictionaryAttr>(own)?);
        list.map(|list| list.0.iter().map(one).collect()).unwrap_or_default()
    }
}
