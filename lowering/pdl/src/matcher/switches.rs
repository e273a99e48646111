//! Questions with several answers.

use strata_ir::prelude::*;
use strata_pdl_interp::{
    SwitchAttributeOp, SwitchOperandCountOp, SwitchOperationNameOp, SwitchResultCountOp, SwitchTypeOp,
    SwitchTypesOp,
};

use super::state::Matcher;
use crate::position::{Answer, Question, count};

impl Matcher<'_> {
    /// Goes from the end of a block to that of the answer, or to `otherwise`.
    pub fn branch_on(
        &mut self,
        question: Question,
        cases: &[(Answer, Block)],
        at: Block,
        value: Value,
        otherwise: Block,
    ) -> Result<(), Diagnostic> {
        let (loc, cx) = (self.body.value_loc(value), self.body.cx_arc().clone());
        let is_range = self.body.ty(value) == self.handles.types;
        let blocks: Vec<Block> = cases.iter().map(|&(_, block)| block).collect();
        let attrs: Vec<Attr> = cases.iter().filter_map(|&(answer, _)| as_attr(answer)).collect();
        let counts = counts(&cx, cases);
        let mut b = self.at(at, loc);
        match (question, counts) {
            (Question::OperandCount, Some(counts)) => {
                SwitchOperandCountOp::build(&mut b, value, counts, otherwise, &blocks);
            }
            (Question::ResultCount, Some(counts)) => {
                SwitchResultCountOp::build(&mut b, value, counts, otherwise, &blocks);
            }
            (Question::OperationName, _) => {
                SwitchOperationNameOp::build(&mut b, value, cx.array_attr(attrs), otherwise, &blocks);
            }
            (Question::Type, _) if is_range => {
                SwitchTypesOp::build(&mut b, value, cx.array_attr(attrs), otherwise, &blocks);
            }
            (Question::Type, _) => {
                SwitchTypeOp::build(&mut b, value, cx.array_attr(attrs), otherwise, &blocks);
            }
            (Question::Attribute, _) => {
                SwitchAttributeOp::build(&mut b, value, cx.array_attr(attrs), otherwise, &blocks);
            }
            _ => return Err(self.error("a question of the matcher has answers of another kind")),
        }
        Ok(())
    }
}

fn as_attr(answer: Answer) -> Option<Attr> {
    match answer {
        Answer::Name(attr) | Answer::Type(attr) | Answer::Attribute(attr) => Some(attr),
        Answer::Yes | Answer::Count(_) => None,
    }
}

/// The numbers of the cases, as `dense<[1, 2]> : vector<2xi32>`.
fn counts(cx: &Context, cases: &[(Answer, Block)]) -> Option<Attr> {
    let number = |&(answer, _): &(Answer, Block)| match answer {
        Answer::Count(n) => Some(i64::from(n)),
        _ => None,
    };
    let numbers: Vec<i64> = cases.iter().map(number).collect::<Option<_>>()?;
    let ty = cx.vector(&[i64::from(count(numbers.len()))], cx.i32());
    cx.dense_i64s(ty, &numbers)
}
