//! Errors of kernels, with their place: [`SimError`].

use std::{fmt, sync::Arc};

use strata_ir::prelude::{Context, Diagnostic, Location};

/// The kind of a [`SimError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// The kernel uses an unsupported feature.
    Unsupported,
    /// The launch does not match the kernel or the device.
    Launch,
    /// An access outside of every buffer, or beyond the end of one.
    OutOfBounds,
    /// An access to an address that is not aligned as the access requires.
    Misaligned,
    /// An address in the wrong address space, or a write to constant memory.
    WrongSpace,
    /// A read of uninitialized memory.
    Uninitialised,
    /// Two threads access the same byte, at least one of them writes, and the accesses are not ordered.
    Race,
    /// Memory of an asynchronous operation is used before a wait for its completion.
    MissingWait,
    /// The asynchronous proxy reads data that threads have written without a proxy fence in between.
    MissingFence,
    /// Threads diverge at an operation that they have to execute together.
    Divergence,
    /// All remaining threads wait.
    Deadlock,
    /// An operation is undefined for its operands, or a barrier object is used incorrectly.
    Undefined,
    /// The kernel exceeded the limit of instructions.
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

/// An error of a kernel: its kind, and the kernel, op, block and thread in which it occurred.
#[derive(Clone)]
pub struct SimError {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The description of the error.
    pub message: String,
    /// The name of the kernel; empty if the error is not about a kernel.
    pub kernel: String,
    /// The name of the op; empty if the error is not about an op.
    pub op: String,
    /// The index of the block.
    pub block: Option<[u32; 3]>,
    /// The index of the thread in the block.
    pub thread: Option<[u32; 3]>,
    /// The location of the op.
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
    /// The error as a diagnostic of the framework, located at the op; `None` if the error is not about an op.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        self.location.map(|loc| Diagnostic::error(loc, self.text()))
    }
    /// The message without the location.
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

/// The result type of this crate.
pub type Result<T, E = Box<SimError>> = std::result::Result<T, E>;

/// An error of an instruction, before the kernel, the op and the block are added.
#[derive(Debug)]
pub(crate) struct Fault {
    pub kind: ErrorKind,
    pub message: String,
    /// The lane of the warp, if the error is about a lane.
    pub lane: Option<u32>,
}

/// The result of executing an instruction.
pub(crate) type Exec<T> = std::result::Result<T, Box<Fault>>;

/// An error, optionally of one lane.
pub(crate) fn fault<T>(kind: ErrorKind, lane: impl Into<Option<u32>>, message: impl Into<String>) -> Exec<T> {
    Err(Box::new(Fault { kind, message: message.into(), lane: lane.into() }))
}
