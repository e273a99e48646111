//! Operators, in expressions and as statements.
//!
//! An operand of an operator that binds as tightly or less is in parentheses.

use strata_emitc::{
    AddOp, AddressOfOp, ApplyOp, AssignOp, BitwiseAndOp, BitwiseLeftShiftOp, BitwiseNotOp, BitwiseOrOp,
    BitwiseRightShiftOp, BitwiseXorOp, CExpression, CallOp, CallOpaqueOp, CastOp, CmpOp, CmpPredicate,
    ConditionalOp, ConstantOp, DereferenceOp, DivOp, ExpressionOp, GetFieldOp, GetGlobalOp, IfOp, LiteralOp,
    LoadOp, LogicalAndOp, LogicalNotOp, LogicalOrOp, MemberOfPtrOp, MemberOp, MulOp, RemOp, ReturnOp, SubOp,
    SubscriptOp, SwitchOp, UnaryMinusOp, UnaryPlusOp, VariableOp,
};
use strata_ir::prelude::*;

use crate::{
    attrs,
    emitter::{Emitter, Result},
};

/// How tightly nothing binds, as arguments of functions ask.
pub(crate) const LOOSEST: u8 = 0;

/// An expression that is being written: the body of its operators, and how tightly the operator around the current place binds.
#[derive(Clone, Copy)]
pub(crate) struct Place<'b> {
    /// The body of the op that is written.
    pub body: &'b Body,
    /// Nothing outside of an expression.
    pub around: Option<u8>,
}

/// Operators between two operands: the text of each, and how tightly it binds.
fn infix(b: &Body, op: Op) -> Option<(&'static str, u8)> {
    macro_rules! table {
        ($($name:ident => $text:literal, $binds:literal;)*) => {
            $(if op.isa::<$name>(b) { return Some(($text, $binds)); })*
        };
    }
    table! {
        MulOp => "*", 13; DivOp => "/", 13; RemOp => "%", 13;
        AddOp => "+", 12; SubOp => "-", 12;
        BitwiseLeftShiftOp => "<<", 11; BitwiseRightShiftOp => ">>", 11;
        BitwiseAndOp => "&", 7; BitwiseXorOp => "^", 6; BitwiseOrOp => "|", 5;
        LogicalAndOp => "&&", 4; LogicalOrOp => "||", 3;
    }
    let predicate =
        op.as_op::<CmpOp>(b).and_then(|_| CmpPredicate::from_attr(b.cx(), b.attr(op, "predicate")?))?;
    let binds = match predicate {
        CmpPredicate::ThreeWay => 10,
        CmpPredicate::Eq | CmpPredicate::Ne => 8,
        _ => 9,
    };
    Some((predicate.operator(), binds))
}

/// Operators before their operand.
fn prefix(b: &Body, op: Op) -> Option<&'static str> {
    macro_rules! table {
        ($($name:ident => $text:literal;)*) => {
            $(if op.isa::<$name>(b) { return Some($text); })*
        };
    }
    table! { BitwiseNotOp => "~"; LogicalNotOp => "!"; UnaryMinusOp => "-"; UnaryPlusOp => "+"; AddressOfOp => "&"; }
    op.as_op::<ApplyOp>(b).map(|_| match b.attr(op, "applicableOperator").and_then(|a| b.cx().attr_str(a)) {
        Some("*") => "*",
        _ => "&",
    })
}

/// How tightly an operator binds.
fn binds(b: &Body, op: Op) -> Option<u8> {
    if let Some((_, binds)) = infix(b, op) {
        return Some(binds);
    }
    if prefix(b, op).is_some() || op.isa::<CastOp>(b) {
        return Some(15);
    }
    if op.isa::<CallOp>(b) || op.isa::<CallOpaqueOp>(b) || op.isa::<LoadOp>(b) {
        return Some(16);
    }
    if op.isa::<ConstantOp>(b) {
        return Some(17);
    }
    op.isa::<ConditionalOp>(b).then_some(2)
}

/// Whether the text of an op stands where its value is used: it is no computation, but names a place.
pub(crate) fn is_deferred(b: &Body, op: Op) -> bool {
    op.isa::<DereferenceOp>(b)
        || op.isa::<GetGlobalOp>(b)
        || op.isa::<GetFieldOp>(b)
        || op.isa::<LiteralOp>(b)
        || op.isa::<MemberOp>(b)
        || op.isa::<MemberOfPtrOp>(b)
        || op.isa::<SubscriptOp>(b)
}

/// Whether an expression stands where its value is used, and is no variable.
pub(crate) fn is_inlined(b: &Body, e: ExpressionOp) -> bool {
    stands_at_use(b, e) || is_condition_of_do(b, e)
}

/// Whether an expression can stand where its value is used.
pub(crate) fn stands_at_use(b: &Body, e: ExpressionOp) -> bool {
    if b.attr(e.op(), "do_not_inline").is_some() {
        return false;
    }
    let value = b.result(e.op(), 0);
    let mut users = b.users(value);
    let (Some(user), None) = (users.next(), users.next()) else { return false };
    let takes_names = user.isa::<ExpressionOp>(b) || user.implements::<dyn CExpression>(b);
    if is_deferred(b, user) || takes_names {
        return false;
    }
    if !e.has_side_effects(b) {
        return true;
    }
    // Effects stay in their order if nothing is between the expression and its use, and nothing else is evaluated there.
    if b.next_op(e.op()) != Some(user) {
        return false;
    }
    let assigned = user.as_op::<AssignOp>(b).filter(|assign| assign.value(b) == value);
    let to_variable = assigned.is_some_and(|assign| b.def_as::<VariableOp>(assign.var(b)).is_some());
    to_variable || user.isa::<IfOp>(b) || user.isa::<SwitchOp>(b) || user.isa::<ReturnOp>(b)
}

/// The condition of `emitc.do` is always inside of it.
fn is_condition_of_do(b: &Body, e: ExpressionOp) -> bool {
    let parent = b.parent_op(e.op()).and_then(|op| op.as_op::<strata_emitc::DoOp>(b));
    parent.is_some_and(|parent| parent.condition_op(b).map(ExpressionOp::op) == Some(e.op()))
}

impl Emitter<'_> {
    /// Writes a value that an op outside of expressions uses.
    pub fn operand(&mut self, b: &Body, v: Value) -> Result {
        self.operand_in(Place { body: b, around: None }, v)
    }

    /// Writes a value at a place.
    pub fn operand_in(&mut self, place: Place<'_>, v: Value) -> Result {
        let b = place.body;
        if let Some(around) = place.around {
            let Some((op, binds)) = b.def_op(v).and_then(|op| Some((op, binds(b, op)?))) else {
                return self.value(b, v);
            };
            let parentheses = binds <= around;
            if parentheses {
                self.text("(");
            }
            strata_ir::core::writer::deep(|| self.operator(Place { body: b, around: Some(binds) }, op))?;
            if parentheses {
                self.text(")");
            }
            return Ok(());
        }
        match b.def_as::<ExpressionOp>(v).filter(|&e| is_inlined(b, e)) {
            Some(e) => self.expression(b, e),
            None => self.value(b, v),
        }
    }

    /// Whether a value is an expression whose operator binds as tightly as `around` or less.
    pub fn needs_parentheses(b: &Body, v: Value, around: u8) -> bool {
        let inlined = b.def_as::<ExpressionOp>(v).filter(|&e| is_inlined(b, e));
        let root = inlined.and_then(|e| {
            let (inner, _) = b.inner(e.op());
            binds(inner, ExpressionOp::root(inner)?)
        });
        root.is_some_and(|binds| binds <= around)
    }

    /// Writes the name of a value, or the text that stands for it.
    fn value(&mut self, b: &Body, v: Value) -> Result {
        let name = match self.known(v) {
            Some(name) => name.to_owned(),
            None => match b.def_op(v) {
                // An argument of a function without a name has one from its first use on.
                None => self.name(v),
                Some(op) => self.declared(b, op, v)?,
            },
        };
        self.text(&name);
        Ok(())
    }

    /// Writes an expression where it stands.
    pub fn expression(&mut self, b: &Body, e: ExpressionOp) -> Result {
        let (inner, _) = b.inner(e.op());
        let Some((block, root)) = ExpressionOp::block(inner).zip(ExpressionOp::root(inner)) else {
            return Err(Self::error(b, e.op(), "must yield a value at termination"));
        };
        // The arguments stand for the operands.
        let mut names = Vec::new();
        for v in b.operands(e.op()) {
            let start = self.out.len();
            self.value(b, v)?;
            names.push(self.out.split_off(start));
        }
        let mut outer = std::mem::take(&mut self.names);
        for (&arg, name) in inner.block_args(block).iter().zip(names) {
            self.set_name(arg, name);
        }
        let binds = binds(inner, root).unwrap_or(LOOSEST);
        let result = self.operator(Place { body: inner, around: Some(binds) }, root);
        std::mem::swap(&mut self.names, &mut outer);
        result
    }

    /// Writes an operator with its operands.
    pub fn operator(&mut self, place: Place<'_>, op: Op) -> Result {
        let b = place.body;
        let operand = |e: &mut Self, i: usize| e.operand_in(place, b.operand(op, i));
        if let Some((text, _)) = infix(b, op) {
            operand(self, 0)?;
            self.text(" ").text(text).text(" ");
            return operand(self, 1);
        }
        if let Some(text) = prefix(b, op) {
            self.text(text);
            return operand(self, 0);
        }
        if op.isa::<CastOp>(b) {
            let ty = Self::ty(b, op, b.ty(b.result(op, 0)))?;
            self.text("(").text(&ty).text(") ");
            return operand(self, 0);
        }
        if op.isa::<ConditionalOp>(b) {
            operand(self, 0)?;
            self.text(" ? ");
            operand(self, 1)?;
            self.text(" : ");
            return operand(self, 2);
        }
        if op.isa::<LoadOp>(b) {
            return operand(self, 0);
        }
        if op.isa::<ConstantOp>(b) {
            let value = b.attr_slot(op, 0).ok_or_else(|| Self::error(b, op, "requires attribute 'value'"))?;
            let text = Self::or_error(b, op, attrs::text(b.cx(), value))?;
            self.text(&text);
            return Ok(());
        }
        if op.isa::<CallOp>(b) {
            let callee = b.attr_slot(op, 0).map_or_else(|| Ok(String::new()), |a| attrs::text(b.cx(), a));
            let callee = Self::or_error(b, op, callee)?;
            self.text(&callee);
            return self.arguments(place, op);
        }
        if let Some(call) = op.as_op::<CallOpaqueOp>(b) {
            return self.opaque_call(place, call);
        }
        Err(Self::error(b, op, "unable to find printer for op"))
    }

    /// Writes the operands of an op as arguments of a function.
    pub fn arguments(&mut self, place: Place<'_>, op: Op) -> Result {
        let inside = Place { body: place.body, around: place.around.map(|_| LOOSEST) };
        self.text("(");
        for (i, v) in place.body.operands(op).enumerate() {
            if i != 0 {
                self.text(", ");
            }
            self.operand_in(inside, v)?;
        }
        self.text(")");
        Ok(())
    }

    fn opaque_call(&mut self, place: Place<'_>, call: CallOpaqueOp) -> Result {
        let (b, op) = (place.body, call.op());
        let cx = b.cx();
        let items = |name: &str| b.attr(op, name).and_then(|a| cx.attr_as::<ArrayAttr>(a)).map(|a| &a.0[..]);
        self.text(b.attr(op, "callee").and_then(|a| cx.attr_str(a)).unwrap_or(""));
        if let Some(args) = items("template_args") {
            let args: Vec<String> =
                args.iter().map(|&arg| Self::or_error(b, op, attrs::text(cx, arg))).collect::<Result<_>>()?;
            self.text("<").text(&args.join(", ")).text(">");
        }
        let Some(args) = items("args") else { return self.arguments(place, op) };
        self.text("(");
        for (i, &arg) in args.iter().enumerate() {
            if i != 0 {
                self.text(", ");
            }
            let number = CallOpaqueOp::operand_number(cx, arg).and_then(|n| usize::try_from(n).ok());
            match number.filter(|&n| n < b.num_operands(op)) {
                Some(n) => self.operand_in(place, b.operand(op, n))?,
                None => {
                    let text = Self::or_error(b, op, attrs::text(cx, arg))?;
                    self.text(&text);
                }
            }
        }
        self.text(")");
        Ok(())
    }

    /// Gives the value of an op whose text stands where it is used its text.
    pub fn defer(&mut self, b: &Body, op: Op) -> Result {
        let start = self.out.len();
        let symbol = |name: &str| {
            let symbol = b.attr(op, name).and_then(|a| b.cx().attr_as::<SymbolRefAttr>(a));
            symbol.map_or("", |s| b.cx().str(s.root))
        };
        let word = |name: &str| b.attr(op, name).and_then(|a| b.cx().attr_str(a)).unwrap_or("");
        if op.isa::<LiteralOp>(b) {
            self.text(word("value"));
        } else if op.isa::<GetGlobalOp>(b) {
            self.text(symbol("name"));
        } else if op.isa::<GetFieldOp>(b) {
            self.text(symbol("field_name"));
        } else if op.isa::<DereferenceOp>(b) {
            self.text("*");
            self.operand(b, b.operand(op, 0))?;
        } else {
            self.base(b, b.operand(op, 0))?;
            if op.isa::<MemberOp>(b) {
                self.text(".").text(word("member"));
            } else if op.isa::<MemberOfPtrOp>(b) {
                self.text("->").text(word("member"));
            } else {
                for v in b.operands(op).skip(1) {
                    self.text("[");
                    self.operand(b, v)?;
                    self.text("]");
                }
            }
        }
        let text = self.out.split_off(start);
        self.set_name(b.result(op, 0), text);
        Ok(())
    }

    /// Writes what a member or an element is of.
    fn base(&mut self, b: &Body, v: Value) -> Result {
        let parentheses = b.def_as::<DereferenceOp>(v).is_some();
        if parentheses {
            self.text("(");
        }
        self.operand(b, v)?;
        if parentheses {
            self.text(")");
        }
        Ok(())
    }

    /// `a = b`
    pub fn assign(&mut self, b: &Body, op: AssignOp) -> Result {
        self.operand(b, op.var(b))?;
        self.text(" = ");
        self.operand(b, op.value(b))
    }
}
