//! Questions of a matcher, and positions that they are about: paths from the root op of a match to an op, value, type or attribute.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;
use strata_ir::prelude::*;

/// A position, by its number in [`Positions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pos(usize);

/// The condition of a registered function, by its number in [`Positions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstraintId(usize);

/// A place in a program, relative to another one. Where nothing else decides, the question about a kind that comes earlier in this list is asked
/// first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Position {
    /// An op: the root, the one that defines an operand, or the element of a loop.
    Operation { parent: Option<Pos>, depth: u32 },
    /// One operand of an op.
    Operand { op: Pos, index: i32 },
    /// A group of operands of an op, or all of them.
    OperandGroup { op: Pos, group: Option<i32>, is_range: bool },
    /// An attribute of an op.
    Attribute { op: Pos, name: Str },
    /// A result of a condition.
    ConstraintResult { constraint: ConstraintId, index: usize },
    /// One result of an op.
    Result { op: Pos, index: i32 },
    /// A group of results of an op, or all of them.
    ResultGroup { op: Pos, group: Option<i32>, is_range: bool },
    /// The type of a value or an attribute.
    Type { of_value: Pos },
    /// An attribute that the pattern gives.
    AttributeLiteral(Attr),
    /// A type or a list of types that the pattern gives.
    TypeLiteral(Attr),
    /// The ops that use a value, or the first one of a range.
    Users { of_value: Pos },
    /// Each element of a range; the number tells loops over the same range apart.
    ForEach { range: Pos, id: usize },
}

impl Position {
    /// The place of the kind in the order of kinds.
    pub fn rank(&self) -> u32 {
        match self {
            Position::Operation { .. } => 0,
            Position::Operand { .. } => 1,
            Position::OperandGroup { .. } => 2,
            Position::Attribute { .. } => 3,
            Position::ConstraintResult { .. } => 4,
            Position::Result { .. } => 5,
            Position::ResultGroup { .. } => 6,
            Position::Type { .. } => 7,
            Position::AttributeLiteral(_) => 8,
            Position::TypeLiteral(_) => 9,
            Position::Users { .. } => 10,
            Position::ForEach { .. } => 11,
        }
    }
    fn parent(&self) -> Option<Pos> {
        match *self {
            Position::Operation { parent, .. } => parent,
            Position::Operand { op, .. }
            | Position::OperandGroup { op, .. }
            | Position::Attribute { op, .. }
            | Position::Result { op, .. }
            | Position::ResultGroup { op, .. } => Some(op),
            Position::Type { of_value } | Position::Users { of_value } => Some(of_value),
            Position::ForEach { range, .. } => Some(range),
            Position::ConstraintResult { .. } | Position::AttributeLiteral(_) | Position::TypeLiteral(_) => {
                None
            }
        }
    }
}

/// The condition that a registered function computes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    pub name: Str,
    pub args: Vec<Pos>,
    pub results: Vec<Type>,
    pub is_negated: bool,
}

/// A question about a position. Where nothing else decides, the earlier kind is asked first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    IsNotNull,
    OperationName,
    Type,
    Attribute,
    OperandCountAtLeast,
    OperandCount,
    ResultCountAtLeast,
    ResultCount,
    EqualTo(Pos),
    Constraint(ConstraintId),
}

impl Question {
    /// The place of the kind in the order of kinds.
    pub fn rank(self) -> u32 {
        match self {
            Question::IsNotNull => 0,
            Question::OperationName => 1,
            Question::Type => 2,
            Question::Attribute => 3,
            Question::OperandCountAtLeast => 4,
            Question::OperandCount => 5,
            Question::ResultCountAtLeast => 6,
            Question::ResultCount => 7,
            Question::EqualTo(_) => 8,
            Question::Constraint(_) => 9,
        }
    }
}

/// The answer that a pattern needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    Yes,
    /// The name of an op.
    Name(Attr),
    /// A type or a list of types.
    Type(Attr),
    Attribute(Attr),
    Count(i32),
}

/// A question about a position with the answer that a pattern needs.
#[derive(Clone, Copy, Debug)]
pub struct Predicate {
    pub position: Pos,
    pub question: Question,
    pub answer: Answer,
}

/// All positions and conditions of the patterns of a module, each once.
#[derive(Default)]
pub struct Positions {
    positions: IndexSet<Position, FxBuildHasher>,
    constraints: IndexSet<Constraint, FxBuildHasher>,
}

impl Positions {
    /// The root op.
    pub fn root(&mut self) -> Pos {
        self.add(Position::Operation { parent: None, depth: 0 })
    }
    /// The number of a position.
    pub fn add(&mut self, position: Position) -> Pos {
        Pos(self.positions.insert_full(position).0)
    }
    /// The op that is reached from another position.
    pub fn operation(&mut self, parent: Pos) -> Pos {
        let depth = self.depth(parent).saturating_add(1);
        self.add(Position::Operation { parent: Some(parent), depth })
    }
    /// The number of a condition.
    pub fn add_constraint(&mut self, constraint: Constraint) -> ConstraintId {
        ConstraintId(self.constraints.insert_full(constraint).0)
    }
    pub fn get(&self, pos: Pos) -> &Position {
        &self.positions[pos.0]
    }
    pub fn constraint(&self, id: ConstraintId) -> &Constraint {
        &self.constraints[id.0]
    }
    /// The number of a result of a condition, if a pattern uses it.
    pub fn constraint_result(&self, constraint: ConstraintId, index: usize) -> Option<Pos> {
        self.positions.get_index_of(&Position::ConstraintResult { constraint, index }).map(Pos)
    }
    pub fn parent(&self, pos: Pos) -> Option<Pos> {
        self.get(pos).parent()
    }
    /// The number of ops between the root and the position.
    pub fn depth(&self, pos: Pos) -> u32 {
        let mut next = Some(pos);
        while let Some(pos) = next {
            if let Position::Operation { depth, .. } = *self.get(pos) {
                return depth;
            }
            next = self.parent(pos);
        }
        0
    }
    pub fn is_root(&self, pos: Pos) -> bool {
        self.depth(pos) == 0
    }
    /// Whether an op is reached as the one that defines operands.
    pub fn defines_operand(&self, op: Pos) -> bool {
        let parent = self.parent(op).map(|parent| self.get(parent));
        matches!(parent, Some(Position::Operand { .. } | Position::OperandGroup { .. }))
    }
    /// The condition of which a position is a result.
    pub fn as_constraint_result(&self, pos: Pos) -> Option<ConstraintId> {
        match *self.get(pos) {
            Position::ConstraintResult { constraint, .. } => Some(constraint),
            _ => None,
        }
    }
}

/// A number of operands or results, or the number of one of them.
pub fn count(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}
