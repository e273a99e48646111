//! Tokens, and transfers from and to other programs.

use strata_ir::prelude::*;

use crate::{ChannelHandle, asm::SAME_TYPE, constraints::*};

/// A token that orders after all of its operands.
#[op(
    name = "stablehlo.after_all",
    traits = [Pure],
    interfaces = [InferTypes],
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
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($t:ident),*] $result:ident, $infer:expr;)*) => {$(
        $(#[doc = $doc])*
        #[op(name = $name, traits = [$($t),*], interfaces = [InferTypes, Verify], asm = "attr-dict `:` type(results)")]
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
    CreateTokenOp "stablehlo.create_token" [Pure] Token, |cx| cx.ty(crate::TokenType);
    /// The number of the partition that runs the program.
    PartitionIdOp "stablehlo.partition_id" [Pure] Ui32Tensor, device_number;
    /// The number of the replica that runs the program.
    ReplicaIdOp "stablehlo.replica_id" [Pure] Ui32Tensor, device_number;
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
#[op(name = "stablehlo.infeed", interfaces = [MemoryEffects, Verify])]
pub struct InfeedOp {
    /// Orders.
    pub token: Operand<Token>,
    /// What the target needs to know.
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
        let Some((&last, _)) = types.split_last() else {
            return Err(VerifyError::bare("result is expected to be at least of size 1, but got 0"));
        };
        // infeed_c3
        if !Token::check(last, b.cx()) {
            return Err(VerifyError::bare(format!(
                "last element of result types is expected to be of token type, but got '{}'",
                b.cx().type_to_string(last)
            )));
        }
        Ok(())
    }
}

/// Writes values to the outfeed of the device.
#[op(name = "stablehlo.outfeed", interfaces = [InferTypes, MemoryEffects])]
pub struct OutfeedOp {
    /// The values.
    pub inputs: Variadic<HloTensorOrPerAxis>,
    /// Orders.
    pub token: Operand<Token>,
    /// What the target needs to know.
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
gives_token!(OutfeedOp, SendOp);

/// Sends values over a channel.
#[op(name = "stablehlo.send", interfaces = [InferTypes, MemoryEffects, Verify])]
pub struct SendOp {
    /// The values.
    pub inputs: Variadic<HloTensorOrPerAxis>,
    /// Orders.
    pub token: Operand<Token>,
    /// The channel.
    pub channel_handle: Attr<ChannelHandle>,
    /// Whether the receiver is the host.
    pub is_host_transfer: OptAttr<BoolAttr>,
    /// Who sends to whom.
    pub source_target_pairs: OptAttr<I64Elements>,
    /// Orders.
    pub result: Res<Token>,
}

/// Checks that a channel goes where the transfer goes: to or from the host as `host` says, or between devices.
fn verify_channel_type(b: &Body, op: Op, host: (i64, &str)) -> Result<(), VerifyError> {
    let cx = b.cx();
    let is_host = b.attr(op, "is_host_transfer").and_then(|a| cx.attr_i64(a)).is_some_and(|v| v != 0);
    let kind = b.attr(op, "channel_handle").and_then(|a| cx.attr_as::<ChannelHandle>(a)).map(|c| c.r#type);
    let (expected, name) = if is_host { host } else { (1, "DEVICE_TO_DEVICE") };
    if kind == Some(expected) {
        return Ok(());
    }
    Err(VerifyError::bare(format!("channel_type should be {name} when is_host_transfer is {is_host}")))
}

impl Verify for SendOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // send_c1
        verify_channel_type(b, self.op(), (2, "DEVICE_TO_HOST"))?;
        super::groups::verify_pairs(b, self.op())
    }
}

/// Receives values over a channel.
#[op(name = "stablehlo.recv", interfaces = [MemoryEffects, Verify])]
pub struct RecvOp {
    /// Orders.
    pub token: Operand<Token>,
    /// The channel.
    pub channel_handle: Attr<ChannelHandle>,
    /// Whether the sender is the host.
    pub is_host_transfer: OptAttr<BoolAttr>,
    /// Who sends to whom.
    pub source_target_pairs: OptAttr<I64Elements>,
    /// The values and a token.
    pub results: VariadicRes<StaticTensorOrToken>,
}

impl Verify for RecvOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // recv_c1
        verify_channel_type(b, self.op(), (3, "HOST_TO_DEVICE"))?;
        super::groups::verify_pairs(b, self.op())?;
        let types: Vec<Type> = b.result_types(self.op()).collect();
        // recv_c2
        let Some((&last, values)) = types.split_last() else {
            return Err(VerifyError::bare("result is expected to be at least of size 1, but got 0"));
        };
        // recv_c5
        if !Token::check(last, b.cx()) {
            return Err(VerifyError::bare(format!(
                "last element of result types is expected to be of token type, but got '{}'",
                b.cx().type_to_string(last)
            )));
        }
        // recv_c4
        if let Some(&other) = values.iter().find(|&&t| b.cx().type_as::<TensorType>(t).is_none()) {
            return Err(VerifyError::bare(format!(
                "everything but the last element of result types is expected to be of tensor type, but got '{}'",
                b.cx().type_to_string(other)
            )));
        }
        Ok(())
    }
}

/// Starts an op that runs beside those that follow.
#[op(name = "stablehlo.async_start", traits = [RecursiveMemoryEffects], interfaces = [InferTypes, Verify])]
pub struct AsyncStartOp {
    /// Arguments.
    pub inputs: Variadic<HloTensor>,
    /// The op.
    pub body: SingleBlockRegion,
    /// Its results, later.
    pub result: Res<Future>,
}

impl InferTypes for AsyncStartOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let region = b.regions(self.op()).first();
        let results = region.map(|&r| super::control::returned(b, r)).unwrap_or_default();
        Ok(smallvec![b.cx().ty(crate::FutureType(results.to_vec()))])
    }
}
impl Verify for AsyncStartOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let args = b.block_args(self.body_block(b));
        let n = b.num_operands(self.op());
        // async_start_c1
        ensure!(
            args.len() == n,
            "number of operands ({n}) must match number of region arguments ({})",
            args.len()
        );
        for (i, (ty, &arg)) in b.operand_types(self.op()).zip(args).enumerate() {
            ensure!(
                ty == b.ty(arg),
                "operand type '{}' at index {i} must match region argument type '{}'",
                b.cx().type_to_string(ty),
                b.cx().type_to_string(b.ty(arg))
            );
        }
        Ok(())
    }
}

/// Waits for an op that was started.
#[op(name = "stablehlo.async_done", interfaces = [InferTypes, Verify])]
pub struct AsyncDoneOp {
    /// The results, later.
    pub operand: Operand<Future>,
    /// The results.
    pub results: VariadicRes<HloTensor>,
}

impl InferTypes for AsyncDoneOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let future = b.cx().type_as::<crate::FutureType>(b.ty(self.operand(b)));
        Ok(future.map(|f| f.0.iter().copied().collect()).unwrap_or_default())
    }
}
verify_by_inference!(AsyncDoneOp);
