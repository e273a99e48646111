//! Operations in which several replicas or partitions take part.
//!
//! Groups are lists of numbers of participants; no groups are one group of all. `layout` arguments of XLA are not asked
//! for: values have no layout here.

use strata_ir::prelude::*;

use super::control::CallOptions;
use crate::{
    ChannelHandle, Error, IntoRoot, Result, Shape, XlaBuilder, XlaOp,
    types::{pairs, rows},
};

/// The participants of a collective operation.
#[derive(Clone, Copy)]
pub(super) struct Group<'a> {
    pub groups: &'a [Vec<i64>],
    pub channel: Option<ChannelHandle>,
    pub global: bool,
}

impl XlaBuilder {
    /// The groups as an attribute; one group of `count` members if none are given and their number is known.
    fn groups(&self, at: &'static str, groups: &[Vec<i64>], count: Option<i64>) -> Result<Attr> {
        let all = match count {
            Some(n) if groups.is_empty() => vec![(0..n.max(0)).collect::<Vec<i64>>()],
            _ => groups.to_vec(),
        };
        rows(self.cx(), &all).map_err(|e| Error::new(at, e))
    }
    fn channel(&self, channel: Option<ChannelHandle>) -> Option<Attr> {
        channel.map(|c| c.attr(self.cx()))
    }
    fn unit(&self, set: bool) -> Option<Attr> {
        set.then(|| self.cx().unit())
    }
    /// The sizes of an array with another size of one dimension.
    fn resized(
        &self,
        at: &'static str,
        operand: XlaOp,
        dimension: i64,
        size: impl FnOnce(i64) -> Result<i64>,
    ) -> Result<Type> {
        let mut sizes = self.sizes(at, operand)?;
        let Some(n) = usize::try_from(dimension).ok().and_then(|d| sizes.get_mut(d)) else {
            return Err(Error::new(at, format!("{dimension} is no dimension of {}", self.shape(operand)?)));
        };
        if *n != DYNAMIC {
            *n = size(*n)?;
        }
        Ok(strata_stablehlo::infer::tensor_like(self.cx(), self.ty(at, operand)?, &sizes))
    }
    /// A closure for each element of a tuple, or for the value itself.
    fn each(&self, at: &'static str, op: XlaOp, f: impl Fn(XlaOp) -> Result<XlaOp>) -> Result<XlaOp> {
        if !matches!(self.shape(op)?, Shape::Tuple(_)) {
            return f(op);
        }
        let open = self.opened(at, op)?;
        let elements = self.elements(at, open)?.unwrap_or_default();
        Ok(self.tuple_of(elements.into_iter().map(f).collect::<Result<_>>()?))
    }

    /// The operands of all members of a group, one after the other along a dimension.
    ///
    /// `shard_count` is the number of members of a group. A tuple is gathered element by element.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// // A group of one member gathers its own operand.
    /// let y = eval(|b| b.all_gather(b.constant([1.0f32, 2.5])?, 0, 1, &[vec![0]], None, false))?;
    /// assert_eq!(y, Literal::from([1.0f32, 2.5]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn all_gather(
        &self,
        operand: XlaOp,
        all_gather_dimension: i64,
        shard_count: i64,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
        use_global_device_ids: bool,
    ) -> Result<XlaOp> {
        let group = Group { groups: replica_groups, channel: channel_id, global: use_global_device_ids };
        self.each("AllGather", operand, |x| {
            self.all_gather_as("AllGather", x, all_gather_dimension, shard_count, group)
        })
    }
    pub(super) fn all_gather_as(
        &self,
        at: &'static str,
        operand: XlaOp,
        dimension: i64,
        shard_count: i64,
        group: Group<'_>,
    ) -> Result<XlaOp> {
        let ty = self.resized(at, operand, dimension, |n| {
            let size = n.checked_mul(shard_count).filter(|_| shard_count > 0);
            size.ok_or_else(|| Error::new(at, format!("shard_count must be > 0, but got {shard_count}")))
        })?;
        self.emit(at, "stablehlo.all_gather")
            .operands(&[operand])
            .number("all_gather_dim", dimension)
            .attr("replica_groups", self.groups(at, group.groups, Some(shard_count))?)
            .maybe("channel_handle", self.channel(group.channel))
            .maybe("use_global_device_ids", self.unit(group.global))
            .types(&[ty])
            .one()
    }
    /// The operands of all members of a group, combined element by element by a computation of two scalars.
    ///
    /// Of a tuple, each element is combined.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([1.0f32, 2.5])?;
    ///     b.all_reduce(x, |b, p| b.add(p[0], p[1], &[]), &[vec![0]], None, false)
    /// })?;
    /// assert_eq!(y, Literal::from([1.0f32, 2.5]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn all_reduce<R: IntoRoot>(
        &self,
        operand: XlaOp,
        computation: impl Fn(&XlaBuilder, &[XlaOp]) -> Result<R>,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
        use_global_device_ids: bool,
    ) -> Result<XlaOp> {
        let at = "AllReduce";
        let group = Group { groups: replica_groups, channel: channel_id, global: use_global_device_ids };
        self.each(at, operand, |x| self.all_reduce_as(at, x, &computation, group))
    }
    pub(super) fn all_reduce_as<R: IntoRoot>(
        &self,
        at: &'static str,
        operand: XlaOp,
        computation: &impl Fn(&XlaBuilder, &[XlaOp]) -> Result<R>,
        group: Group<'_>,
    ) -> Result<XlaOp> {
        let scalar = self.scalar_type(at, operand)?;
        let body = self.region(at, &[scalar, scalar], computation)?;
        self.emit(at, "stablehlo.all_reduce")
            .operands(&[operand])
            .attr("replica_groups", self.groups(at, group.groups, None)?)
            .maybe("channel_handle", self.channel(group.channel))
            .maybe("use_global_device_ids", self.unit(group.global))
            .region(&body)
            .types(&[self.ty(at, operand)?])
            .one()
    }
    /// The sum over a group: [`XlaBuilder::all_reduce`] with an addition.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.cross_replica_sum(b.constant([1, 2])?, &[vec![0]]))?;
    /// assert_eq!(y, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn cross_replica_sum(&self, operand: XlaOp, replica_groups: &[Vec<i64>]) -> Result<XlaOp> {
        let at = "CrossReplicaSum";
        let group = Group { groups: replica_groups, channel: None, global: false };
        let sum = |b: &XlaBuilder, p: &[XlaOp]| b.add(p[0], p[1], &[]);
        self.each(at, operand, |x| self.all_reduce_as(at, x, &sum, group))
    }
    /// Each member splits its operand into `split_count` parts along a dimension and sends one to each member of its
    /// group; what a member gets is joined along another dimension.
    ///
    /// The size is a multiple of `split_count`, the number of members of a group.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.all_to_all(b.constant([[1, 2], [3, 4]])?, 1, 0, 1, &[vec![0]], None))?;
    /// assert_eq!(y, Literal::from([[1, 2], [3, 4]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn all_to_all(
        &self,
        operand: XlaOp,
        split_dimension: i64,
        concat_dimension: i64,
        split_count: i64,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
    ) -> Result<XlaOp> {
        let at = "AllToAll";
        self.emit(at, "stablehlo.all_to_all")
            .operands(&[operand])
            .number("split_dimension", split_dimension)
            .number("concat_dimension", concat_dimension)
            .number("split_count", split_count)
            .attr("replica_groups", self.groups(at, replica_groups, Some(split_count))?)
            .maybe("channel_handle", self.channel(channel_id))
            .one()
    }
    /// Each member sends rows of `input` into the `output` of each member of its group.
    ///
    /// `input_offsets` and `send_sizes` say which rows go to which member, `output_offsets` where they go, `recv_sizes`
    /// how many come from which; they are integers of one shape. The result has the type of `output`. The op is a custom
    /// call, for which StableHLO has no other form.
    ///
    /// ```
    /// use strata_xla::XlaBuilder;
    /// let b = XlaBuilder::new("ragged");
    /// let (x, out) = (b.constant([1, 2, 2])?, b.constant([0; 4])?);
    /// let (at, n) = (b.constant([0, 1])?, b.constant([1, 2])?);
    /// let y = b.ragged_all_to_all(x, at, n, out, at, n, &[vec![0, 1]], None)?;
    /// assert_eq!(b.shape(y)?.to_string(), "s32[4]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn ragged_all_to_all(
        &self,
        input: XlaOp,
        input_offsets: XlaOp,
        send_sizes: XlaOp,
        output: XlaOp,
        output_offsets: XlaOp,
        recv_sizes: XlaOp,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
    ) -> Result<XlaOp> {
        let (at, cx) = ("RaggedAllToAll", self.cx());
        let sizes = self.ty(at, input_offsets)?;
        for other in [send_sizes, output_offsets, recv_sizes] {
            if self.ty(at, other)? != sizes {
                return Err(Error::new(at, "offsets and sizes must have one type"));
            }
        }
        let integral = self.element(at, input_offsets)?.is_integral();
        if !integral || self.element(at, input)? != self.element(at, output)? {
            return Err(Error::new(
                at,
                "offsets must be integers, and input and output must have one element type",
            ));
        }
        let mut config = vec![(cx.intern("replica_groups"), self.groups(at, replica_groups, None)?)];
        if let Some(channel) = channel_id {
            config.push((cx.intern("channel_id"), cx.i64_attr(channel.handle)));
        }
        self.emit(at, "stablehlo.custom_call")
            .operands(&[input, output, input_offsets, send_sizes, output_offsets, recv_sizes])
            .attr("call_target_name", cx.string_attr("ragged_all_to_all"))
            .attr("api_version", cx.i32_attr(4))
            .attr("backend_config", cx.dict_attr(config))
            .types(&[self.ty(at, output)?])
            .one()
    }
    /// The operand of the first member of each group, for all its members; zeros for devices that are in no group.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.collective_broadcast(b.constant([1, 2])?, &[vec![0]], None))?;
    /// assert_eq!(y, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn collective_broadcast(
        &self,
        operand: XlaOp,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
    ) -> Result<XlaOp> {
        let at = "CollectiveBroadcast";
        self.emit(at, "stablehlo.collective_broadcast")
            .operands(&[operand])
            .attr("replica_groups", self.groups(at, replica_groups, None)?)
            .maybe("channel_handle", self.channel(channel_id))
            .one()
    }
    /// For each pair of a source and a target, the operand of the source becomes the result of the target; zeros for
    /// devices that are no target.
    ///
    /// No source and no target occurs twice. `inplace` is a wish that has no effect here.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| b.collective_permute(b.constant([1, 2])?, &[(0, 0)], None, false))?;
    /// assert_eq!(y, Literal::from([1, 2]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn collective_permute(
        &self,
        operand: XlaOp,
        source_target_pairs: &[(i64, i64)],
        channel_id: Option<ChannelHandle>,
        _inplace: bool,
    ) -> Result<XlaOp> {
        self.collective_permute_as("CollectivePermute", operand, source_target_pairs, channel_id)
    }
    pub(super) fn collective_permute_as(
        &self,
        at: &'static str,
        operand: XlaOp,
        source_target_pairs: &[(i64, i64)],
        channel: Option<ChannelHandle>,
    ) -> Result<XlaOp> {
        let table = pairs(self.cx(), source_target_pairs).map_err(|e| Error::new(at, e))?;
        self.emit(at, "stablehlo.collective_permute")
            .operands(&[operand])
            .attr("source_target_pairs", table)
            .maybe("channel_handle", self.channel(channel))
            .one()
    }
    /// [`XlaBuilder::all_reduce`], of which each member keeps its part along a dimension.
    ///
    /// `shard_count` is the number of members of a group and divides the size. Of a tuple, each element is scattered.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([1.0f32, 2.25])?;
    ///     b.reduce_scatter(x, |b, p| b.add(p[0], p[1], &[]), 0, 1, &[vec![0]], None, false)
    /// })?;
    /// assert_eq!(y, Literal::from([1.0f32, 2.25]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn reduce_scatter<R: IntoRoot>(
        &self,
        operand: XlaOp,
        computation: impl Fn(&XlaBuilder, &[XlaOp]) -> Result<R>,
        scatter_dimension: i64,
        shard_count: i64,
        replica_groups: &[Vec<i64>],
        channel_id: Option<ChannelHandle>,
        use_global_device_ids: bool,
    ) -> Result<XlaOp> {
        let at = "ReduceScatter";
        self.each(at, operand, |x| {
            let ty = self.resized(at, x, scatter_dimension, |n| match shard_count {
                k if k > 0 && n % k == 0 => Ok(n / k),
                k => Err(Error::new(at, format!("the size {n} is no multiple of shard_count {k}"))),
            })?;
            let scalar = self.scalar_type(at, x)?;
            let body = self.region(at, &[scalar, scalar], &computation)?;
            self.emit(at, "stablehlo.reduce_scatter")
                .operands(&[x])
                .number("scatter_dimension", scatter_dimension)
                .attr("replica_groups", self.groups(at, replica_groups, Some(shard_count))?)
                .maybe("channel_handle", self.channel(channel_id))
                .maybe("use_global_device_ids", self.unit(use_global_device_ids))
                .region(&body)
                .types(&[ty])
                .one()
        })
    }
    /// The number of the replica that runs the program, as a scalar of type `u32`.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// assert_eq!(eval(|b| b.replica_id())?, Literal::from(0u32));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn replica_id(&self) -> Result<XlaOp> {
        self.emit("ReplicaId", "stablehlo.replica_id").types(&[self.u32()]).one()
    }
    /// The number of the partition that runs the program, as a scalar of type `u32`, which `shape` must be.
    ///
    /// ```
    /// use strata_xla::{Literal, PrimitiveType::U32, Shape, eval};
    /// assert_eq!(eval(|b| b.partition_id(&Shape::scalar(U32)))?, Literal::from(0u32));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn partition_id(&self, shape: &Shape) -> Result<XlaOp> {
        let at = "PartitionId";
        if shape.to_type(self.cx()) != self.u32() {
            return Err(Error::new(at, format!("the result is u32[], not {shape}")));
        }
        self.emit(at, "stablehlo.partition_id").types(&[self.u32()]).one()
    }
    fn u32(&self) -> Type {
        Shape::scalar(crate::PrimitiveType::U32).to_type(self.cx())
    }
    /// A call of a function of the runtime that has an effect.
    pub(super) fn runtime_call(
        &self,
        at: &'static str,
        name: &str,
        operands: &[XlaOp],
        shape: &Shape,
    ) -> Result<XlaOp> {
        let options = CallOptions { has_side_effect: true, backend_config: None };
        self.custom_call_as(at, name, operands, shape, &options)
    }
}
