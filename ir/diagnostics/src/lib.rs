//! Forms of diagnostics for people and for programs, beside MLIR's, which `strata-core` has: *rich* ones with excerpts of the source,
//! labels and suggestions, and JSON.
//!
//! ```text
//! error: use of value '%x' expects different type than prior uses: 'i64' vs 'i32'
//!  --> sum.mlir:2:25
//!   |
//! 1 | func.func @f(%x: i32) -> i64 {
//!   |              -- prior use here, of type 'i32'
//! 2 |   %0 = arith.addi %x, %x : i64
//!   |                   ^^ expected 'i64'
//! ```
//!
//! A tool tells the registry of its contexts what [`Style::choose`] returns.
//!
//! **Architecture invariant:** no output depends on the environment: the tools ask for colours and terminals.

mod json;
mod place;
mod rich;

use std::{fmt, str::FromStr};

use strata_core::DiagnosticRenderer;

/// How diagnostics are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// As `mlir-opt`: `file:line:col: error: message`, the line and a caret.
    #[default]
    Mlir,
    /// With labelled excerpts, notes and suggestions.
    Rich,
    /// One JSON object a line.
    Json,
}

/// Whether a terminal shows colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// Escape sequences of ANSI terminals.
    Ansi,
    /// Plain text.
    Never,
}

impl Color {
    /// Colours if `yes`.
    pub fn from_support(yes: bool) -> Self {
        if yes { Self::Ansi } else { Self::Never }
    }
}

impl Style {
    /// The names of all styles, as command lines have them.
    pub const NAMES: [&'static str; 3] = ["mlir", "rich", "json"];

    /// The renderer that a tool gives to its registry: that of the requested style, or else rich diagnostics on a terminal, whose colours are `terminal`, and
    /// MLIR's where the error stream is none.
    pub fn choose(requested: Option<Self>, terminal: Option<Color>) -> Option<DiagnosticRenderer> {
        let style = requested.unwrap_or(if terminal.is_some() { Self::Rich } else { Self::Mlir });
        style.renderer(terminal.unwrap_or(Color::Never))
    }
    /// The renderer; `None` for MLIR's form, which needs none.
    fn renderer(self, color: Color) -> Option<DiagnosticRenderer> {
        match (self, color) {
            (Self::Mlir, _) => None,
            (Self::Rich, Color::Ansi) => Some(rich::ansi),
            (Self::Rich, Color::Never) => Some(rich::plain),
            (Self::Json, _) => Some(json::line),
        }
    }
}

impl FromStr for Style {
    type Err = String;
    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "mlir" => Ok(Self::Mlir),
            "rich" => Ok(Self::Rich),
            "json" => Ok(Self::Json),
            _ => Err(format!(
                "unknown form of diagnostics '{name}', expected one of: {}",
                Self::NAMES.join(", ")
            )),
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(Self::NAMES[*self as usize])
    }
}
