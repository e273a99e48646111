//! What went wrong in a kernel, and where: [`SimError`].

use std::{fmt, sync::Arc};

use strata_ir::prelude::{Context, Diagnostic, Location};

/// What kind of mistake a [`SimError`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The kernel has something that is not simulated.
    Unsupported,
    /// The launch does not fit to the kernel or the device.
    Launch,
    /// An access outside of every buffer, or past the end of one.
    OutOfBounds,
    /// An access to an address that is no multiple of what the access needs.
    Misaligned,
    /// An address of one space where another one is needed, or a write to memory that is constant.
    WrongSpace,
    /// A read of memory that nobody has written.
    Uninitialised,
    /// Two threads access the same byte, one of them writes, and nothing orders them.
    Race,
    /// Memory of an asynchronous operation is used before its end was waited for.
    MissingWait,
    /// Data that threads have written is read by the asynchronous proxy without a fence between.
    MissingFence,
    /// Threads that have to do something together do not.
    Divergence,
    /// All threads wait.
    Deadlock,
    /// An operation that is undefined for its operands, or a barrier object that is used wrongly.
    Undefined,
    /// The kernel executed more instructions than the limit allows.
    Limit,
}

impl ErrorKind {
    /// A short name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unsupported => "unsupported",
            Self::Launch => "launch",
            Self::OutOfBounds => "out of bounds",
            Self::Misaligned => "misaligned",
            Self::WrongSpace => "wrong address space",
            Self::Uninitialised => "uninitialised read",
            Self::Race => "data race",
            Self::MissingWait => "missing wait",
            Self::MissingFence => "missing fence",
            Self::Divergence => "divergence",
            Self::Deadlock => "deadlock",
            Self::Undefined => "undefined",
            Self::Limit => "limit",
        }
    }
}

/// An error of a kernel: what, in which kernel, at which op, in which block and thread.
#[derive(Clone)]
pub struct SimError {
    /// The kind of mistake.
    pub kind: ErrorKind,
    /// What happened.
    pub message: String,
    /// The kernel; empty when it is about none.
    pub kernel: String,
    /// Name of the op; empty when it is about none.
    pub op: String,
    /// The block.
    pub block: Option<[u32; 3]>,
    /// The thread of the block.
    pub thread: Option<[u32; 3]>,
    /// Where the op stands.
    pub location: Option<Location>,
    /// `file:line:column` of the location.
    pub place: Option<String>,
}

impl SimError {
    pub(crate) fn new(kind: ErrorKind, message: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            kind,
            message: message.into(),
            kernel: String::new(),
            op: String::new(),
            block: None,
            thread: None,
            location: None,
            place: None,
        })
    }
    pub(crate) fn at_op(mut self: Box<Self>, cx: &Arc<Context>, loc: Location, op: &str) -> Box<Self> {
        self.location = Some(loc);
        self.place = loc.file_line_col(cx).map(|(file, line, col)| format!("{file}:{line}:{col}"));
        op.clone_into(&mut self.op);
        self
    }
    pub(crate) fn in_kernel(mut self: Box<Self>, kernel: &str) -> Box<Self> {
        kernel.clone_into(&mut self.kernel);
        self
    }
    /// The error as a diagnostic of the framework, located at the op; `None` for an error that is about no op.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        self.location.map(|loc| Diagnostic::error(loc, self.text()))
    }
    /// Everything but the place.
    fn text(&self) -> String {
        let mut out = String::new();
        if !self.op.is_empty() {
            out.push_str(&format!("'{}' op ", self.op));
        }
        out.push_str(&format!("{}: {}", self.kind.name(), self.message));
        if !self.kernel.is_empty() {
            out.push_str(&format!(" (kernel '{}'", self.kernel));
            if let Some([x, y, z]) = self.block {
                out.push_str(&format!(", block [{x}, {y}, {z}]"));
            }
            if let Some([x, y, z]) = self.thread {
                out.push_str(&format!(", thread [{x}, {y}, {z}]"));
            }
            out.push(')');
        }
        out
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        f.write_str(&self.text())
    }
}
impl fmt::Debug for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl std::error::Error for SimError {}

/// What everything in this crate returns.
pub type Result<T, E = Box<SimError>> = std::result::Result<T, E>;

/// An error while an instruction is executed, before the kernel, the op and the block are known.
#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: ErrorKind,
    pub message: String,
    /// The lane of the warp, if it is one.
    pub lane: Option<u32>,
}

/// The result of executing something.
pub(crate) type Exec<T> = std::result::Result<T, Box<Fault>>;

/// An error of one lane.
pub(crate) fn fault<T>(kind: ErrorKind, lane: impl Into<Option<u32>>, message: impl Into<String>) -> Exec<T> {
    Err(Box::new(Fault { kind, message: message.into(), lane: lane.into() }))
}
