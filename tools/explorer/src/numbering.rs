//! Numbers for ops that they keep from version to version.
//!
//! The id of an op is its place in its body, which another op may have later. A number is given once: an op keeps it while it survives
//! passes, also if they change or move it inside of its body, and an op that a pass created has a new one.

use rustc_hash::FxHashMap;
use strata_ir::core::{Body, Op};

use crate::events::{self, Log, SharedLog};

/// The number of an op.
pub type Number = u32;

/// The number of a body, the tree of ops in one isolated op.
pub type BodyNumber = u32;

/// The numbers of all ops of a program as it is now.
#[derive(Default)]
pub struct Numbering {
    ops: FxHashMap<(BodyNumber, Op), Number>,
    /// The body in a shell.
    bodies: FxHashMap<(BodyNumber, Op), BodyNumber>,
    next_op: Number,
    next_body: BodyNumber,
}

/// The logs of the bodies of a program while a pass runs.
#[derive(Default)]
pub struct Logs(Vec<(BodyNumber, SharedLog)>);

/// The log of a pass, by body.
#[derive(Default)]
pub struct Changes {
    /// The logs of bodies that were there before the pass.
    pub logs: FxHashMap<BodyNumber, Log>,
}

impl Changes {
    /// Whether the op was created by the pass; everything in a body that no log is of was.
    pub fn is_new(&self, body: BodyNumber, op: Op) -> bool {
        self.logs.get(&body).is_none_or(|log| log.created.contains(&op))
    }
    /// Whether the pass changed an op or the types of its results in place.
    pub fn touches(&self, number: BodyNumber, body: &Body, op: Op) -> bool {
        self.logs.get(&number).is_some_and(|log| {
            log.touched.contains(&op) || body.results(op).iter().any(|v| log.retyped.contains(v))
        })
    }
}

impl Numbering {
    /// The numbers of a new program.
    pub fn new(root: &Body) -> Self {
        let mut out = Self { next_body: 1, ..Self::default() };
        out.update(root, &Changes::default());
        out
    }
    /// The body in a shell of a body.
    pub fn child(&self, body: BodyNumber, shell: Op) -> BodyNumber {
        self.bodies.get(&(body, shell)).copied().unwrap_or(BodyNumber::MAX)
    }
    /// The number of an op.
    pub fn number(&self, body: BodyNumber, op: Op) -> Option<Number> {
        self.ops.get(&(body, op)).copied()
    }
    /// Listens to all bodies.
    pub fn listen(&self, root: &mut Body) -> Logs {
        let mut logs = Logs::default();
        let mut stack = vec![(0, root)];
        while let Some((number, body)) = stack.pop() {
            logs.0.push((number, events::listen(body)));
            stack.extend(body.children_mut().map(|(op, child)| (self.child(number, op), child)));
        }
        logs
    }
    /// Ends listening after a pass, and gives numbers to the ops that it made.
    pub fn finish(&mut self, root: &mut Body, logs: Logs) -> Changes {
        let mut all: FxHashMap<BodyNumber, SharedLog> = logs.0.into_iter().collect();
        let mut changes = Changes::default();
        let mut stack = vec![(0, &mut *root)];
        while let Some((number, body)) = stack.pop() {
            let same = events::stop(body);
            let log = all.remove(&number).filter(|_| same).map(|log| events::take(&log));
            let created = |op: Op| log.as_ref().is_none_or(|log| log.created.contains(&op));
            for (op, child) in body.children_mut() {
                // Bodies in new shells have no number yet.
                let known = if created(op) { BodyNumber::MAX } else { self.child(number, op) };
                stack.push((known, child));
            }
            if let Some(log) = log {
                changes.logs.insert(number, log);
            }
        }
        self.update(root, &changes);
        changes
    }
    /// Numbers all ops, those that are not new as before.
    fn update(&mut self, root: &Body, changes: &Changes) {
        let (old_ops, old_bodies) = (std::mem::take(&mut self.ops), std::mem::take(&mut self.bodies));
        let mut stack = vec![(0, root)];
        while let Some((number, body)) = stack.pop() {
            let mut give = |op: Op| {
                let known = old_ops.get(&(number, op)).filter(|_| !changes.is_new(number, op));
                let of_op = known.copied().unwrap_or_else(|| {
                    self.next_op += 1;
                    self.next_op - 1
                });
                self.ops.insert((number, op), of_op);
                known.is_some()
            };
            if number == 0 {
                give(Op::SELF);
            }
            let mut shells = rustc_hash::FxHashSet::default();
            body.walk(|op| {
                if give(op) && body.is_shell(op) {
                    shells.insert(op);
                }
            });
            for (op, child) in body.children() {
                let known = old_bodies.get(&(number, op)).filter(|_| shells.contains(&op));
                let child_number = known.copied().unwrap_or_else(|| {
                    self.next_body += 1;
                    self.next_body - 1
                });
                self.bodies.insert((number, op), child_number);
                stack.push((child_number, child));
            }
        }
    }
}
