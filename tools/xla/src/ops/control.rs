//! Calls, branches, loops and barriers.

use strata_ir::prelude::*;

use crate::{
    Error, IntoRoot, PrimitiveType, Result, Root, Shape, XlaBuilder, XlaComputation, XlaOp, builder::tree_of,
    emit::Nested, op::Tree,
};

/// A branch of [`XlaBuilder::conditional_indexed`].
pub type Branch<'a> = &'a dyn Fn(&XlaBuilder, &[XlaOp]) -> Result<XlaOp>;

/// The optional properties of a custom call.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallOptions<'a> {
    pub has_side_effect: bool,
    pub backend_config: Option<&'a str>,
}

impl XlaBuilder {
    /// Calls a computation as a function. The operands have the types of its parameters.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::S32, Shape, eval};
    /// let y = eval(|b| {
    ///     let next = b.computation("next", &[Shape::scalar(S32)], |b, p| b.add(p[0], b.constant(1)?, &[]))?;
    ///     b.call(&next, &[b.call(&next, &[b.constant(5)?])?])
    /// })?;
    /// assert_eq!(y, Literal::from(7));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn call(&self, computation: &XlaComputation, operands: &[XlaOp]) -> Result<XlaOp> {
        computation.call(self, "Call", "func.call", "callee", operands, |emit| emit)
    }
    /// A call that names the operation it computes, with its attributes as the text of a dictionary, and its version. A compiler that
    /// knows the operation may use it instead of the computation.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::F32, Shape, eval};
    /// let y = eval(|b| {
    ///     let twice = b.computation("twice", &[Shape::scalar(F32)], |b, p| b.add(p[0], p[0], &[]))?;
    ///     b.composite_call(&twice, &[b.constant(2.0f32)?], "foo.bar", Some("{n = 1 : i32}"), Some(1))
    /// })?;
    /// assert_eq!(y, Literal::from(4.0f32));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn composite_call(
        &self,
        computation: &XlaComputation,
        operands: &[XlaOp],
        name: &str,
        attributes: Option<&str>,
        version: Option<i64>,
    ) -> Result<XlaOp> {
        let (at, cx) = ("CompositeCall", self.cx());
        let Ok(version) = i32::try_from(version.unwrap_or(0)) else {
            return Err(Error::new(at, "the version does not fit 32 bits"));
        };
        let attributes = match attributes {
            None => cx.dict_attr(Vec::new()),
            Some(text) => strata_ir::text::parse_attr(cx, text)
                .map_err(|e| Error::new(at, strata_ir::core::diagnostics::render_all(cx, &e)))?,
        };
        computation.call(self, at, "stablehlo.composite", "decomposition", operands, |emit| {
            emit.attr("name", cx.string_attr(name))
                .attr("composite_attributes", attributes)
                .attr("version", cx.i32_attr(version))
        })
    }
    /// One of two computations, each of one operand; only the chosen one runs.
    ///
    /// `pred` is a boolean scalar; both computations return values of equal types.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let (yes, x, y) = (b.constant(true)?, b.constant(3)?, b.constant(4)?);
    ///     b.conditional(yes, x, |b, p| b.neg(p[0]), y, |_, p| Ok(p[0]))
    /// })?;
    /// assert_eq!(y, Literal::from(-3));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conditional<R: IntoRoot, S: IntoRoot>(
        &self,
        predicate: XlaOp,
        true_operand: XlaOp,
        true_computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        false_operand: XlaOp,
        false_computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<S>,
    ) -> Result<XlaOp> {
        self.if_then_else(
            "Conditional",
            predicate,
            |b, _| true_computation(b, &[true_operand]),
            |b, _| false_computation(b, &[false_operand]),
        )
    }
    pub(crate) fn if_then_else<R: IntoRoot, S: IntoRoot>(
        &self,
        at: &'static str,
        pred: XlaOp,
        on_true: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        on_false: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<S>,
    ) -> Result<XlaOp> {
        let shape = self.shape(pred)?;
        if shape != Shape::scalar(PrimitiveType::Pred) {
            return Err(Error::new(at, format!("the predicate must be pred[], but is {shape}")));
        }
        let (yes, no) = (self.region(at, &[], on_true)?, self.region(at, &[], on_false)?);
        self.same_results(at, &[&yes, &no])?;
        self.emit(at, "stablehlo.if")
            .operands(&[pred])
            .region(&yes)
            .region(&no)
            .types(&yes.types)
            .tree(&yes.tree)
    }
    fn same_results(&self, at: &'static str, branches: &[&Nested]) -> Result<()> {
        let Some((first, rest)) = branches.split_first() else {
            return Err(Error::new(at, "needs at least one branch"));
        };
        match rest.iter().find(|b| b.types != first.types || b.tree != first.tree) {
            None => Ok(()),
            Some(other) => {
                let show = |b: &Nested| {
                    let types: Vec<String> = b.types.iter().map(|&t| self.cx().type_to_string(t)).collect();
                    types.join(", ")
                };
                let message =
                    format!("the branches have different results: {} and {}", show(first), show(other));
                Err(Error::new(at, message))
            }
        }
    }
    /// One of several computations by number, each of one operand; the last one for a number out of range.
    ///
    /// `branch_index` is a scalar of type `s32`; all computations return values of equal types.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant(7)?;
    ///     b.conditional_indexed(b.constant(99)?, &[&|b, p| b.neg(p[0]), &|_, p| Ok(p[0])], &[x, x])
    /// })?;
    /// assert_eq!(y, Literal::from(7));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn conditional_indexed(
        &self,
        branch_index: XlaOp,
        branch_computations: &[Branch<'_>],
        branch_operands: &[XlaOp],
    ) -> Result<XlaOp> {
        let at = "Conditional";
        if branch_computations.len() != branch_operands.len() {
            return Err(Error::new(at, "there must be one operand for each branch"));
        }
        let branches = branch_computations
            .iter()
            .zip(branch_operands)
            .map(|(f, &x)| self.region(at, &[], |b, _| f(b, &[x])))
            .collect::<Result<Vec<_>>>()?;
        self.same_results(at, &branches.iter().collect::<Vec<_>>())?;
        let mut emit = self.emit(at, "stablehlo.case").operands(&[branch_index]);
        for branch in &branches {
            emit = emit.region(branch);
        }
        emit.types(&branches[0].types).tree(&branches[0].tree)
    }
    /// Runs `body` on a state, from `init` on, while `condition` is true of it.
    ///
    /// Both get the elements of the state, if it is a tuple, else the state itself. `condition` returns a boolean scalar,
    /// `body` a state of the type that `init` has.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let init = b.tuple(&[b.constant(0)?, b.constant([0.0f32, 0.0])?])?;
    ///     let step = b.constant([1.0f32, 2.0])?;
    ///     b.while_(
    ///         |b, s| b.lt(s[0], b.constant(10)?, &[]),
    ///         |b, s| Ok([b.add(s[0], b.constant(1)?, &[])?, b.add(s[1], step, &[])?]),
    ///         init,
    ///     )
    /// })?;
    /// assert_eq!(y.elements(), [Literal::from(10), Literal::from([10.0f32, 20.0])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn while_<R: IntoRoot, S: IntoRoot>(
        &self,
        condition: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
        body: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<S>,
        init: XlaOp,
    ) -> Result<XlaOp> {
        let at = "While";
        let (values, tree) = self.flatten(at, Root::One(init))?;
        let types: Vec<Type> = self.with_body(|body, _| values.iter().map(|&v| body.ty(v)).collect());
        let condition = self.region(at, &types, |b, p| condition(b, &b.state(at, &tree, p)?))?;
        let body = self.region(at, &types, |b, p| body(b, &b.state(at, &tree, p)?))?;
        if body.tree != tree || body.types != types {
            let show = |types: &[Type]| {
                types.iter().map(|&t| self.cx().type_to_string(t)).collect::<Vec<_>>().join(", ")
            };
            return Err(Error::new(
                at,
                format!(
                    "the body must return the type of the state, {}, but returns {}",
                    show(&types),
                    show(&body.types)
                ),
            ));
        }
        self.emit(at, "stablehlo.while")
            .values(&values)
            .region(&condition)
            .region(&body)
            .types(&types)
            .tree(&tree)
    }
    /// The elements of a state whose leaves are given.
    fn state(&self, at: &'static str, tree: &Tree, leaves: &[XlaOp]) -> Result<Vec<XlaOp>> {
        let values = leaves.iter().map(|&x| self.value(at, x)).collect::<Result<Vec<_>>>()?;
        let whole = self.pack(tree, &mut values.into_iter());
        Ok(self.elements(at, whole)?.unwrap_or_else(|| vec![whole]))
    }
    /// Calls a function that the program which runs this one provides, by its name.
    ///
    /// `operand_shapes_with_layout` are not asked for: operands are of any type. The result is of type `shape`. A call
    /// without side effects may be moved, repeated or left out; see [`XlaBuilder::custom_call_with_side_effect`].
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("external");
    /// let x = b.constant([1.0f32, 2.0])?;
    /// let y = b.custom_call("my_function", &[x], &Shape::array(F32, &[3, 3]), None)?;
    /// assert_eq!(b.shape(y)?.to_string(), "f32[3,3]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn custom_call(
        &self,
        target_name: &str,
        operands: &[XlaOp],
        shape: &Shape,
        opaque: Option<&str>,
    ) -> Result<XlaOp> {
        let options = CallOptions { has_side_effect: false, backend_config: opaque };
        self.custom_call_as("CustomCall", target_name, operands, shape, &options)
    }
    /// [`XlaBuilder::custom_call`] of a function with effects besides its result.
    pub fn custom_call_with_side_effect(
        &self,
        target_name: &str,
        operands: &[XlaOp],
        shape: &Shape,
        opaque: Option<&str>,
    ) -> Result<XlaOp> {
        let options = CallOptions { has_side_effect: true, backend_config: opaque };
        self.custom_call_as("CustomCall", target_name, operands, shape, &options)
    }
    pub(crate) fn custom_call_as(
        &self,
        at: &'static str,
        target: &str,
        operands: &[XlaOp],
        shape: &Shape,
        options: &CallOptions<'_>,
    ) -> Result<XlaOp> {
        let cx = self.cx();
        let types: Vec<Type> = match shape {
            Shape::Tuple(v) => v.iter().map(|s| s.to_type(cx)).collect(),
            one => vec![one.to_type(cx)],
        };
        let results = self
            .emit(at, "stablehlo.custom_call")
            .operands(operands)
            .attr("call_target_name", cx.string_attr(target))
            .flag("has_side_effect", options.has_side_effect)
            .attr("backend_config", cx.string_attr(options.backend_config.unwrap_or("")))
            .types(&types)
            .many()?;
        Ok(match (shape, &results[..]) {
            (Shape::Tuple(_), _) => self.tuple_of(results),
            (_, [one]) => *one,
            _ => return Err(Error::new(at, "the call does not have one result")),
        })
    }
    /// The operand, which may be a tuple, computed as a whole before anything that uses a part of the result.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.optimization_barrier(b.tuple(&[b.constant(1)?, b.constant(2.0f32)?])?))?;
    /// assert_eq!(y.elements(), [Literal::from(1), Literal::from(2.0f32)]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn optimization_barrier(&self, operand: XlaOp) -> Result<XlaOp> {
        self.barrier("OptimizationBarrier", operand)
    }
    pub(crate) fn barrier(&self, at: &'static str, operand: XlaOp) -> Result<XlaOp> {
        let tree = tree_of(&self.shape(operand)?);
        // A tuple value is split into its elements, so that the barrier has only arrays and tokens.
        let operand = self.opened(at, operand)?;
        let (values, _) = self.flatten(at, Root::One(operand))?;
        self.emit(at, "stablehlo.optimization_barrier").values(&values).tree(&tree)
    }
}
