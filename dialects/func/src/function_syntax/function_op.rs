//! [`function_op`](crate::function_op): ops that are functions.

/// Makes an op a function whose attribute `function_type` has the types of its arguments and results: the signature for calls, the verifier and the
/// text. The names of [`strata_ir::prelude`] must be in scope.
#[macro_export]
macro_rules! function_op {
    ($name:ident) => {
        impl CallableOp for $name {
            fn signature(&self, b: &Body) -> (Vec<Type>, Vec<Type>) {
                let ty = $crate::function_syntax::function_type(b, self.op());
                (ty.inputs.clone(), ty.results.clone())
            }
        }
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                let ty = $crate::function_syntax::function_type(b, self.op());
                $crate::function_syntax::verify(b, self.op(), &ty.inputs, &ty.results)
            }
        }
        impl CustomAsm for $name {
            fn print(&self, p: &mut Printer<'_>) {
                $crate::function_syntax::print_typed(p, self.op());
            }
            fn parse(p: &mut Parser<'_>, state: &mut OpState) -> PResult<()> {
                $crate::function_syntax::parse_typed(p, state)
            }
        }
    };
}
