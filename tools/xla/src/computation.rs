//! [`XlaComputation`]: a computation that is built, as a module of the IR.

use std::{fmt, sync::Arc};

use strata_ir::{
    prelude::*,
    text::{ParseOptions, PrintOptions, parse_module, print_body},
};

use crate::{Error, Result, Shape, XlaBuilder, XlaOp, builder::tree_of};

/// A computation: a program of its own, or what an operation of another one applies.
pub struct XlaComputation {
    name: String,
    module: Box<Body>,
    parameters: Vec<Shape>,
    result: Shape,
}

impl XlaComputation {
    pub(crate) fn new(name: String, module: Box<Body>, parameters: Vec<Shape>, result: Shape) -> Self {
        Self { name, module, parameters, result }
    }
    /// Reads a module; its function `@main` is the computation.
    ///
    /// ```
    /// let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }";
    /// let c = strata_xla::XlaComputation::parse(text)?;
    /// assert_eq!(c.result().to_string(), "f32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        Self::parse_in(&crate::builder::context(), "", text)
    }
    fn parse_in(cx: &Arc<Context>, name: &str, text: &str) -> Result<Self> {
        let module = parse_module(cx, "computation.mlir", text, ParseOptions::default())
            .map_err(|e| Error::new("Parse", strata_ir::core::diagnostics::render_all(cx, &e)))?;
        let shapes = |types: &[Type]| {
            let all = types.iter().map(|&t| Shape::of_type(cx, t)).collect::<Option<Vec<_>>>();
            all.ok_or_else(|| Error::new("Parse", "'@main' has a type without a shape"))
        };
        let (parameters, mut results) = {
            let f = main_of(&module)?
                .self_as::<strata_func::FuncOp>()
                .ok_or_else(|| Error::new("Parse", "'@main' is no function"))?;
            let main = main_of(&module)?;
            (shapes(f.inputs(main))?, shapes(f.results(main))?)
        };
        let result = if results.len() == 1 { results.remove(0) } else { Shape::Tuple(results) };
        Ok(Self { name: name.to_owned(), module, parameters, result })
    }
    /// The name that its builder had.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The module, whose function `@main` is the computation.
    pub fn module(&self) -> &Body {
        &self.module
    }
    /// The module, to pass it on to passes.
    pub fn into_module(self) -> Box<Body> {
        self.module
    }
    /// The types of the parameters.
    pub fn parameters(&self) -> &[Shape] {
        &self.parameters
    }
    /// The type of the result.
    pub fn result(&self) -> &Shape {
        &self.result
    }
    /// The module as text.
    pub fn to_text(&self) -> String {
        print_body(&self.module, &PrintOptions::default())
    }
    /// The computation as a closure for operations that take one.
    ///
    /// ```
    /// use strata_xla::*;
    /// let y = eval(|b| {
    ///     let scalar = Shape::scalar(PrimitiveType::S32);
    ///     let max = b.computation("max", &[scalar.clone(), scalar], |b, p| b.max(p[0], p[1], &[]))?;
    ///     let (x, least) = (b.constant([3, 9, 4])?, b.constant(i32::MIN)?);
    ///     b.reduce(&[x], &[least], max.apply(), &[0])
    /// })?;
    /// assert_eq!(y, Literal::from(9));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn apply(&self) -> impl Fn(&XlaBuilder, &[XlaOp]) -> Result<XlaOp> + '_ {
        |b, operands| self.inline(b, operands)
    }
    /// Runs `f` with this computation in the context of a builder.
    fn in_context<R>(&self, cx: &Arc<Context>, f: impl FnOnce(&Self) -> Result<R>) -> Result<R> {
        if Arc::ptr_eq(self.module.cx_arc(), cx) {
            return f(self);
        }
        let mut copy = Self::parse_in(cx, &self.name, &self.to_text())?;
        (copy.parameters, copy.result) = (self.parameters.clone(), self.result.clone());
        f(&copy)
    }
    /// The arguments of a call as values of the IR, which must have the types of the parameters.
    fn arguments(&self, b: &XlaBuilder, at: &'static str, operands: &[XlaOp]) -> Result<Vec<Value>> {
        if operands.len() != self.parameters.len() {
            return Err(Error::new(
                at,
                format!("computation takes {} operands, but got {}", self.parameters.len(), operands.len()),
            ));
        }
        let mut values = Vec::new();
        for (i, (&op, wanted)) in operands.iter().zip(&self.parameters).enumerate() {
            let got = b.shape(op)?;
            if got.to_type(b.cx()) != wanted.to_type(b.cx()) {
                return Err(Error::new(at, format!("operand {i} is {got}, but the parameter is {wanted}")));
            }
            values.extend(b.flatten(at, crate::Root::One(op))?.0);
        }
        Ok(values)
    }
    fn inline(&self, b: &XlaBuilder, operands: &[XlaOp]) -> Result<XlaOp> {
        self.in_context(b.cx(), |c| {
            let values = c.arguments(b, "Call", operands)?;
            let main = main_of(&c.module)?;
            let Some(entry) = main.entry() else {
                return Err(Error::new("Call", "the computation has no body"));
            };
            c.add_functions(b);
            let results = b.with_body(|body, block| {
                let mut map = IdMap::new();
                for (&arg, &value) in main.block_args(entry).iter().zip(&values) {
                    map.map(arg, value);
                }
                for op in main.block_ops(entry) {
                    if main.has_trait(op, Trait::Terminator) {
                        return main.operands(op).map(|v| map.get(v)).collect();
                    }
                    let new = body.import_op(main, op, &mut map);
                    body.insert(new, InsertPoint::at_end(block));
                }
                Vec::new()
            });
            Ok(b.pack(&tree_of(&c.result), &mut results.into_iter()))
        })
    }
    fn add_functions(&self, b: &XlaBuilder) {
        for (op, body) in self.module.children() {
            let name = symbol_of(&self.module, op, body);
            if name != "main" {
                b.add_function(&name, || Box::new(body.clone()));
            }
        }
    }
    /// Emits a call of the computation as a function, by an op that names it in an attribute.
    pub(crate) fn call<'b>(
        &self,
        b: &'b XlaBuilder,
        at: &'static str,
        op: &'static str,
        callee: &'static str,
        operands: &[XlaOp],
        more: impl FnOnce(crate::emit::Emit<'b>) -> crate::emit::Emit<'b>,
    ) -> Result<XlaOp> {
        self.in_context(b.cx(), |c| {
            let values = c.arguments(b, at, operands)?;
            // The hash of the text names the function: equal names stand for equal functions.
            let hash = c
                .to_text()
                .bytes()
                .fold(0xcbf2_9ce4_8422_2325u64, |h, x| (h ^ x as u64).wrapping_mul(0x0000_0100_0000_01b3));
            let word = |ch: char| if ch.is_ascii_alphanumeric() { ch } else { '_' };
            let name = format!("{}_{hash:016x}", c.name.chars().map(word).collect::<String>());
            let main = main_of(&c.module)?;
            let Some(f) = main.self_as::<strata_func::FuncOp>() else {
                return Err(Error::new(at, "the computation is no function"));
            };
            let types = f.results(main).to_vec();
            c.add_functions(b);
            b.add_function(&name, || Box::new(main.clone()));
            let emit = b.emit(at, op).values(&values).attr(callee, b.cx().symbol_ref(&name)).types(&types);
            more(emit).tree(&tree_of(&c.result))
        })
    }
}

fn symbol_of(module: &Body, op: Op, body: &Body) -> String {
    let name = body.attr(Op::SELF, "sym_name").or_else(|| module.attr(op, "sym_name"));
    name.and_then(|a| module.cx().attr_str(a)).unwrap_or("").to_owned()
}

/// The function `@main` of a module.
fn main_of(module: &Body) -> Result<&Body> {
    let found = module.children().find(|&(op, body)| symbol_of(module, op, body) == "main");
    found.map(|(_, body)| body).ok_or_else(|| Error::new("Call", "the module has no function '@main'"))
}

impl fmt::Debug for XlaComputation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}
