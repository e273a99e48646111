//! The driver: visits ops once and applies the conversion of their kind.

use strata_core::{Body, Diagnostic, Op, OpInfo};

/// The name of the driver's events, upstream's `DEBUG_TYPE`.
const TARGET: &str = "dialect-conversion";

/// The result of a conversion, or the reason for its failure, which becomes part of a diagnostic that names the op.
pub type Converted<T = ()> = Result<T, String>;

/// Why an op could not be converted.
#[derive(Clone, Debug)]
pub enum Failure {
    /// For this reason.
    Because(String),
    /// Something in it could not be, for which there are diagnostics already.
    Reported(Vec<Diagnostic>),
    /// It need not be: the op stays as it is, and the conversion goes on.
    Stays,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self::Because(why)
    }
}
impl From<&str> for Failure {
    fn from(why: &str) -> Self {
        Self::Because(why.to_owned())
    }
}

/// The treatment of the ops of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule<H> {
    /// The handler converts them.
    Convert(H),
    /// They may remain.
    Legal,
    /// They must not remain and have no conversion; the text is the reason.
    Illegal(&'static str),
}

/// A conversion while it runs.
pub trait Conversion {
    /// Identifies how an op is converted, for example a function.
    type Handler: Copy;
    /// The body that has the ops to convert.
    fn body(&self) -> &Body;
    /// The rule for ops of this kind. The driver asks for each op.
    fn rule(&self, info: &'static OpInfo) -> Rule<Self::Handler>;
    /// Converts one op. After an error the op stays, and the conversion as a whole has failed.
    ///
    /// # Errors
    /// Why the op cannot be converted.
    fn convert(&mut self, op: Op, handler: Self::Handler) -> Result<(), Failure>;
    /// The diagnostic for an op that cannot be converted.
    fn failure(&self, op: Op, why: &str) -> Diagnostic {
        failure(self.body(), op, why)
    }
    /// Whether the ops after one that failed are converted, for their own errors.
    fn continues_after_errors(&self) -> bool {
        true
    }
}

/// The result of [`convert_ops`].
#[derive(Debug, Default)]
pub struct Outcome {
    /// The ops that were converted, in order.
    pub converted: Vec<Op>,
    /// One diagnostic for each op that was not.
    pub errors: Vec<Diagnostic>,
}

/// Converts `ops` in this order.
pub fn convert_ops<C: Conversion + ?Sized>(conversion: &mut C, ops: impl IntoIterator<Item = Op>) -> Outcome {
    let mut outcome = Outcome::default();
    for op in ops {
        let info = conversion.body().info(op);
        let result = match conversion.rule(info) {
            Rule::Convert(handler) => conversion.convert(op, handler),
            Rule::Legal => {
                tracing::debug!(target: TARGET, "'{}' is legal", info.name);
                continue;
            }
            Rule::Illegal(why) => Err(why.into()),
        };
        match result {
            Ok(()) => {
                tracing::debug!(target: TARGET, "'{}' converted", info.name);
                outcome.converted.push(op);
                continue;
            }
            Err(Failure::Because(why)) => {
                tracing::debug!(target: TARGET, "'{}' failed: {why}", info.name);
                outcome.errors.push(conversion.failure(op, &why));
            }
            Err(Failure::Reported(more)) => outcome.errors.extend(more),
            Err(Failure::Stays) => continue,
        }
        if !conversion.continues_after_errors() {
            break;
        }
    }
    outcome
}

/// The diagnostic that names an op and the reason why it cannot be converted.
pub fn failure(body: &Body, op: Op, why: &str) -> Diagnostic {
    let message = format!("failed to legalize operation '{}': {why}", body.op_name(op));
    Diagnostic::error(body.loc(op), message)
}
