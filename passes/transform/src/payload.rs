//! The payload: the ops and values that handles stand for, in the body of a module and in the bodies of its functions.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;
use strata_ir::{
    core::{Event, Listener},
    prelude::*,
};

/// A body of the payload.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BodyId(usize);

/// The outermost body.
pub const ROOT: BodyId = BodyId(0);

/// An op of the payload. The op of a function is the one in the body around it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PayloadOp {
    /// The body.
    pub body: BodyId,
    /// The op.
    pub op: Op,
}

/// A value of the payload.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PayloadValue {
    /// The body.
    pub body: BodyId,
    /// The value.
    pub value: Value,
}

/// The bodies, found by the isolated ops around them.
pub struct Payload<'a> {
    root: &'a mut Body,
    paths: Vec<Vec<Op>>,
    ids: FxHashMap<(BodyId, Op), BodyId>,
    forwards: FxHashMap<PayloadValue, Value>,
}

/// Notes replacements of values while the payload is changed.
struct Recorder(Arc<Mutex<Vec<(Value, Value)>>>);

impl Listener for Recorder {
    fn notify(&mut self, event: Event) {
        if let Event::Replaced { old, new } = event {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push((old, new));
        }
    }
}

impl<'a> Payload<'a> {
    /// The payload in `root`.
    pub fn new(root: &'a mut Body) -> Self {
        Self { root, paths: vec![Vec::new()], ids: FxHashMap::default(), forwards: FxHashMap::default() }
    }
    /// The body in which the ops inside of an isolated op are.
    pub fn inside(&mut self, at: PayloadOp) -> BodyId {
        if let Some(&id) = self.ids.get(&(at.body, at.op)) {
            return id;
        }
        let mut path = self.paths[at.body.0].clone();
        path.push(at.op);
        self.paths.push(path);
        let id = BodyId(self.paths.len() - 1);
        self.ids.insert((at.body, at.op), id);
        id
    }
    fn find(&self, id: BodyId) -> Option<&Body> {
        let mut body = &*self.root;
        for &op in &self.paths[id.0] {
            body = Some(body).filter(|b| b.is_live(op))?.child(op)?;
        }
        Some(body)
    }
    /// A body; the outermost one in the place of one that was erased, whose ops no handle has.
    pub fn body(&self, id: BodyId) -> &Body {
        self.find(id).unwrap_or(self.root)
    }
    /// The op around a body.
    pub fn around(&self, id: BodyId) -> Option<PayloadOp> {
        let (&op, path) = self.paths[id.0].split_last()?;
        let mut body = ROOT;
        for &op in path {
            body = *self.ids.get(&(body, op))?;
        }
        Some(PayloadOp { body, op })
    }
    /// Whether an op exists.
    pub fn is_live(&self, at: PayloadOp) -> bool {
        self.find(at.body).is_some_and(|b| b.is_live(at.op))
    }
    /// The op around an op; of the ops directly in a body, its isolated op.
    pub fn parent(&self, at: PayloadOp) -> Option<PayloadOp> {
        match self.body(at.body).parent_op(at.op)? {
            Op::SELF if at.body == ROOT => Some(PayloadOp { body: ROOT, op: Op::SELF }),
            Op::SELF => self.around(at.body),
            op => Some(PayloadOp { body: at.body, op }),
        }
    }
    /// Whether `outer` is `inner` or around it.
    pub fn is_ancestor(&self, outer: PayloadOp, inner: PayloadOp) -> bool {
        std::iter::successors(Some(inner), |&at| self.parent(at)).any(|at| at == outer)
    }
    /// The body and the op as which the ops inside of an op see it.
    pub fn inner(&mut self, at: PayloadOp) -> (BodyId, Op) {
        if self.body(at.body).is_shell(at.op) { (self.inside(at), Op::SELF) } else { (at.body, at.op) }
    }
    /// Location of an op.
    pub fn loc(&self, at: PayloadOp) -> Location {
        self.body(at.body).loc(at.op)
    }
    /// An error at an op with its name.
    pub fn note(&self, diagnostic: Diagnostic, at: PayloadOp, message: &str) -> Diagnostic {
        diagnostic.note(self.loc(at), message)
    }
    /// The ops inside of an op, also those in functions; each comes after the ops inside of it with `post_order`.
    pub fn walk(&mut self, at: PayloadOp, post_order: bool) -> Vec<PayloadOp> {
        let mut out = Vec::new();
        self.walk_to(at, post_order, &mut out);
        out
    }
    fn walk_to(&mut self, at: PayloadOp, post_order: bool, out: &mut Vec<PayloadOp>) {
        let (id, op) = self.inner(at);
        let body = self.body(id);
        let ops = if post_order { body.post_order_in(op) } else { body.ops_in(op) };
        for op in ops {
            let at = PayloadOp { body: id, op };
            let is_shell = self.body(id).is_shell(op);
            if !post_order {
                out.push(at);
            }
            if is_shell {
                strata_ir::core::writer::deep(|| self.walk_to(at, post_order, out));
            }
            if post_order {
                out.push(at);
            }
        }
    }
    /// A body to be changed; the outermost one in the place of one that was erased.
    fn body_mut(&mut self, id: BodyId) -> &mut Body {
        let live = if self.find(id).is_some() { self.paths[id.0].clone() } else { Vec::new() };
        let mut body = &mut *self.root;
        for op in live {
            body = body.child_mut(op).expect("the body was found just now");
        }
        body
    }
    /// Changes a body; handles follow the replacements.
    pub fn edit<R>(&mut self, id: BodyId, f: impl FnOnce(&mut Body) -> R) -> R {
        let log = Arc::new(Mutex::new(Vec::new()));
        let body = self.body_mut(id);
        let before = body.set_listener(Some(Box::new(Recorder(log.clone()))));
        let result = f(body);
        body.set_listener(before);
        let log = std::mem::take(&mut *log.lock().unwrap_or_else(PoisonError::into_inner));
        self.forwards.extend(log.into_iter().map(|(old, new)| (PayloadValue { body: id, value: old }, new)));
        result
    }
    /// Changes a body with all that is in it in a way that handles into it do not survive.
    pub fn rebuild<R>(&mut self, id: BodyId, f: impl FnOnce(&mut Body) -> R) -> R {
        let path = &self.paths[id.0];
        let gone: Vec<bool> = self.paths.iter().map(|p| p.starts_with(path)).collect();
        self.forwards.retain(|v, _| !gone[v.body.0]);
        f(self.body_mut(id))
    }
    /// The value that took the place of one, as far as that exists.
    pub fn current_value(&self, mut v: PayloadValue) -> Option<PayloadValue> {
        let body = self.find(v.body)?;
        let mut steps = 0;
        while !body.is_live_value(v.value) {
            v.value = *self.forwards.get(&v)?;
            // A value is replaced by others at most as often as there are replacements.
            steps += 1;
            if steps > self.forwards.len() {
                return None;
            }
        }
        Some(v)
    }
}
