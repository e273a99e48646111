//! The driver: goes over the ops once and converts what has to be.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;
use strata_core::{
    Body, Context, Diagnostic, Event, InsertPoint, Listener, Op, OpInfo, UNREGISTERED, WalkControl,
    writer::deep,
};

use super::{
    Adaptor, ConversionPatterns, ConversionRewriter, ConversionTarget, Legality, casts,
    pattern::{Apply, Entry},
    rewriter::CastTable,
    target::Said,
};
use crate::Rewriter;

/// What a conversion did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConversionStats {
    /// Number of patterns that were applied.
    pub converted: u64,
    /// Number of casts that are left.
    pub casts_left: u64,
}

/// Converts the illegal ops of `body` and of its children. Ops about which the target says nothing are converted when
/// a pattern matches, and stay otherwise.
pub fn apply_partial_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
) -> Result<ConversionStats, Vec<Diagnostic>> {
    apply(body, target, patterns, false)
}

/// As [`apply_partial_conversion`], but every op must be legal at the end.
pub fn apply_full_conversion(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
) -> Result<ConversionStats, Vec<Diagnostic>> {
    apply(body, target, patterns, true)
}

fn apply(
    body: &mut Body,
    target: &ConversionTarget,
    patterns: &ConversionPatterns,
    full: bool,
) -> Result<ConversionStats, Vec<Diagnostic>> {
    let cx = body.cx_arc().clone();
    let mut driver = Driver {
        cx: &cx,
        target,
        patterns,
        known: FxHashMap::default(),
        full,
        stats: ConversionStats::default(),
        errors: Vec::new(),
    };
    driver.bodies(body);
    if driver.errors.is_empty() { Ok(driver.stats) } else { Err(driver.errors) }
}

/// The ops created since the last look, and the listener of the caller.
#[derive(Default)]
struct Heard {
    ops: Vec<Op>,
    before: Option<Box<dyn Listener>>,
}

/// Notes which ops are created.
struct Created(Arc<Mutex<Heard>>);

impl Listener for Created {
    fn notify(&mut self, event: Event) {
        let mut heard = self.0.lock().unwrap_or_else(|e| e.into_inner());
        if let Event::Created(op) = event {
            heard.ops.push(op);
        }
        if let Some(before) = &mut heard.before {
            before.notify(event);
        }
    }
}

struct Driver<'c> {
    cx: &'c Arc<Context>,
    target: &'c ConversionTarget,
    patterns: &'c ConversionPatterns,
    /// What the target says and which patterns there are, by the address of the descriptor of an op kind, so that names
    /// are compared once for each kind.
    known: FxHashMap<*const OpInfo, Known<'c>>,
    full: bool,
    stats: ConversionStats,
    errors: Vec<Diagnostic>,
}

/// What is known about an op kind.
#[derive(Clone, Copy)]
struct Known<'c> {
    said: Said<'c>,
    patterns: [&'c [Entry]; 2],
    cast: bool,
}

/// An op to be made legal, and the pattern that made it.
type Task = (Op, Option<&'static str>);

impl<'c> Driver<'c> {
    fn known(&mut self, body: &Body, op: Op) -> Known<'c> {
        let info = body.info(op);
        let (target, patterns) = (self.target, self.patterns);
        let look = || {
            let name = body.op_name(op);
            let cast = casts::is_cast(body, op);
            Known { said: target.rule(name), patterns: patterns.named(name), cast }
        };
        // Unregistered ops of all names have one descriptor.
        if std::ptr::eq(info, &UNREGISTERED) {
            return look();
        }
        *self.known.entry(std::ptr::from_ref(info)).or_insert_with(look)
    }
    fn bodies(&mut self, body: &mut Body) {
        self.body(body);
        if !self.errors.is_empty() {
            return;
        }
        let legal: Vec<Op> = body
            .children()
            .map(|(op, _)| op)
            .filter(|&op| {
                self.target.is_recursively_legal(body, op)
                    && self.target.legality(body, op) == Legality::Legal
            })
            .collect();
        for (op, child) in body.children_mut() {
            if !legal.contains(&op) {
                deep(|| self.bodies(child));
            }
        }
    }
    fn body(&mut self, body: &mut Body) {
        let created: Arc<Mutex<Heard>> = Arc::default();
        let heard = || created.lock().unwrap_or_else(|e| e.into_inner());
        let before = body.set_listener(Some(Box::new(Created(created.clone()))));
        heard().before = before;
        let mut table = CastTable::default();
        let mut tasks: Vec<Task> = self.collect(body);
        tasks.reverse();
        let limits = *self.cx.limits();
        let mut budget = limits.rewrites_per_op.saturating_mul(tasks.len() as u64).saturating_add(100_000);
        while let Some((op, by)) = tasks.pop() {
            if !body.is_live(op) || body.parent_block(op).is_none() {
                continue;
            }
            let known = self.known(body, op);
            if known.cast {
                continue;
            }
            let legality = known.said.legality(body, op);
            if legality == Legality::Legal {
                continue;
            }
            if budget == 0 {
                let message = "conversion did not come to an end; patterns may undo each other";
                self.errors.push(Diagnostic::error(body.loc(op), message).showing(body, op));
                break;
            }
            budget -= 1;
            heard().ops.clear();
            match self.convert(body, op, known.patterns, &mut table) {
                Ok(name) => {
                    self.stats.converted += 1;
                    // A pattern may change the op only in part; the next one, or the budget, ends that.
                    if body.is_live(op)
                        && body.parent_block(op).is_some()
                        && self.known(body, op).said.legality(body, op) == Legality::Illegal
                    {
                        tasks.push((op, Some(name)));
                    }
                    tasks.extend(heard().ops.iter().rev().map(|&op| (op, Some(name))));
                }
                Err(tried) => {
                    if legality == Legality::Illegal || self.full {
                        self.report(body, op, legality, by, tried);
                        if self.errors.len() >= limits.diagnostics as usize {
                            break;
                        }
                    }
                }
            }
        }
        let before = heard().before.take();
        body.set_listener(before);
        self.finish(body, table);
    }
    fn finish(&mut self, body: &mut Body, mut table: CastTable) {
        if !self.errors.is_empty() {
            return;
        }
        // Casts of converted arguments of this body's own op were made from outside.
        let all: Vec<Op> = body.all_ops().into_iter().filter(|&op| casts::is_cast(body, op)).collect();
        casts::cancel(body, &all);
        let known: rustc_hash::FxHashSet<Op> = table.made.iter().map(|m| m.0).collect();
        table.made.extend(all.iter().filter(|op| !known.contains(op)).map(|&op| (op, true)));
        casts::materialize(body, self.patterns.converter(), &table.made);
        self.stats.casts_left += table.made.iter().filter(|m| body.is_live(m.0)).count() as u64;
    }
    /// The ops of the body, parents first, without those nested in recursively legal ones.
    fn collect(&self, body: &Body) -> Vec<Task> {
        let mut out = Vec::with_capacity(body.num_ops());
        body.walk_in(Op::SELF, |op| {
            if self.target.is_recursively_legal(body, op) && self.target.legality(body, op) == Legality::Legal
            {
                return WalkControl::Skip;
            }
            out.push((op, None));
            WalkControl::Continue
        });
        out
    }
    /// Applies the first pattern that matches; its name, or what was tried.
    fn convert(
        &self,
        body: &mut Body,
        op: Op,
        patterns: [&[Entry]; 2],
        table: &mut CastTable,
    ) -> Result<&'static str, Vec<(&'static str, String)>> {
        let mut tried = Vec::new();
        let mut adaptor: Option<Adaptor> = None;
        for entry in patterns.into_iter().flatten() {
            let (at, loc) = (InsertPoint::before(body, op), body.loc(op));
            match &entry.apply {
                Apply::Convert(f) => {
                    if adaptor.is_none() {
                        match self.adaptor(body, op, table) {
                            Ok(a) => adaptor = Some(a),
                            Err(reason) => {
                                tried.push((entry.name, reason));
                                continue;
                            }
                        }
                    }
                    let Some(adaptor) = &adaptor else { continue };
                    let converter = self.patterns.converter();
                    let mut rw = ConversionRewriter::new(body, self.cx, at, loc, converter, table);
                    match f(op, adaptor, &mut rw) {
                        Ok(()) => return Ok(entry.name),
                        Err(no) => tried.push((entry.name, no.0)),
                    }
                }
                Apply::Rewrite(f) => {
                    let mut touched = Vec::new();
                    let mut rw = Rewriter::new(body, self.cx, at, loc, &mut touched);
                    match f(op, &mut rw) {
                        Some(()) => return Ok(entry.name),
                        None => tried.push((entry.name, "did not match".to_owned())),
                    }
                }
            }
        }
        Err(tried)
    }
    fn adaptor(&self, body: &mut Body, op: Op, table: &mut CastTable) -> Result<Adaptor, String> {
        let n = body.num_operands(op);
        let mut adaptor = Adaptor::new(n);
        let at = InsertPoint::before(body, op);
        for i in 0..n {
            let v = body.operand(op, i);
            let values = casts::remap(body, self.cx, self.patterns.converter(), table, v, at)
                .map_err(|e| format!("operand #{i}: {}", e.0))?;
            adaptor.push(&values);
        }
        Ok(adaptor)
    }
    fn report(
        &mut self,
        body: &Body,
        op: Op,
        legality: Legality,
        by: Option<&'static str>,
        tried: Vec<(&'static str, String)>,
    ) {
        let name = body.op_name(op);
        let marked = if legality == Legality::Illegal { " that was explicitly marked illegal" } else { "" };
        let mut message = format!("failed to legalize operation '{name}'{marked}");
        if let Some(by) = by {
            message.push_str(&format!("; it was created by pattern '{by}'"));
        }
        if tried.is_empty() {
            message.push_str(": no pattern converts it");
        }
        for (i, (pattern, reason)) in tried.iter().enumerate() {
            let start = if i == 0 { ": " } else { "; " };
            message.push_str(&format!("{start}pattern '{pattern}' did not match: {reason}"));
        }
        self.errors.push(Diagnostic::error(body.loc(op), message).showing(body, op));
    }
}
