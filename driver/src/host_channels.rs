//! The channels in which a program sends values to its host and receives values from it.

use strata_ir::prelude::*;
use strata_stablehlo::{self as hlo, ChannelHandle};

/// The numbers of channels, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostChannels {
    /// Those of values that the program sends.
    pub sends: Vec<i64>,
    /// Those of values that it receives.
    pub receives: Vec<i64>,
}

impl HostChannels {
    /// The channels of the `send` and `recv` ops of a module that transfer from and to the host.
    #[must_use]
    pub fn from_module(module: &Body) -> Self {
        let mut found = Self::default();
        let mut bodies = vec![module];
        while let Some(body) = bodies.pop() {
            body.walk(|op| found.add(body, op));
            bodies.extend(body.children().map(|(_, child)| child));
        }
        for list in [&mut found.sends, &mut found.receives] {
            list.sort_unstable();
            list.dedup();
        }
        found
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sends.is_empty() && self.receives.is_empty()
    }

    fn add(&mut self, body: &Body, op: Op) {
        let list = match () {
            () if op.isa::<hlo::SendOp>(body) => &mut self.sends,
            () if op.isa::<hlo::RecvOp>(body) => &mut self.receives,
            () => return,
        };
        let cx = body.cx();
        if body.attr(op, "is_host_transfer") == Some(cx.bool_attr(true)) {
            let handle = body.attr(op, "channel_handle").and_then(|attr| cx.attr_as::<ChannelHandle>(attr));
            list.push(handle.map_or(0, |channel| channel.handle));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    #[test]
    fn channels_of_the_host_are_found() {
        let op = |name: &str, number: i64, host: bool| {
            let (operands, types) = match name {
                "send" => ("%x, %t", "(tensor<i32>, !stablehlo.token) -> !stablehlo.token"),
                _ => ("%t", "(!stablehlo.token) -> (tensor<i32>, !stablehlo.token)"),
            };
            let kind = if !host {
                1
            } else if name == "send" {
                2
            } else {
                3
            };
            let result = if name == "send" { "" } else { ":2" };
            let handle = format!("#stablehlo.channel_handle<handle = {number}, type = {kind}>");
            format!(
                "%{name}{number}{result} = \"stablehlo.{name}\"({operands}) <{{channel_handle = {handle}, is_host_transfer = {host}}}> : {types}\n"
            )
        };
        let ops =
            [op("send", 9, true), op("send", 4, true), op("send", 1, false), op("recv", 7, true)].concat();
        let text = format!(
            "func.func @main(%x: tensor<i32>) -> tensor<i32> {{
               %t = stablehlo.create_token : !stablehlo.token
               {ops}
               return %x : tensor<i32>
             }}"
        );
        let program = Program::load("channels", text.as_bytes()).unwrap_or_else(|e| panic!("{e}"));
        let found = HostChannels::from_module(program.module());
        assert_eq!(found, HostChannels { sends: vec![4, 9], receives: vec![7] });
        assert!(HostChannels::default().is_empty() && !found.is_empty());
    }
}
