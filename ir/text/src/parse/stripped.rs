//! Types without their names, as a format prints a type that can be of one kind only: `<3>` for `!llvm.ptr<3>`.

use strata_core::{Context, Type};

use super::{PResult, Parser};
use crate::custom::ParseType;

/// Whether a type is one that an operand or a result may have.
type Check = fn(Type, &Context) -> bool;

impl Parser<'_> {
    /// A type that `check` is for, with its name or without.
    pub(super) fn type_for(&mut self, check: Check) -> PResult<Type> {
        match self.type_for_opt(check)? {
            Some(ty) => Ok(ty),
            // This reports the expected type.
            None => self.ty(),
        }
    }
    /// As [`Self::type_for`], where there need not be one.
    pub(super) fn type_for_opt(&mut self, check: Check) -> PResult<Option<Type>> {
        if self.peek_byte() != b'<' {
            return self.type_opt();
        }
        self.skip_blank();
        let (start, cx) = (self.pos, self.cx);
        let mut found = None;
        for def in cx.registry().dialects().iter().flat_map(|dialect| dialect.types) {
            let Some(parse) = def.parse.downcast_ref::<ParseType>() else { continue };
            self.pos = start;
            if let Ok(ty) = parse(self)
                && self.pos > start
                && check(ty, cx)
            {
                // Two kinds of types that may stand here are none.
                if found.replace((ty, self.pos)).is_some() {
                    found = None;
                    break;
                }
            }
        }
        self.pos = found.map_or(start, |(_, end)| end);
        Ok(found.map(|(ty, _)| ty))
    }
}
