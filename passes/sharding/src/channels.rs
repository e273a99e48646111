//! Channels of collectives between devices.

use strata_ir::{core::writer::deep, prelude::*};
use strata_stablehlo as hlo;

/// The kind of channel between devices.
const DEVICE_TO_DEVICE: i64 = 1;

/// The numbers that no channel of a program has yet.
pub(crate) struct Channels {
    next: i64,
}

impl Channels {
    /// Those after all numbers in a module.
    pub(crate) fn of_module(module: &Body) -> Self {
        Self { next: largest(module) + 1 }
    }
    /// The attribute of a channel of its own.
    pub(crate) fn next(&mut self, cx: &Context) -> (&'static str, Attr) {
        let handle = self.next;
        self.next += 1;
        ("channel_handle", cx.attr(hlo::ChannelHandle { handle, r#type: DEVICE_TO_DEVICE }))
    }
}

/// The largest number of a channel that a program uses.
fn largest(body: &Body) -> i64 {
    let cx = body.cx();
    let handle = |op: Op| body.attr(op, "channel_handle").and_then(|a| cx.attr_as::<hlo::ChannelHandle>(a));
    let own = body.all_ops().into_iter().filter_map(|op| handle(op).map(|c| c.handle));
    let inner = body.children().map(|(_, child)| deep(|| largest(child)));
    own.chain(inner).max().unwrap_or(0)
}
