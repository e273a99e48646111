//! Questions with one answer.

use strata_ir::prelude::*;
use strata_pdl_interp::{
    ApplyConstraintOp, AreEqualOp, CheckAttributeOp, CheckOperandCountOp, CheckOperationNameOp,
    CheckResultCountOp, CheckTypeOp, CheckTypesOp, IsNotNullOp,
};

use super::state::Matcher;
use crate::position::{Answer, ConstraintId, Question};

impl Matcher<'_> {
    /// Asks at the end of a block whether a question about a value has this answer, and goes to the first block if so, to the second otherwise.
    pub fn check(
        &mut self,
        question: Question,
        answer: Answer,
        at: Block,
        value: Value,
        args: &[Value],
        [yes, no]: [Block; 2],
    ) -> Result<(), Diagnostic> {
        let cx = self.body.cx_arc().clone();
        let loc = self.body.value_loc(value);
        let is_range = self.body.ty(value) == self.handles.types;
        let least = matches!(question, Question::OperandCountAtLeast | Question::ResultCountAtLeast);
        let least = least.then(|| cx.unit());
        if let Question::Constraint(id) = question {
            self.apply_constraint(id, at, loc, args, [yes, no]);
            return Ok(());
        }
        let mut b = self.at(at, loc);
        match (question, answer) {
            (Question::IsNotNull, _) => {
                IsNotNullOp::build(&mut b, value, yes, no);
            }
            (Question::OperationName, Answer::Name(name)) => {
                CheckOperationNameOp::build(&mut b, value, name, yes, no);
            }
            (Question::Type, Answer::Type(types)) if is_range => {
                CheckTypesOp::build(&mut b, value, types, yes, no);
            }
            (Question::Type, Answer::Type(ty)) => {
                CheckTypeOp::build(&mut b, value, ty, yes, no);
            }
            (Question::Attribute, Answer::Attribute(attr)) => {
                CheckAttributeOp::build(&mut b, value, attr, yes, no);
            }
            (Question::OperandCount | Question::OperandCountAtLeast, Answer::Count(n)) => {
                CheckOperandCountOp::build(&mut b, value, cx.i32_attr(n), least, yes, no);
            }
            (Question::ResultCount | Question::ResultCountAtLeast, Answer::Count(n)) => {
                CheckResultCountOp::build(&mut b, value, cx.i32_attr(n), least, yes, no);
            }
            (Question::EqualTo(_), _) if args.len() == 1 => {
                AreEqualOp::build(&mut b, value, args[0], yes, no);
            }
            _ => return Err(self.error("a question of the matcher has an answer of another kind")),
        }
        Ok(())
    }
    fn apply_constraint(
        &mut self,
        id: ConstraintId,
        at: Block,
        loc: Location,
        args: &[Value],
        [yes, no]: [Block; 2],
    ) {
        let positions = self.positions;
        let constraint = positions.constraint(id);
        let mut b = self.at(at, loc);
        let cx = b.cx_arc().clone();
        let name = cx.string_attr(cx.str(constraint.name));
        let is_negated = Some(cx.bool_attr(constraint.is_negated));
        let op = ApplyConstraintOp::build(&mut b, name, args, is_negated, yes, no, &constraint.results).op();
        for (index, value) in self.body.results(op).to_vec().into_iter().enumerate() {
            if let Some(pos) = positions.constraint_result(id, index) {
                self.bind(pos, value);
            }
        }
    }
}
