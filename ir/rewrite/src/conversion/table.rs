//! Tables of conversions by op type.

use strata_core::{OpInfo, OpInfoMap};

use super::Rule;

/// An op type and the handler for its ops.
#[derive(Clone, Copy)]
pub struct Row<H> {
    /// The descriptor of the op type.
    pub info: fn() -> &'static OpInfo,
    /// The handler that converts it.
    pub handler: H,
}

/// The conversions of the ops of one dialect.
#[derive(Clone, Copy)]
pub struct DialectConversions<H: 'static> {
    /// The namespace of the dialect.
    pub name: &'static str,
    /// One row for each op that is converted; [`conversions`](crate::conversions) writes them.
    pub rows: &'static [Row<H>],
    /// Why the dialect's ops without a row cannot be converted; `None` where they may stay.
    pub otherwise: Option<&'static str>,
}

/// The rows of a [`DialectConversions`], by op type. Op types that share a conversion are separated by `|`.
#[macro_export]
macro_rules! conversions {
    ($($($op:path)|+ => $handler:expr),* $(,)?) => {
        &[$($(
            $crate::conversion::Row { info: <$op as $crate::for_macros::OpDef>::info, handler: $handler },
        )+)*]
    };
}

/// The conversions of several dialects.
pub struct ConversionTable<H: 'static> {
    rows: OpInfoMap<H>,
    dialects: Vec<(&'static str, Option<&'static str>)>,
}

impl<H: Copy> ConversionTable<H> {
    /// A table with the rows of these dialects.
    pub fn new(dialects: impl IntoIterator<Item = DialectConversions<H>>) -> Self {
        let mut table = Self { rows: OpInfoMap::default(), dialects: Vec::new() };
        for dialect in dialects {
            table.dialects.push((dialect.name, dialect.otherwise));
            table.rows.extend(dialect.rows.iter().map(|row| ((row.info)(), row.handler)));
        }
        table
    }
    /// The rule for an op kind: its handler if it has a row, else whether its dialect is one of the table.
    pub fn rule(&self, info: &'static OpInfo) -> Rule<H> {
        if let Some(&handler) = self.rows.get(info) {
            return Rule::Convert(handler);
        }
        let dialect = info.dialect();
        let why = self.dialects.iter().find(|d| d.0 == dialect).and_then(|d| d.1);
        why.map_or(Rule::Legal, Rule::Illegal)
    }
    /// Whether there is a row for ops of this kind.
    pub fn has_row(&self, info: &'static OpInfo) -> bool {
        self.rows.contains(info)
    }
    /// Whether the table converts ops of the dialect with this name.
    pub fn converts(&self, dialect: &str) -> bool {
        self.dialects.iter().any(|d| d.0 == dialect)
    }
}
