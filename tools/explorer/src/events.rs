//! The log of a pass: what the gateway of all changes reported while it ran.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashSet;
use strata_ir::core::{Body, Event, Listener, Op, Value};

/// The events of a body.
#[derive(Default, Debug)]
pub struct Log {
    /// Ops that were created; their ids may have been those of ops erased before.
    pub created: FxHashSet<Op>,
    /// Ops of which an operand or an attribute was changed.
    pub touched: FxHashSet<Op>,
    /// Values whose type was changed.
    pub retyped: FxHashSet<Value>,
    /// Values that others took the place of, in order.
    pub replaced: Vec<(Value, Value)>,
    /// How many ops were erased.
    pub erased: u64,
    /// How many ops were moved: taken out of their blocks and put into others.
    pub moved: u64,
}

/// The log of a body that is being listened to.
pub type SharedLog = Arc<Mutex<Log>>;

struct Recorder(SharedLog);

impl Listener for Recorder {
    fn notify(&mut self, event: Event) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            Event::Created(op) => {
                log.created.insert(op);
                log.touched.remove(&op);
            }
            Event::Removed(_) => log.moved += 1,
            Event::Erased(op) => {
                log.erased += 1;
                log.touched.remove(&op);
            }
            Event::OperandSet(op) | Event::AttrSet(op) => {
                log.touched.insert(op);
            }
            Event::Replaced { old, new } => log.replaced.push((old, new)),
            Event::TypeSet(value) => {
                log.retyped.insert(value);
            }
            Event::Inserted(_) | Event::BlockChanged(_) | Event::BlockErased(_) => {}
        }
    }
}

/// Listens to a body from now on.
pub fn listen(body: &mut Body) -> SharedLog {
    let log = SharedLog::default();
    body.set_listener(Some(Box::new(Recorder(log.clone()))));
    log
}

/// Ends listening; whether the body is still the one that was listened to, and not one that a pass put into its place.
pub fn stop(body: &mut Body) -> bool {
    body.set_listener(None).is_some()
}

/// The contents of a log that nobody writes to any more.
pub fn take(log: &SharedLog) -> Log {
    std::mem::take(&mut log.lock().unwrap_or_else(PoisonError::into_inner))
}
