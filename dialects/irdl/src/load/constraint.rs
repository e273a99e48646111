//! Constraints, and the search for types and attributes that satisfy them.

use strata_ir::{
    core::{DynamicAttr, DynamicType, writer::deep},
    prelude::*,
};

use super::base_names;

/// Whether a definition is one of types or of attributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Of types.
    Type,
    /// Of attributes.
    Attr,
}

/// A constraint; others are referred to by their numbers.
#[derive(Debug)]
pub enum Constraint {
    /// Anything.
    Any,
    /// A type or attribute that is printed so.
    Is(String),
    /// A type or attribute that satisfies one of these.
    AnyOf(Vec<usize>),
    /// A type or attribute that satisfies all of these.
    AllOf(Vec<usize>),
    /// A type or attribute that is of this definition.
    Base(Kind, String),
    /// A type or attribute that is of this definition and has parameters that satisfy these.
    Parametric(Kind, String, Vec<usize>),
}

/// Steps of one search, which may be as many as there are ways through the alternatives.
const STEPS: usize = 1 << 16;

/// The whole text of an attribute; that of a type for its attribute.
pub fn text(cx: &Context, attr: Attr) -> String {
    let mut out = String::new();
    AsmWriter::new(cx, &mut out).attr(attr);
    out
}

/// The choices for the constraints of one op, type or attribute.
pub struct Solver<'a> {
    cx: &'a Context,
    constraints: &'a [Constraint],
    chosen: Vec<Option<Attr>>,
    /// The constraints with a choice, in the order in which they were chosen.
    trail: Vec<usize>,
    steps: usize,
}

type Outcome = Result<(), String>;

impl<'a> Solver<'a> {
    /// A search without choices.
    pub fn new(cx: &'a Context, constraints: &'a [Constraint]) -> Self {
        Self { cx, constraints, chosen: vec![None; constraints.len()], trail: Vec::new(), steps: 0 }
    }
    /// Whether `attr` can be what satisfies the constraint of this number; types are given as attributes. If not, nothing is chosen.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn satisfy(&mut self, constraint: usize, attr: Attr) -> Outcome {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(format!("the constraints need more than {STEPS} steps"));
        }
        if let Some(chosen) = self.chosen[constraint] {
            if chosen == attr {
                return Ok(());
            }
            return Err(format!("expected '{}' but got '{}'", text(self.cx, chosen), text(self.cx, attr)));
        }
        let mark = self.trail.len();
        match deep(|| self.check(constraint, attr)) {
            Ok(()) => {
                self.chosen[constraint] = Some(attr);
                self.trail.push(constraint);
                Ok(())
            }
            Err(why) => {
                for undone in self.trail.drain(mark..) {
                    self.chosen[undone] = None;
                }
                Err(why)
            }
        }
    }
    fn check(&mut self, constraint: usize, attr: Attr) -> Outcome {
        let constraints = self.constraints;
        match &constraints[constraint] {
            Constraint::Any => Ok(()),
            Constraint::Is(expected) => {
                let got = text(self.cx, attr);
                if got == *expected { Ok(()) } else { Err(format!("expected '{expected}' but got '{got}'")) }
            }
            Constraint::AllOf(all) => all.iter().try_for_each(|&each| self.satisfy(each, attr)),
            Constraint::AnyOf(any) => {
                if any.iter().any(|&each| self.satisfy(each, attr).is_ok()) {
                    return Ok(());
                }
                Err(format!("'{}' does not satisfy the constraint", text(self.cx, attr)))
            }
            Constraint::Base(kind, name) => self.base(*kind, name, attr),
            Constraint::Parametric(kind, name, args) => self.parametric(*kind, name, args, attr),
        }
    }
    fn base(&self, kind: Kind, name: &str, attr: Attr) -> Outcome {
        let cx = self.cx;
        let (what, got) = match kind {
            Kind::Attr => ("attribute", base_names::of_attr(cx, attr)),
            Kind::Type => match cx.attr_as::<TypeAttr>(attr) {
                Some(ty) => ("type", base_names::of_type(cx, ty.ty())),
                None => return Err(format!("expected type, got attribute '{}", text(cx, attr))),
            },
        };
        if got == *name { Ok(()) } else { Err(format!("expected base {what} '{name}' but got '{got}'")) }
    }
    fn parametric(&mut self, kind: Kind, name: &str, args: &[usize], attr: Attr) -> Outcome {
        let cx = self.cx;
        let found = match kind {
            Kind::Type => {
                let ty = cx.attr_as::<TypeAttr>(attr).and_then(|t| cx.type_as::<DynamicType>(t.ty()));
                ty.filter(|t| cx.str(t.name) == name).map(|t| &t.params)
            }
            Kind::Attr => {
                let dynamic = cx.attr_as::<DynamicAttr>(attr);
                dynamic.filter(|a| cx.str(a.name) == name).map(|a| &a.params)
            }
        };
        let Some(params) = found else {
            let got = text(cx, attr);
            return Err(match (kind, name.split_once('.')) {
                // Upstream has the parts of the name in this order.
                (Kind::Attr, Some((dialect, word))) => {
                    format!("expected base attribute '{word}.{dialect}' but got '{got}'")
                }
                _ => format!("expected base type '{name}' but got '{got}'"),
            });
        };
        if params.len() != args.len() {
            let what = if kind == Kind::Type { "type" } else { "attribute" };
            let (n, m) = (args.len(), params.len());
            return Err(format!("{what} '{name}' expected {n} parameters but got {m}"));
        }
        args.iter().zip(params).try_for_each(|(&constraint, &param)| self.satisfy(constraint, param))
    }
}
