//! [`Client`] and [`eval`]: where computations run.

use std::sync::{Arc, Mutex, PoisonError};

use strata_interp::{Interpreter, Options, Value};
use strata_ir::prelude::*;

use crate::{
    Error, Executable, IntoRoot, Literal, Result, Shape, XlaBuilder, XlaComputation, custom_call::CustomCall,
    executable::Program,
};

#[cfg(feature = "cpu")]
use crate::compiled::Compiled;

/// Where computations run.
#[derive(Clone, Default)]
pub struct Client {
    kind: Kind,
    options: Options,
    custom_calls: Vec<(String, CustomCall)>,
}

#[derive(Clone, Copy, Default)]
enum Kind {
    #[default]
    Interpreter,
    #[cfg(feature = "cpu")]
    Cpu,
}

impl Client {
    /// The reference interpreter.
    pub fn interpreter() -> Self {
        Self::default()
    }
    /// Native code of the machine that this process runs on, made by LLVM.
    #[cfg(feature = "cpu")]
    pub fn cpu() -> Self {
        Self { kind: Kind::Cpu, ..Self::default() }
    }
    /// The same client with limits for the interpreter, and choices: native code follows `scatter_out_of_bounds` too.
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }
    /// Registers the implementation of custom calls of a target. A later one replaces an earlier one.
    ///
    /// ```
    /// use strata_xla::{Client, Literal, PrimitiveType::S32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("calls");
    /// let y = b.custom_call("length", &[b.constant([7, 8, 9])?], &Shape::scalar(S32), None)?;
    /// let length = |x: &[Literal]| Ok(vec![Literal::from(x[0].dimensions()[0] as i32)]);
    /// let client = Client::interpreter().with_custom_call("length", length);
    /// assert_eq!(client.compile(&b.build(y)?)?.execute(&[])?, [Literal::from(3)]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn with_custom_call(
        mut self,
        target: &str,
        call: impl Fn(&[Literal]) -> Result<Vec<Literal>, String> + Send + Sync + 'static,
    ) -> Self {
        self.custom_calls.push((target.to_owned(), Arc::new(call)));
        self
    }
    /// Makes a computation ready to run.
    pub fn compile(&self, computation: &XlaComputation) -> Result<Executable> {
        let module = Box::new(computation.module().clone());
        let program = match self.kind {
            Kind::Interpreter => {
                let interpreter = self.interpreter_for(module.cx_arc());
                Program::Interpreted(module, Box::new(interpreter))
            }
            #[cfg(feature = "cpu")]
            Kind::Cpu => {
                Program::Compiled(Box::new(Compiled::new(module, &self.custom_calls, &self.options)?))
            }
        };
        let (parameters, result) = (computation.parameters().to_vec(), computation.result().clone());
        Ok(Executable::new(program, parameters, result))
    }
    fn interpreter_for(&self, cx: &Arc<Context>) -> Interpreter {
        let mut interpreter = Interpreter::new(cx).with_options(self.options.clone());
        // The hidden generator of random numbers: its state is read, then advanced.
        let state = Mutex::new(self.options.seed as u128);
        let mut register = |target: &str, call: CustomCall| {
            let cx = cx.clone();
            interpreter.register_custom_call(target, move |values: &[Value]| {
                let text = |e: Error| e.to_string();
                let literals = values
                    .iter()
                    .map(|v| Literal::of_value(&cx, v))
                    .collect::<Result<Vec<_>>>()
                    .map_err(text)?;
                call(&literals)?.iter().map(|l| l.to_value(&cx).map_err(text)).collect()
            });
        };
        let update = move |arguments: &[Literal]| {
            let [delta] = arguments else { return Err("takes one number".to_owned()) };
            let delta = delta.scalar::<i64>().map_err(|e| e.to_string())?;
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            let old = *state;
            *state = old.wrapping_add(delta as i128 as u128);
            Ok(vec![Literal::from([old as u64, (old >> 64) as u64])])
        };
        register("xla.rng_get_and_update_state", Arc::new(update));
        for (target, call) in &self.custom_calls {
            register(target, call.clone());
        }
        interpreter
    }
}

/// Builds a computation without parameters and runs it in the interpreter.
///
/// ```
/// use strata_xla::{Literal, eval};
/// let y = eval(|b| b.add(b.constant([1, 2])?, b.constant(10)?, &[]))?;
/// assert_eq!(y, Literal::from([11, 12]));
/// # Ok::<(), strata_xla::Error>(())
/// ```
pub fn eval<R: IntoRoot>(f: impl FnOnce(&XlaBuilder) -> Result<R>) -> Result<Literal> {
    let b = XlaBuilder::new("eval");
    let root = f(&b)?;
    let run = Client::interpreter().compile(&b.build(root)?)?;
    let mut results = run.execute(&[])?;
    Ok(match run.result() {
        Shape::Tuple(_) => Literal::Tuple(results),
        _ => results.pop().ok_or_else(|| Error::new("Execute", "the program gave no result"))?,
    })
}
