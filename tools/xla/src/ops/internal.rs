//! Operations that XLA itself puts into programs: asynchronous halves, copies, fusions.
//!
//! An asynchronous operation is `stablehlo.async_start`, whose result is a future, and `stablehlo.async_done`. Values have
//! no layout here, so that copies and domains are their operands.

use super::collective::Group;
use crate::{ChannelHandle, Error, IntoRoot, PrimitiveType, Result, Root, Shape, XlaBuilder, XlaOp};

/// Declares the second halves of asynchronous operations.
macro_rules! done {
    ($($(#[$doc:meta])* $method:ident $at:tt;)*) => {
        impl XlaBuilder {$(
            $(#[$doc])*
            ///
            /// The context is a future, which the first half returned; another value is an error.
            ///
            /// ```
            /// # use strata_xla::XlaBuilder;
            /// let b = XlaBuilder::new("waits");
            #[doc = concat!("let error = b.", stringify!($method), "(b.constant(1.0f32)?).unwrap_err();")]
            #[doc = concat!("assert_eq!(error.operation(), ", stringify!($at), ");")]
            /// # Ok::<(), strata_xla::Error>(())
            /// ```
            pub fn $method(&self, context: XlaOp) -> Result<XlaOp> {
                self.async_done_as($at, context)
            }
        )*}
    };
}
done! {
    /// The result of [`XlaBuilder::all_gather_start`].
    all_gather_done "AllGatherDone";
    /// The result of [`XlaBuilder::all_reduce_start`].
    all_reduce_done "AllReduceDone";
    /// The result of [`XlaBuilder::collective_permute_start`].
    collective_permute_done "CollectivePermuteDone";
    /// The result of [`XlaBuilder::async_start`].
    async_done "AsyncDone";
    /// The result of [`XlaBuilder::copy_start`].
    copy_done "CopyDone";
}

impl XlaBuilder {
    fn async_start_as<R: IntoRoot>(
        &self,
        at: &'static str,
        operands: &[XlaOp],
        f: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<XlaOp> {
        let mut types = Vec::new();
        for &x in operands {
            types.push(self.ty(at, x)?);
        }
        let body = self.region(at, &types, f)?;
        let future = self.cx().ty(strata_stablehlo::FutureType(body.types.clone()));
        self.emit(at, "stablehlo.async_start").operands(operands).region(&body).types(&[future]).one()
    }
    fn async_done_as(&self, at: &'static str, context: XlaOp) -> Result<XlaOp> {
        if !matches!(self.shape(context)?, Shape::Future(_)) {
            return Err(Error::new(at, format!("{} is no future", self.shape(context)?)));
        }
        self.emit(at, "stablehlo.async_done").operands(&[context]).packed()
    }
    /// Starts an [`XlaBuilder::all_gather`].
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("gathers");
    /// let started = b.all_gather_start(b.constant([1.0f32])?, 0, 2, &[vec![0, 1]], None, false)?;
    /// assert_eq!(b.shape(started)?.to_string(), "future(f32[2])");
    /// assert_eq!(b.shape(b.all_gather_done(started)?)?.to_string(), "f32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn all_gather_start(
        &self,
        operand: XlaOp,
        all_gather_dimension: i64,
        shard_count: i64,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
        use_global_device_ids: bool,
    ) -> Result<XlaOp> {
        let at = "AllGatherStart";
        let group = Group { groups: replica_groups, channel: channel_id, global: use_global_device_ids };
        self.async_start_as(at, &[operand], |b, p| {
            b.all_gather_as(at, p[0], all_gather_dimension, shard_count, group)
        })
    }
    /// Starts an [`XlaBuilder::all_reduce`] of an array.
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("sums");
    /// let x = b.constant([1.0f32])?;
    /// let started = b.all_reduce_start(x, |b, p| b.add(p[0], p[1], &[]), &[vec![0]], None, false)?;
    /// assert_eq!(b.shape(b.all_reduce_done(started)?)?.to_string(), "f32[1]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn all_reduce_start<R: IntoRoot>(
        &self,
        operand: XlaOp,
        computation: impl Fn(&XlaBuilder, &[XlaOp]) -> Result<R>,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
        use_global_device_ids: bool,
    ) -> Result<XlaOp> {
        let at = "AllReduceStart";
        let group = Group { groups: replica_groups, channel: channel_id, global: use_global_device_ids };
        self.async_start_as(at, &[operand], |b, p| b.all_reduce_as(at, p[0], &computation, group))
    }
    /// Starts an [`XlaBuilder::collective_permute`].
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("moves");
    /// let started = b.collective_permute_start(b.constant([1, 2])?, &[(0, 0)], None, false)?;
    /// assert_eq!(b.shape(b.collective_permute_done(started)?)?.to_string(), "s32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn collective_permute_start(
        &self,
        operand: XlaOp,
        source_target_pairs: &[(i64, i64)],
        channel_id: Option<ChannelHandle>,
        _inplace: bool,
    ) -> Result<XlaOp> {
        let at = "CollectivePermuteStart";
        self.async_start_as(at, &[operand], |b, p| {
            b.collective_permute_as(at, p[0], source_target_pairs, channel_id)
        })
    }
    /// Starts a computation of arrays; [`XlaBuilder::async_done`] returns its results.
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("starts");
    /// let x = b.constant([1, 2, 3])?;
    /// let started = b.async_start(&[x], |b, p| b.slice(p[0], &[0], &[2], &[]))?;
    /// assert_eq!(b.shape(b.async_done(b.async_update(started)?)?)?.to_string(), "s32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn async_start<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<XlaOp> {
        self.async_start_as("AsyncStart", operands, computation)
    }
    /// An intermediate step of an asynchronous operation; StableHLO has none, so the result is the same future.
    ///
    /// ```
    /// # use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("goes on");
    /// assert!(b.async_update(b.constant(1)?).is_err());
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn async_update(&self, context: XlaOp) -> Result<XlaOp> {
        match self.shape(context)? {
            Shape::Future(_) => Ok(context),
            other => Err(Error::new("AsyncUpdate", format!("{other} is no future"))),
        }
    }
    /// The operand, ordered after `token`.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.add_dependency(b.constant([1, 2])?, b.after_all(&[])?))?;
    /// assert_eq!(y, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn add_dependency(&self, operand: XlaOp, token: XlaOp) -> Result<XlaOp> {
        let at = "AddDependency";
        if self.shape(token)? != Shape::Token {
            return Err(Error::new(at, format!("{} is no token", self.shape(token)?)));
        }
        let both = self.tuple(&[operand, token])?;
        let both = self.barrier(at, both)?;
        self.get_tuple_element(both, 0)
    }
    /// The same bytes as an array of another shape, which has as many.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::S16, Shape, eval};
    /// let y = eval(|b| b.bitcast(b.constant([[0x00020001], [0x00040003]])?, &Shape::array(S16, &[4])))?;
    /// assert_eq!(y, Literal::from([1i16, 2, 3, 4]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn bitcast(&self, operand: XlaOp, shape: &Shape) -> Result<XlaOp> {
        let at = "Bitcast";
        let (from, Some(to)) = (self.shape(operand)?, shape.as_array()) else {
            return Err(Error::new(at, format!("{shape} is no array")));
        };
        let (old, new) = (self.element(at, operand)?, to.element_type);
        let bits = |s: &Shape, t: PrimitiveType| {
            Some(crate::literal::count(s.dimensions())? as u64 * t.bit_width() as u64)
        };
        if !from.is_static() || !shape.is_static() || bits(&from, old) != bits(shape, new) {
            return Err(Error::new(at, format!("{from} and {shape} do not have the same bytes")));
        }
        if old == new {
            return self.reshape_as(at, operand, shape);
        }
        // The bytes as a matrix whose last dimension is one wide element.
        let (narrow, wide) = (old.bit_width().min(new.bit_width()), old.bit_width().max(new.bit_width()));
        let n = crate::literal::count(from.dimensions()).unwrap_or(0) as i64;
        let per = (wide / narrow) as i64;
        let flat = if old.bit_width() < new.bit_width() { vec![n / per, per] } else { vec![n] };
        let flat = self.reshape_as(at, operand, &Shape::array(old, &flat))?;
        let cast = self.bitcast_convert_type(flat, new)?;
        self.reshape_as(at, cast, shape)
    }
    /// The operand; a copy differs from it in its layout only.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// assert_eq!(eval(|b| b.copy(b.constant([1, 2])?))?, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn copy(&self, operand: XlaOp) -> Result<XlaOp> {
        self.shape(operand)?;
        Ok(operand)
    }
    /// Starts a copy of an array; [`XlaBuilder::copy_done`] gives it.
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("copies");
    /// let started = b.copy_start(b.constant([1, 2])?)?;
    /// assert_eq!(b.shape(b.copy_done(started)?)?.to_string(), "s32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn copy_start(&self, operand: XlaOp) -> Result<XlaOp> {
        // StableHLO expresses a copy as a slice of the whole array.
        let at = "CopyStart";
        let sizes = self.sizes(at, operand)?;
        let starts = vec![0; sizes.len()];
        self.async_start_as(at, &[operand], |b, p| b.slice(p[0], &starts, &sizes, &[]))
    }
    /// The operand; a domain only describes the sharding of values around it, which is ignored.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// assert_eq!(eval(|b| b.domain(b.constant([1, 2])?, "{replicated}", "{maximal device=0}"))?, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn domain(&self, operand: XlaOp, _entry: &str, _exit: &str) -> Result<XlaOp> {
        self.copy(operand)
    }
    /// A computation of several operations as one unit; `kind` is one of `kLoop`, `kInput`, `kOutput` and `kCustom`.
    /// Passes decide about fusion, so the operations are added as they are.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.fusion(&[b.constant([1, 2])?], "kLoop", |b, p| b.add(p[0], p[0], &[])))?;
    /// assert_eq!(y, Literal::from([2, 4]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn fusion<R: IntoRoot>(
        &self,
        operands: &[XlaOp],
        kind: &str,
        computation: impl FnOnce(&XlaBuilder, &[XlaOp]) -> Result<R>,
    ) -> Result<XlaOp> {
        if !["kLoop", "kInput", "kOutput", "kCustom"].contains(&kind) {
            return Err(Error::new("Fusion", format!("'{kind}' is no kind of fusion")));
        }
        match computation(self, operands)?.into_root() {
            Root::One(op) => Ok(op),
            Root::Tuple(v) => self.tuple(&v),
        }
    }
    /// The state of the hidden random number generator, before it is advanced by `delta`. `shape` is `u64[2]`.
    ///
    /// StableHLO has no such op; this is a call of a function of the runtime.
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::U64, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("state");
    /// let state = b.rng_get_and_update_state(&Shape::array(U64, &[2]), 1)?;
    /// assert_eq!(b.shape(state)?.to_string(), "u64[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn rng_get_and_update_state(&self, shape: &Shape, delta: i64) -> Result<XlaOp> {
        let at = "RngGetAndUpdateState";
        if *shape != Shape::array(PrimitiveType::U64, &[2]) {
            return Err(Error::new(at, format!("the state is u64[2], not {shape}")));
        }
        let delta = self.constant(delta)?;
        self.runtime_call(at, "xla.rng_get_and_update_state", &[delta], shape)
    }
}
