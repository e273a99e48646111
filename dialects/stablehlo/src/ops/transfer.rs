//! Tokens, and transfers from and to other programs.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{ChannelHandle, asm::SAME_TYPE, constraints::*, infer};

/// A token that orders after all of its operands.
#[op(
    name = "stablehlo.after_all",
    facts = [CarriesValues],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
    asm = "$inputs attr-dict `:` custom<SAME_TYPE>(type($inputs), type($result))",
)]
pub struct AfterAllOp {
    /// Tokens.
    pub inputs: Variadic<Token>,
    /// The token.
    pub result: Res<Token>,
}

impl InferTypes for AfterAllOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![b.cx().ty(crate::TokenType)])
    }
}

/// The type of the number of a device.
fn device_number(cx: &Context) -> Type {
    cx.tensor(&[], cx.ty(IntegerType { width: 32, signedness: Signedness::Unsigned }))
}

/// Declares ops without operands.
macro_rules! nullary {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] [$($t:ident),*] $result:ident, $infer:expr;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [$($t),*],
            interfaces = [InferTypes, Verify],
            asm = "attr-dict `:` type(results)",
        )]
        pub struct $op {
            /// The value.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                let infer: fn(&Context) -> Type = $infer;
                Ok(smallvec![infer(b.cx())])
            }
        }
        verify_by_inference!($op);
    )*};
}
nullary! {
    /// A new token.
    CreateTokenOp "stablehlo.create_token" [CarriesValues] [Pure] Token, |cx| cx.ty(crate::TokenType);
    /// The number of the partition that runs the program.
    PartitionIdOp "stablehlo.partition_id" [External] [Pure] Ui32Tensor, device_number;
    /// The number of the replica that runs the program.
    ReplicaIdOp "stablehlo.replica_id" [External] [Pure] Ui32Tensor, device_number;
}

macro_rules! effects {
    ($($op:ident),*) => {$(
        impl MemoryEffects for $op {
            fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
                out.push(Effect { kind: EffectKind::Read, on: None });
                out.push(Effect { kind: EffectKind::Write, on: None });
            }
        }
    )*};
}
effects!(InfeedOp, OutfeedOp, SendOp, RecvOp);

/// Reads values from the infeed of the device.
#[op(
    name = "stablehlo.infeed",
    facts = [External],
    interfaces = [MemoryEffects, Verify],
)]
pub struct InfeedOp {
    /// Orders.
    pub token: Operand<Token>,
    /// Configuration that the target interprets.
    pub infeed_config: DefaultAttr<ConfigText>,
    /// Layouts of the values.
    pub layout: OptAttr<ArrayAttr>,
    /// The values and a token.
    pub results: VariadicRes<StaticTensorOrToken>,
}

impl Verify for InfeedOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let types: Vec<Type> = b.result_types(self.op()).collect();
        // infeed_c1
        let Some((&last, values)) = types.split_last() else {
            return Err(VerifyError::bare("result is expected to be at least of size 1, but got 0"));
        };
        // infeed_c2
        if let Some(&other) = values.iter().find(|&&t| b.cx().type_as::<TensorType>(t).is_none()) {
            return Err(VerifyError::bare(format!(
                "all elements of result types, except the last element, are expected to be of tensor type, but got '{}'",
                b.cx().type_to_string(other)
            )));
        }
        // infeed_c3
        if !Token::check(last, b.cx()) {
            return Err(VerifyError::bare(format!(
                "last element of result types is expected to be of token type, but got '{}'",
                b.cx().type_to_string(last)
            )));
        }
        let layout = self.layout(b).and_then(|a| b.cx().attr_as::<ArrayAttr>(a.raw()));
        layout.map_or(Ok(()), |l| verify_layout(b.cx(), &l.0, values.len())).map_err(VerifyError::bare)
    }
}

/// Checks that there is a list of integers for each of `n` values.
fn verify_layout(cx: &Context, layout: &[Attr], n: usize) -> Result<(), String> {
    if layout.len() != n {
        return Err(format!(
            "layout-attribute size must be {n} (which is the number of op-results - 1 (for token result)), but got {}",
            layout.len()
        ));
    }
    let shown = |a| cx.attr_to_string(a);
    for &order in layout {
        let Some(order) = cx.attr_as::<ArrayAttr>(order) else {
            return Err(format!(
                "layout-attribute expected to have elements of type array, but got {}",
                shown(order)
            ));
        };
        if let Some(&leaf) = order.0.iter().find(|&&a| cx.attr_as::<IntegerAttr>(a).is_none()) {
            return Err(format!(
                "layout-attribute's leaf elements are expected to be of type integer, but got {}",
                shown(leaf)
            ));
        }
    }
    Ok(())
}

/// Writes values to the outfeed of the device.
#[op(
    name = "stablehlo.outfeed",
    facts = [External],
    interfaces = [InferTypes, MemoryEffects, Verify],
)]
pub struct OutfeedOp {
    /// The values.
    pub inputs: Variadic<HloTensorOrPerAxis>,
    /// Orders.
    pub token: Operand<Token>,
    /// Configuration that the target interprets.
    pub outfeed_config: DefaultAttr<ConfigText>,
    /// Orders.
    pub result: Res<Token>,
}

/// Infers the token of ops that give nothing else.
macro_rules! gives_token {
    ($($op:ident),*) => {$(
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![b.cx().ty(crate::TokenType)])
            }
        }
    )*};
}
gives_token!(OutfeedOp);
verify_by_inference!(OutfeedOp, AfterAllOp);

/// Sends values over a channel.
#[op(
    name = "stablehlo.send",
    facts = [External],
    interfaces = [InferTypes, MemoryEffects, Verify],
)]
pub struct SendOp {
    /// The values.
    pub inputs: Variadic<HloTensorOrPerAxis>,
    /// Orders.
    pub token: Operand<Token>,
    /// The channel.
    pub channel_handle: Attr<ChannelHandle>,
    /// Whether the receiver is the host.
    pub is_host_transfer: OptAttr<BoolAttr>,
    /// The pairs of sender and receiver.
    pub source_target_pairs: OptAttr<I64Elements>,
    /// Orders.
    pub result: Res<Token>,
}

/// Checks that a channel goes where the transfer goes: to or from the host as `host` says, or between devices.
fn verify_channel_type(b: &Body, op: Op, host: (i64, &str)) -> Result<(), String> {
    let cx = b.cx();
    let is_host = b.attr(op, "is_host_transfer").and_then(|a| cx.attr_i64(a)).is_some_and(|v| v != 0);
    let kind = b.attr(op, "channel_handle").and_then(|a| cx.attr_as::<ChannelHandle>(a)).map(|c| c.r#type);
    let (expected, name) = if is_host { host } else { (1, "DEVICE_TO_DEVICE") };
    if kind == Some(expected) {
        return Ok(());
    }
    Err(format!("channel_type should be {name} when is_host_transfer is {is_host}"))
}

impl InferTypes for SendOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        // send_c1
        verify_channel_type(b, self.op(), (2, "DEVICE_TO_HOST"))?;
        Ok(smallvec![b.cx().ty(crate::TokenType)])
    }
}
impl Verify for SendOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        super::groups::verify_pairs(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Receives values over a channel.
#[op(
    name = "stablehlo.recv",
    facts = [External],
    interfaces = [MemoryEffects, Verify],
)]
pub struct RecvOp {
    /// Orders.
    pub token: Operand<Token>,
    /// The channel.
    pub channel_handle: Attr<ChannelHandle>,
    /// Whether the sender is the host.
    pub is_host_transfer: OptAttr<BoolAttr>,
    /// The pairs of sender and receiver.
    pub source_target_pairs: OptAttr<I64Elements>,
    /// The values and a token.
    pub results: VariadicRes<StaticTensorOrToken>,
}

impl Verify for RecvOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // recv_c1
        verify_channel_type(b, self.op(), (3, "HOST_TO_DEVICE")).map_err(VerifyError::bare)?;
        let types: Vec<Type> = b.result_types(self.op()).collect();
        // recv_c2
        let Some((&last, values)) = types.split_last() else {
            return Err(VerifyError::bare("result is expected to be at least of size 1, but got 0"));
        };
        // recv_c4
        if let Some(&other) = values.iter().find(|&&t| b.cx().type_as::<TensorType>(t).is_none()) {
            return Err(VerifyError::bare(format!(
                "everything but the last element of result types is expected to be of tensor type, but got '{}'",
                b.cx().type_to_string(other)
            )));
        }
        // recv_c5
        if !Token::check(last, b.cx()) {
            return Err(VerifyError::bare(format!(
                "last element of result types is expected to be of token type, but got '{}'",
                b.cx().type_to_string(last)
            )));
        }
        super::groups::verify_pairs(b, self.op())
    }
}
