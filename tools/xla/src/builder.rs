//! [`XlaBuilder`]: makes programs, one operation after the other.

use std::{
    cell::RefCell,
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use strata_func::{FuncOp, ReturnOp};
use strata_ir::{core::OpDef, prelude::*};

use crate::{
    Error, IntoRoot, Result, Root, Shape, XlaComputation, XlaOp,
    emit::{Emit, Nested},
    op::Tree,
};

/// Builds one computation. Every operation is a method that adds it and returns its value, or an error.
///
/// Computations that operations take, such as the sum in a [`reduce`](Self::reduce), are closures over the same
/// builder: `|b, p| b.add(p[0], p[1], &[])`. They may use values from outside. A computation that was built before is
/// used in their place as [`XlaComputation::apply`].
///
/// ```
/// use strata_xla::{Client, Literal, PrimitiveType::F32, Shape, XlaBuilder};
/// let b = XlaBuilder::new("scaled_sum");
/// let x = b.parameter(0, &Shape::array(F32, &[2, 3]), "x")?;
/// let doubled = b.mul(x, b.constant(2.0f32)?, &[])?;
/// let zero = b.constant(0.0f32)?;
/// let sum = b.reduce(&[doubled], &[zero], |b, p| b.add(p[0], p[1], &[]), &[1])?;
/// let program = b.build(sum)?;
/// let run = Client::interpreter().compile(&program)?;
/// let y = run.execute(&[Literal::from([[1.0f32, 2.0, 3.0], [4.0, 5.0, 6.0]])])?;
/// assert_eq!(y, [Literal::from([12.0f32, 30.0])]);
/// # Ok::<(), strata_xla::Error>(())
/// ```
///
/// A shape error names the operation:
///
/// ```
/// # let b = strata_xla::XlaBuilder::new("wrong");
/// let x = b.constant([[1.0f32, 2.0, 3.0]])?;
/// let y = b.constant([1.0f32, 2.0])?;
/// let error = b.add(x, y, &[]).unwrap_err();
/// assert_eq!(error.to_string(), "Add: Shapes must be equal rank, but are f32[1,3] and f32[2]");
/// # Ok::<(), strata_xla::Error>(())
/// ```
pub struct XlaBuilder {
    id: u32,
    name: String,
    cx: Arc<Context>,
    inner: RefCell<Inner>,
}

struct Inner {
    /// The function that is being built.
    body: Box<Body>,
    /// The blocks that are open, from the function to the innermost computation.
    blocks: Vec<Block>,
    nodes: Vec<Node>,
    /// The shape and the name of each parameter.
    parameters: BTreeMap<i64, (Shape, String)>,
    /// Functions that are called.
    functions: BTreeMap<String, Box<Body>>,
    last: Option<XlaOp>,
}

#[derive(Clone, Debug)]
enum Node {
    Value(Value),
    /// A tuple whose elements are known; it becomes a value only where one is needed.
    Tuple(Vec<XlaOp>),
}

/// Numbers of builders; they only tell builders apart.
static BUILDERS: AtomicU32 = AtomicU32::new(0);

/// A context with the dialects that programs are built of; with all that they are lowered to, if that is compiled in.
pub(crate) fn context() -> Arc<Context> {
    #[cfg(feature = "cpu")]
    let registry = strata_registry::registry();
    #[cfg(not(feature = "cpu"))]
    let registry = {
        let mut registry = strata_ir::core::Registry::new();
        for dialect in [
            &strata_builtin::DIALECT,
            &strata_func::DIALECT,
            &strata_stablehlo::DIALECT,
            &strata_chlo::DIALECT,
        ] {
            registry.register(dialect);
        }
        registry
    };
    registry.freeze()
}

impl XlaBuilder {
    /// A builder of a computation.
    pub fn new(name: &str) -> Self {
        Self::in_context(name, &context())
    }
    fn in_context(name: &str, cx: &Arc<Context>) -> Self {
        let mut body = Box::new(Body::new(cx, FuncOp::info(), Location::UNKNOWN));
        let region = body.regions(Op::SELF)[0];
        let entry = body.add_block(region, &[]);
        let inner = Inner {
            body,
            blocks: vec![entry],
            nodes: Vec::new(),
            parameters: BTreeMap::new(),
            functions: BTreeMap::new(),
            last: None,
        };
        let id = BUILDERS.fetch_add(1, Ordering::Relaxed);
        Self { id, name: name.to_owned(), cx: cx.clone(), inner: RefCell::new(inner) }
    }
    /// A builder of a computation that programs of this builder use; it shares the types of this one.
    pub fn create_sub_builder(&self, name: &str) -> Self {
        Self::in_context(name, &self.cx)
    }
    /// Builds a computation with the given parameters.
    ///
    /// ```
    /// use strata_xla::*;
    /// let y = eval(|b| {
    ///     let shape = Shape::scalar(PrimitiveType::F32);
    ///     let square = b.computation("square", &[shape], |b, p| b.mul(p[0], p[0], &[]))?;
    ///     b.call(&square, &[b.constant(3.0f32)?])
    /// })?;
    /// assert_eq!(y, Literal::from(9.0f32));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn computation<R: IntoRoot>(
        &self,
        name: &str,
        parameters: &[Shape],
        f: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<XlaComputation> {
        let sub = self.create_sub_builder(name);
        let params: Vec<XlaOp> = parameters
            .iter()
            .enumerate()
            .map(|(i, s)| sub.parameter(i as i64, s, &format!("p{i}")))
            .collect::<Result<_>>()?;
        let root = f(&sub, &params)?;
        sub.build(root)
    }
    /// The name of the computation.
    pub fn name(&self) -> &str {
        &self.name
    }
    /// The context of the IR.
    pub fn cx(&self) -> &Arc<Context> {
        &self.cx
    }
    /// The type of a value.
    pub fn shape(&self, op: XlaOp) -> Result<Shape> {
        match self.node("Shape", op)? {
            Node::Value(v) => {
                let ty = self.inner.borrow().body.ty(v);
                Shape::of_type(&self.cx, ty).ok_or_else(|| {
                    Error::new("Shape", format!("'{}' has no shape", self.cx.type_to_string(ty)))
                })
            }
            Node::Tuple(v) => Ok(Shape::Tuple(v.iter().map(|&op| self.shape(op)).collect::<Result<_>>()?)),
        }
    }
    /// Argument `number` of the computation. Numbers start at 0 and have no gaps when the computation is built.
    ///
    /// ```
    /// use strata_xla::{Client, Literal, PrimitiveType::S32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("identity");
    /// let x = b.parameter(0, &Shape::array(S32, &[2]), "x")?;
    /// let y = Client::interpreter().compile(&b.build(x)?)?.execute(&[Literal::from([1, 2])])?;
    /// assert_eq!(y, [Literal::from([1, 2])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn parameter(&self, number: i64, shape: &Shape, name: &str) -> Result<XlaOp> {
        let (mut types, tree) = (Vec::new(), tree_of(shape));
        leaf_types(&self.cx, shape, &mut types);
        let args: Vec<Value> = {
            let inner = &mut *self.inner.borrow_mut();
            if number < 0 {
                return Err(Error::new("Parameter", format!("{number} is no parameter number")));
            }
            if inner.parameters.contains_key(&number) {
                return Err(Error::new("Parameter", format!("parameter {number} already registered")));
            }
            // Parameters may be declared in any order; arguments are in the order of their numbers.
            let before = inner.parameters.range(..number).map(|(_, (s, _))| leaves(s)).sum::<usize>();
            inner.parameters.insert(number, (shape.clone(), name.to_owned()));
            let entry = inner.blocks[0];
            types
                .iter()
                .enumerate()
                .map(|(i, &ty)| inner.body.insert_block_arg(entry, before + i, ty))
                .collect()
        };
        Ok(self.pack(&tree, &mut args.into_iter()))
    }
    /// Ends the computation with its result, verifies it and returns it as a module with the function `@main`.
    ///
    /// Tuples, of parameters and of the result, are several arguments and results of that function.
    pub fn build(self, root: impl IntoRoot) -> Result<XlaComputation> {
        let (values, tree) = self.flatten("Build", root.into_root())?;
        let Inner { mut body, blocks, parameters, functions, .. } = self.inner.into_inner();
        let cx = &self.cx;
        for (i, (&number, _)) in parameters.iter().enumerate() {
            if number != i as i64 {
                return Err(Error::new("Build", format!("parameter {i} is missing")));
            }
        }
        let mut out = Builder::at_end(&mut body, blocks[0]);
        ReturnOp::build(&mut out, &values);
        let types = |values: &[Value]| values.iter().map(|&v| body.ty(v)).collect::<Vec<_>>();
        let ty = cx.function(&types(body.block_args(blocks[0])), &types(&values));
        let result = unflatten(cx, &tree, &mut types(&values).into_iter())
            .ok_or_else(|| Error::new("Build", "the result has a type without a shape"))?;
        let Some(module_info) = cx.op_info("builtin.module") else {
            return Err(Error::new("Build", "the builtin dialect is missing"));
        };
        let mut module = Box::new(Body::new(cx, module_info, Location::UNKNOWN));
        let region = module.regions(Op::SELF)[0];
        let block = module.add_block(region, &[]);
        if !self.name.is_empty() {
            module.set_attr(Op::SELF, "sym_name", Some(cx.string_attr(&self.name)));
        }
        let mut add = |name: &str, body: Box<Body>, ty: Option<Type>| {
            let mut state = OpState::new(FuncOp::info(), Location::UNKNOWN);
            state.set_attr(cx, "sym_name", cx.string_attr(name));
            match ty {
                Some(ty) => state.set_attr(cx, "function_type", cx.type_attr(ty)),
                None => state.set_attr(cx, "sym_visibility", cx.string_attr("private")),
            }
            state.child = Some(body);
            Builder::at_end(&mut module, block).build(state);
        };
        add("main", body, Some(ty));
        for (name, body) in functions {
            add(&name, body, None);
        }
        let errors = module.verify();
        if !errors.is_empty() {
            return Err(Error::new("Build", strata_ir::core::diagnostics::render_all(cx, &errors)));
        }
        let parameters = parameters.into_values().map(|(shape, _)| shape).collect();
        Ok(XlaComputation::new(self.name, module, parameters, result))
    }
    /// Ends the computation with the value that was added last; see [`XlaBuilder::build`].
    pub fn build_last(self) -> Result<XlaComputation> {
        let last = self.inner.borrow().last;
        match last {
            Some(op) => self.build(op),
            None => Err(Error::new("Build", "the computation has no operation")),
        }
    }
}

/// The number of values in the IR for a shape.
fn leaves(shape: &Shape) -> usize {
    match shape {
        Shape::Tuple(v) => v.iter().map(leaves).sum(),
        _ => 1,
    }
}
fn leaf_types(cx: &Context, shape: &Shape, out: &mut Vec<Type>) {
    match shape {
        Shape::Tuple(v) => v.iter().for_each(|s| leaf_types(cx, s, out)),
        s => out.push(s.to_type(cx)),
    }
}
pub(crate) fn tree_of(shape: &Shape) -> Tree {
    match shape {
        Shape::Tuple(v) => Tree::Tuple(v.iter().map(tree_of).collect()),
        _ => Tree::Leaf,
    }
}
fn unflatten(cx: &Context, tree: &Tree, types: &mut dyn Iterator<Item = Type>) -> Option<Shape> {
    match tree {
        Tree::Leaf => Shape::of_type(cx, types.next()?),
        Tree::Tuple(v) => {
            v.iter().map(|t| unflatten(cx, t, types)).collect::<Option<Vec<_>>>().map(Shape::Tuple)
        }
    }
}

/// Helpers of the operations.
impl XlaBuilder {
    fn node(&self, at: &'static str, op: XlaOp) -> Result<Node> {
        let inner = self.inner.borrow();
        match inner.nodes.get(op.index as usize) {
            Some(node) if op.builder == self.id => Ok(node.clone()),
            _ => Err(Error::new(at, "the operand is a value of another builder")),
        }
    }
    fn add_node(&self, node: Node) -> XlaOp {
        let mut inner = self.inner.borrow_mut();
        let op = XlaOp { builder: self.id, index: inner.nodes.len() as u32 };
        inner.nodes.push(node);
        inner.last = Some(op);
        op
    }
    /// A value of the IR as a value of the builder.
    pub(crate) fn wrap(&self, value: Value) -> XlaOp {
        self.add_node(Node::Value(value))
    }
    /// A tuple of values.
    pub(crate) fn tuple_of(&self, elements: Vec<XlaOp>) -> XlaOp {
        self.add_node(Node::Tuple(elements))
    }
    /// The elements of a tuple whose elements are known.
    pub(crate) fn elements(&self, at: &'static str, op: XlaOp) -> Result<Option<Vec<XlaOp>>> {
        Ok(match self.node(at, op)? {
            Node::Tuple(v) => Some(v),
            Node::Value(_) => None,
        })
    }
    /// The value of the IR; the elements of a tuple are packed into one value.
    pub(crate) fn value(&self, at: &'static str, op: XlaOp) -> Result<Value> {
        match self.node(at, op)? {
            Node::Value(v) => Ok(v),
            Node::Tuple(v) => {
                let made = self.emit(at, "stablehlo.tuple").operands(&v).one()?;
                self.value(at, made)
            }
        }
    }
    /// The IR type of a value that is no tuple.
    pub(crate) fn ty(&self, at: &'static str, op: XlaOp) -> Result<Type> {
        match self.node(at, op)? {
            Node::Value(v) => Ok(self.inner.borrow().body.ty(v)),
            Node::Tuple(_) => Ok(self.shape(op)?.to_type(&self.cx)),
        }
    }
    /// The sizes of an array.
    pub(crate) fn sizes(&self, at: &'static str, op: XlaOp) -> Result<Vec<i64>> {
        let ty = self.ty(at, op)?;
        match self.cx.type_as::<TensorType>(ty) {
            Some(t) => Ok(t.shape.to_vec()),
            None => Err(Error::new(at, format!("{} is no array", self.shape(op)?))),
        }
    }
    /// The type of a scalar with the elements of an array.
    pub(crate) fn scalar_type(&self, at: &'static str, op: XlaOp) -> Result<Type> {
        Ok(self.cx.tensor(&[], self.cx.elem_or_self(self.ty(at, op)?)))
    }
    /// The values of the IR that make up a result, and their structure.
    pub(crate) fn flatten(&self, at: &'static str, root: Root) -> Result<(Vec<Value>, Tree)> {
        let mut out = Vec::new();
        let tree = match root {
            Root::One(op) => self.flatten_into(at, op, &mut out)?,
            Root::Tuple(v) => {
                Tree::Tuple(v.iter().map(|&op| self.flatten_into(at, op, &mut out)).collect::<Result<_>>()?)
            }
        };
        Ok((out, tree))
    }
    fn flatten_into(&self, at: &'static str, op: XlaOp, out: &mut Vec<Value>) -> Result<Tree> {
        match self.node(at, op)? {
            Node::Value(v) => {
                out.push(v);
                Ok(Tree::Leaf)
            }
            Node::Tuple(v) => {
                Ok(Tree::Tuple(v.iter().map(|&op| self.flatten_into(at, op, out)).collect::<Result<_>>()?))
            }
        }
    }
    /// Packs values of the IR into a value with this structure.
    pub(crate) fn pack(&self, tree: &Tree, values: &mut dyn Iterator<Item = Value>) -> XlaOp {
        match tree {
            // There are as many values as leaves of the tree, because both come from the same result.
            Tree::Leaf => match values.next() {
                Some(v) => self.wrap(v),
                None => self.tuple_of(Vec::new()),
            },
            Tree::Tuple(v) => {
                let elements = v.iter().map(|t| self.pack(t, values)).collect();
                self.tuple_of(elements)
            }
        }
    }
    /// Calls `f` with the IR under construction and the open block.
    pub(crate) fn with_body<R>(&self, f: impl FnOnce(&mut Body, Block) -> R) -> R {
        let inner = &mut *self.inner.borrow_mut();
        let block = inner.blocks[inner.blocks.len() - 1];
        f(&mut inner.body, block)
    }
    /// Adds a function that is called by name; one of the same name is the same function.
    pub(crate) fn add_function(&self, name: &str, make: impl FnOnce() -> Box<Body>) {
        let functions = &mut self.inner.borrow_mut().functions;
        if !functions.contains_key(name) {
            functions.insert(name.to_owned(), make());
        }
    }
    /// Builds a region by a closure that gets the arguments of its block.
    pub(crate) fn region<R: IntoRoot>(
        &self,
        at: &'static str,
        types: &[Type],
        f: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<Nested> {
        let (region, block, args) = {
            let inner = &mut *self.inner.borrow_mut();
            let region = inner.body.new_region();
            let block = inner.body.add_block(region, types);
            inner.blocks.push(block);
            (region, block, inner.body.block_args(block).to_vec())
        };
        let args: Vec<XlaOp> = args.into_iter().map(|v| self.wrap(v)).collect();
        let made = f(self, &args).and_then(|root| self.flatten(at, root.into_root()));
        let inner = &mut *self.inner.borrow_mut();
        inner.blocks.pop();
        match made {
            Ok((values, tree)) => {
                let types = values.iter().map(|&v| inner.body.ty(v)).collect();
                let mut b = Builder::at_end(&mut inner.body, block);
                strata_stablehlo::ReturnOp::build(&mut b, &values);
                Ok(Nested { region, tree, types })
            }
            Err(e) => {
                inner.body.erase_block(block);
                Err(e)
            }
        }
    }
    /// Starts an op of the IR, for the operation with the name `at`.
    pub(crate) fn emit<'b>(&'b self, at: &'static str, name: &'static str) -> Emit<'b> {
        Emit::new(self, at, name)
    }
}
