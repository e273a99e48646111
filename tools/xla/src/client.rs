//! [`Client`] and [`Executable`]: running computations.

use strata_interp::{Interpreter, Options};
use strata_ir::prelude::*;

use crate::{Error, IntoRoot, Literal, Result, Shape, XlaBuilder, XlaComputation};

/// Where computations run.
#[derive(Clone, Debug, Default)]
pub struct Client {
    kind: Kind,
    options: Options,
}

#[derive(Clone, Copy, Debug, Default)]
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
        Self { kind: Kind::Cpu, options: Options::default() }
    }
    /// The same client with limits and choices for the interpreter.
    pub fn with_options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }
    /// Makes a computation ready to run.
    pub fn compile(&self, computation: &XlaComputation) -> Result<Executable> {
        let module = Box::new(computation.module().clone());
        let program = match self.kind {
            Kind::Interpreter => {
                let cx = module.cx_arc().clone();
                Program::Interpreted(module, Interpreter::new(&cx).with_options(self.options.clone()))
            }
            #[cfg(feature = "cpu")]
            Kind::Cpu => Program::Compiled(Box::new(native(module)?)),
        };
        let (parameters, result) = (computation.parameters().to_vec(), computation.result().clone());
        Ok(Executable { program, parameters, result })
    }
}

#[cfg(feature = "cpu")]
fn native(mut module: Box<Body>) -> Result<strata_run::executable::Executable> {
    let target = strata_codegen_llvm::Target::host().map_err(|e| Error::new("Compile", e.to_string()))?;
    let options = strata_run::driver::CompileOptions {
        target,
        entry: "main".into(),
        prefix: "strata".into(),
        pipeline: None,
    };
    strata_run::executable::Executable::compile(&mut module, &options).map_err(|e| Error::new("Compile", e))
}

/// A computation that can be run.
pub struct Executable {
    program: Program,
    parameters: Vec<Shape>,
    result: Shape,
}

enum Program {
    Interpreted(Box<Body>, Interpreter),
    #[cfg(feature = "cpu")]
    Compiled(Box<strata_run::executable::Executable>),
}

impl Executable {
    /// The type of the result.
    pub fn result(&self) -> &Shape {
        &self.result
    }
    /// Runs the computation. The elements of a tuple are several results.
    pub fn execute(&self, arguments: &[Literal]) -> Result<Vec<Literal>> {
        if arguments.len() != self.parameters.len() {
            let n = self.parameters.len();
            return Err(Error::new("Execute", format!("{n} arguments are needed, got {}", arguments.len())));
        }
        let mut leaves = Vec::new();
        for (i, (argument, shape)) in arguments.iter().zip(&self.parameters).enumerate() {
            if !argument.fits(shape) {
                let got = argument.shape();
                return Err(Error::new("Execute", format!("argument {i} is {got}, but {shape} is needed")));
            }
            flatten(argument, &mut leaves);
        }
        let results = match &self.program {
            Program::Interpreted(module, interpreter) => {
                let cx = module.cx();
                let values = leaves.iter().map(|l| l.to_value(cx)).collect::<Result<Vec<_>>>()?;
                let results = interpreter
                    .interpret(module, "main", values)
                    .map_err(|d| Error::new("Execute", d.render(cx)))?;
                results.iter().map(|v| Literal::of_value(cx, v)).collect::<Result<Vec<_>>>()?
            }
            #[cfg(feature = "cpu")]
            Program::Compiled(program) => {
                let inputs: Vec<&[u8]> = leaves.iter().map(|l| l.bytes()).collect();
                let outputs = program.run(&inputs).map_err(|e| Error::new("Execute", e))?;
                let mut shapes = Vec::new();
                leaf_shapes(&self.result, &mut shapes);
                let literal = |(bytes, s): (Vec<u8>, &Shape)| match s.as_array() {
                    Some(a) => Literal::from_bytes(a.element_type, &a.dimensions, bytes),
                    None => Err(Error::new("Execute", format!("{s} is no array"))),
                };
                outputs.into_iter().zip(shapes).map(literal).collect::<Result<Vec<_>>>()?
            }
        };
        let mut results = results.into_iter();
        let whole = unflatten(&self.result, &mut results)
            .ok_or_else(|| Error::new("Execute", "the program gave too few results"))?;
        Ok(match (whole, &self.result) {
            (Literal::Tuple(v), Shape::Tuple(_)) => v,
            (one, _) => vec![one],
        })
    }
}

fn flatten<'l>(literal: &'l Literal, out: &mut Vec<&'l Literal>) {
    match literal {
        Literal::Tuple(v) => v.iter().for_each(|l| flatten(l, out)),
        l => out.push(l),
    }
}
#[cfg(feature = "cpu")]
fn leaf_shapes<'s>(shape: &'s Shape, out: &mut Vec<&'s Shape>) {
    match shape {
        Shape::Tuple(v) => v.iter().for_each(|s| leaf_shapes(s, out)),
        s => out.push(s),
    }
}
fn unflatten(shape: &Shape, literals: &mut dyn Iterator<Item = Literal>) -> Option<Literal> {
    match shape {
        Shape::Tuple(v) => {
            v.iter().map(|s| unflatten(s, literals)).collect::<Option<Vec<_>>>().map(Literal::Tuple)
        }
        _ => literals.next(),
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
