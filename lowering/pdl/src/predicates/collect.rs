//! Predicates that follow from an op to what it is made of: its attributes, operands, results and their types.

use rustc_hash::FxHashMap;
use strata_ir::{core::writer::deep, prelude::*};
use strata_pdl::{AttributeOp, OperandOp, OperandsOp, OperationOp, ResultOp, ResultsOp, TypeOp};

use crate::{
    position::{Answer, Pos, Position, Positions, Predicate, Question, count},
    roots::{is_range, result_index},
};

/// The predicates of one pattern.
pub struct Collector<'a, 'p> {
    pub pattern: &'a Body,
    pub positions: &'p mut Positions,
    pub places: FxHashMap<Value, Pos>,
    pub predicates: Vec<Predicate>,
}

impl<'a, 'p> Collector<'a, 'p> {
    pub fn new(pattern: &'a Body, positions: &'p mut Positions) -> Self {
        Self { pattern, positions, places: FxHashMap::default(), predicates: Vec::new() }
    }
    pub fn ask(&mut self, position: Pos, question: Question, answer: Answer) {
        self.predicates.push(Predicate { position, question, answer });
    }
    pub fn not_null(&mut self, position: Pos) {
        self.ask(position, Question::IsNotNull, Answer::Yes);
    }
    /// Asks whether what is at two positions is the same, at the one that is further from the root.
    pub fn same(&mut self, new: Pos, known: Pos) {
        let (near, far) =
            if self.positions.depth(known) < self.positions.depth(new) { (known, new) } else { (new, known) };
        self.ask(far, Question::EqualTo(near), Answer::Yes);
    }
    /// The error of a value that stands for nothing that a match could find.
    pub fn error(&self, value: Value, problem: &str) -> Diagnostic {
        let op = self.pattern.def_op(value).unwrap_or(Op::SELF);
        Diagnostic::error(self.pattern.loc(op), format!("'{}' op {problem}", self.pattern.op_name(op)))
    }

    /// A value at a position, with what it is made of.
    pub fn value(&mut self, value: Value, pos: Pos) -> Result<(), Diagnostic> {
        if let Some(&known) = self.places.get(&value) {
            if self.is_compared(value) {
                self.same(pos, known);
            }
            return Ok(());
        }
        self.places.insert(value, pos);
        match *self.positions.get(pos) {
            Position::Attribute { .. } => self.attribute(value, pos),
            Position::Operation { .. } => deep(|| self.operation(value, pos, None)),
            Position::Type { .. } => {
                self.ty(value, pos);
                Ok(())
            }
            _ => self.operand(value, pos),
        }
    }
    /// Whether two places of the value are compared. Results and ranges of types are what the ops that they are of make them.
    fn is_compared(&self, value: Value) -> bool {
        let b = self.pattern;
        b.def_as::<AttributeOp>(value).is_some()
            || b.def_as::<OperandOp>(value).is_some()
            || b.def_as::<OperandsOp>(value).is_some()
            || b.def_as::<OperationOp>(value).is_some()
            || b.def_as::<TypeOp>(value).is_some()
    }
    fn type_of(&mut self, of_value: Pos) -> Pos {
        self.positions.add(Position::Type { of_value })
    }
    fn attribute(&mut self, value: Value, pos: Pos) -> Result<(), Diagnostic> {
        self.not_null(pos);
        let Some(op) = self.pattern.def_as::<AttributeOp>(value) else { return Ok(()) };
        if let Some(ty) = op.value_type(self.pattern) {
            let place = self.type_of(pos);
            self.value(ty, place)?;
        } else if let Some(given) = self.pattern.attr(op.op(), "value") {
            self.ask(pos, Question::Attribute, Answer::Attribute(given));
        }
        Ok(())
    }
    fn ty(&mut self, value: Value, pos: Pos) {
        if let Some(given) = constant_type(self.pattern, value) {
            self.ask(pos, Question::Type, Answer::Type(given));
        }
    }
    fn operand(&mut self, value: Value, pos: Pos) -> Result<(), Diagnostic> {
        let b = self.pattern;
        let given_type = if let Some(op) = b.def_as::<OperandOp>(value) {
            self.not_null(pos);
            op.value_type(b)
        } else if let Some(op) = b.def_as::<OperandsOp>(value) {
            // All operands are always there, a group may not be.
            if !matches!(self.positions.get(pos), Position::OperandGroup { group: None, .. }) {
                self.not_null(pos);
            }
            op.value_type(b)
        } else {
            return self.result(value, pos);
        };
        match given_type {
            Some(ty) => {
                let place = self.type_of(pos);
                self.value(ty, place)
            }
            None => Ok(()),
        }
    }
    /// An operand that is a result of another op, or a group of results.
    fn result(&mut self, value: Value, pos: Pos) -> Result<(), Diagnostic> {
        let b = self.pattern;
        let one = b.def_as::<ResultOp>(value);
        let group = b.def_as::<ResultsOp>(value);
        let handle = one.map(|op| op.parent(b)).or_else(|| group.map(|op| op.parent(b)));
        let (Some(handle), Some(op)) = (handle, b.def_op(value)) else { return Ok(()) };
        let index = result_index(b, op);
        if index.is_some() {
            self.not_null(pos);
        }
        let parent = self.positions.operation(pos);
        self.not_null(parent);
        let result = self.result_position(value, parent, index);
        self.ask(result, Question::EqualTo(pos), Answer::Yes);
        self.value(handle, parent)
    }
    /// The position of a `pdl.result` or `pdl.results` of an op.
    pub fn result_position(&mut self, value: Value, op: Pos, index: Option<i32>) -> Pos {
        let position = match index {
            Some(index) if self.pattern.def_as::<ResultOp>(value).is_some() => Position::Result { op, index },
            group => Position::ResultGroup { op, group, is_range: is_range(self.pattern, value) },
        };
        self.positions.add(position)
    }
    /// An op; the operand with the number `visited` is the one from which it was reached.
    pub fn operation(&mut self, handle: Value, pos: Pos, visited: Option<i32>) -> Result<(), Diagnostic> {
        let b = self.pattern;
        let Some(op) = b.def_as::<OperationOp>(handle) else {
            return Err(self
                .error(handle, "is not a `pdl.operation`, which an operation handle of a pattern must be"));
        };
        if !self.positions.is_root(pos) {
            self.not_null(pos);
        }
        if let Some(name) = b.attr(op.op(), "opName") {
            self.ask(pos, Question::OperationName, Answer::Name(name));
        }
        let operands: Vec<Value> = op.operand_values(b).collect();
        let types: Vec<Value> = op.type_values(b).collect();
        self.number(pos, &operands, [Question::OperandCount, Question::OperandCountAtLeast]);
        self.number(pos, &types, [Question::ResultCount, Question::ResultCountAtLeast]);
        let attributes: Vec<Value> = op.attribute_values(b).collect();
        for (name, value) in op.attribute_names(b).into_iter().zip(attributes) {
            let name = b.cx().intern(name);
            let place = self.positions.add(Position::Attribute { op: pos, name });
            self.value(value, place)?;
        }
        self.operands(pos, &operands, visited)?;
        self.results(pos, &types)
    }
    /// The number of operands or results, which is a minimum where a range is among them.
    fn number(&mut self, pos: Pos, values: &[Value], [exactly, at_least]: [Question; 2]) {
        let least = values.iter().filter(|&&value| !is_range(self.pattern, value)).count();
        if least == values.len() {
            self.ask(pos, exactly, Answer::Count(count(least)));
        } else if least != 0 {
            self.ask(pos, at_least, Answer::Count(count(least)));
        }
    }
    fn operands(&mut self, op: Pos, operands: &[Value], visited: Option<i32>) -> Result<(), Diagnostic> {
        if let &[all] = operands
            && is_range(self.pattern, all)
        {
            // An op that was reached from its operands has these already.
            if self.positions.is_root(op) || self.positions.defines_operand(op) {
                let place = self.positions.add(Position::OperandGroup { op, group: None, is_range: true });
                self.value(all, place)?;
            }
            return Ok(());
        }
        let mut is_group = false;
        for (index, &value) in operands.iter().enumerate().map(|(i, value)| (count(i), value)) {
            let is_range = is_range(self.pattern, value);
            is_group |= is_range;
            if visited == Some(index) {
                continue;
            }
            // Behind a range, the number of an operand depends on the op.
            let position = if is_group {
                Position::OperandGroup { op, group: Some(index), is_range }
            } else {
                Position::Operand { op, index }
            };
            let place = self.positions.add(position);
            self.value(value, place)?;
        }
        Ok(())
    }
    fn results(&mut self, op: Pos, types: &[Value]) -> Result<(), Diagnostic> {
        if let &[all] = types
            && is_range(self.pattern, all)
        {
            let results = self.positions.add(Position::ResultGroup { op, group: None, is_range: true });
            let place = self.type_of(results);
            return self.value(all, place);
        }
        let mut is_group = false;
        for (index, &ty) in types.iter().enumerate().map(|(i, ty)| (count(i), ty)) {
            let is_range = is_range(self.pattern, ty);
            is_group |= is_range;
            let position = if is_group {
                Position::ResultGroup { op, group: Some(index), is_range }
            } else {
                Position::Result { op, index }
            };
            let result = self.positions.add(position);
            self.not_null(result);
            let place = self.type_of(result);
            self.value(ty, place)?;
        }
        Ok(())
    }
}

/// The type or the list of types that a `pdl.type` or `pdl.types` gives.
pub fn constant_type(pattern: &Body, value: Value) -> Option<Attr> {
    let op = pattern.def_op(value)?;
    pattern.attr(op, "constantType").or_else(|| pattern.attr(op, "constantTypes"))
}
