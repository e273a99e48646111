//! Events: every mutation of a body passes one gateway, which counts it and can tell a listener.

use crate::{Block, Op, Value};

/// One mutation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// An op was created, not inserted yet.
    Created(Op),
    /// An op was put into a block.
    Inserted(Op),
    /// An op was taken out of its block.
    Removed(Op),
    /// An op is about to be erased.
    Erased(Op),
    /// An operand was changed.
    OperandSet(Op),
    /// An attribute was changed.
    AttrSet(Op),
    /// All uses of a value were redirected.
    Replaced {
        /// The value that has no uses any more.
        old: Value,
        /// The value used instead.
        new: Value,
    },
    /// The type of a value was changed.
    TypeSet(Value),
    /// A block was added, moved, or its arguments or successors were changed.
    BlockChanged(Block),
    /// A block was erased.
    BlockErased(Block),
}

/// Receives events. It sees no body: it runs in the middle of a mutation.
pub trait Listener: Send + Sync {
    /// Called after the mutation, except for [`Event::Erased`].
    fn notify(&mut self, event: Event);
}
