//! Transfers between devices and with the host.
//!
//! XLA's client hides the tokens that order transfers. The plain forms here take the token of no transfer before; those
//! with a token in their name take one and return the next.

use strata_ir::prelude::*;

use crate::{ChannelHandle, Error, Result, Root, Shape, XlaBuilder, XlaOp, builder::tree_of};

impl XlaBuilder {
    /// The next item of the queue into the program, which has the type `shape`. An empty tuple takes none.
    ///
    /// Several infeeds need an order: see [`XlaBuilder::infeed_with_token`].
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("fed");
    /// let x = b.infeed(&Shape::array(F32, &[2]), "")?;
    /// assert_eq!(b.shape(x)?.to_string(), "f32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn infeed(&self, shape: &Shape, config: &str) -> Result<XlaOp> {
        let both = self.infeed_with_token(self.after_all(&[])?, shape, config)?;
        self.get_tuple_element(both, 0)
    }
    /// [`XlaBuilder::infeed`] after `token`; returns a tuple of the data and the next token.
    pub fn infeed_with_token(&self, token: XlaOp, shape: &Shape, config: &str) -> Result<XlaOp> {
        let at = "Infeed";
        if let Shape::Tuple(v) = shape {
            if v.iter().any(|s| matches!(s, Shape::Tuple(_))) {
                return Err(Error::new(at, "nested tuples are not fed"));
            }
            if v.is_empty() {
                let nothing = self.tuple_of(Vec::new());
                return self.tuple(&[nothing, token]);
            }
        }
        let emit = self
            .emit(at, "stablehlo.infeed")
            .operands(&[token])
            .attr("infeed_config", self.cx().string_attr(config));
        self.data_and_token(emit, shape)
    }
    /// Adds an op whose results are data of a type, then a token.
    fn data_and_token(&self, emit: crate::emit::Emit<'_>, shape: &Shape) -> Result<XlaOp> {
        let cx = self.cx();
        let mut types: Vec<Type> = match shape {
            Shape::Tuple(v) => v.iter().map(|s| s.to_type(cx)).collect(),
            one => vec![one.to_type(cx)],
        };
        types.push(Shape::Token.to_type(cx));
        let whole = Shape::Tuple(vec![shape.clone(), Shape::Token]);
        emit.types(&types).tree(&tree_of(&whole))
    }
    /// Puts the operand, an array or a tuple of arrays, into the queue out of the program; returns the token after it.
    ///
    /// `shape_with_layout` is the type of the operand; another one is an error.
    ///
    /// ```
    /// use strata_xla::{PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("tells");
    /// let token = b.outfeed(b.constant([1.0f32, 2.0])?, &Shape::array(F32, &[2]), "")?;
    /// assert_eq!(b.shape(token)?, Shape::Token);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn outfeed(&self, operand: XlaOp, shape_with_layout: &Shape, outfeed_config: &str) -> Result<XlaOp> {
        self.outfeed_with_token(operand, self.after_all(&[])?, shape_with_layout, outfeed_config)
    }
    /// [`XlaBuilder::outfeed`] after `token`.
    pub fn outfeed_with_token(
        &self,
        operand: XlaOp,
        token: XlaOp,
        shape_with_layout: &Shape,
        outfeed_config: &str,
    ) -> Result<XlaOp> {
        let at = "Outfeed";
        self.same_shape(at, operand, shape_with_layout)?;
        let open = self.opened(at, operand)?;
        let (values, _) = self.flatten(at, Root::One(open))?;
        self.emit(at, "stablehlo.outfeed")
            .values(&values)
            .operands(&[token])
            .attr("outfeed_config", self.cx().string_attr(outfeed_config))
            .types(&[Shape::Token.to_type(self.cx())])
            .one()
    }
    fn same_shape(&self, at: &'static str, operand: XlaOp, shape: &Shape) -> Result<()> {
        let got = self.shape(operand)?;
        if got.to_type(self.cx()) == shape.to_type(self.cx()) {
            return Ok(());
        }
        Err(Error::new(at, format!("the operand is {got}, but {shape} is to be sent")))
    }
    fn send_as(
        &self,
        at: &'static str,
        operand: XlaOp,
        token: XlaOp,
        handle: ChannelHandle,
        to_host: bool,
    ) -> Result<XlaOp> {
        let open = self.opened(at, operand)?;
        let (values, _) = self.flatten(at, Root::One(open))?;
        self.emit(at, "stablehlo.send")
            .values(&values)
            .operands(&[token])
            .attr("channel_handle", handle.attr(self.cx()))
            .flag("is_host_transfer", to_host)
            .types(&[Shape::Token.to_type(self.cx())])
            .one()
    }
    fn recv_as(
        &self,
        at: &'static str,
        token: XlaOp,
        shape: &Shape,
        handle: ChannelHandle,
        from_host: bool,
    ) -> Result<XlaOp> {
        let emit = self
            .emit(at, "stablehlo.recv")
            .operands(&[token])
            .attr("channel_handle", handle.attr(self.cx()))
            .flag("is_host_transfer", from_host);
        self.data_and_token(emit, shape)
    }
    /// Sends the operand to the [`XlaBuilder::recv`] of another program with the same channel. Returns the context that
    /// [`XlaBuilder::send_done`] takes.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("sends");
    /// let context = b.send(b.constant(1.0f32)?, ChannelHandle::device_to_device(1))?;
    /// assert_eq!(b.shape(b.send_done(context)?)?, Shape::Token);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn send(&self, operand: XlaOp, handle: ChannelHandle) -> Result<XlaOp> {
        self.send_as("Send", operand, self.after_all(&[])?, handle, false)
    }
    /// Waits until what a send started is done; returns the token after it.
    ///
    /// The context is the result of a send. `stablehlo.send` is both halves, so that nothing is added.
    ///
    /// ```
    /// # use strata_xla::{ChannelHandle, XlaBuilder};
    /// let b = XlaBuilder::new("waits");
    /// assert!(b.send_done(b.constant(1.0f32)?).is_err());
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn send_done(&self, context: XlaOp) -> Result<XlaOp> {
        match self.shape(context)? {
            Shape::Token => Ok(context),
            other => Err(Error::new("SendDone", format!("{other} is no context of a send"))),
        }
    }
    /// [`XlaBuilder::send`] after `token`; returns the next token.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("sends");
    /// let first = b.after_all(&[])?;
    /// let next = b.send_with_tokens(b.constant(1.0f32)?, first, ChannelHandle::device_to_device(1))?;
    /// assert_eq!(b.shape(next)?, Shape::Token);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn send_with_tokens(&self, operand: XlaOp, token: XlaOp, handle: ChannelHandle) -> Result<XlaOp> {
        self.send_as("SendWithTokens", operand, token, handle, false)
    }
    /// Sends the operand, whose type is `shape_with_layout`, to the host, after `token`; returns the next token.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("sends");
    /// let (x, first) = (b.constant(1.0f32)?, b.after_all(&[])?);
    /// let next = b.send_to_host(x, first, &Shape::scalar(F32), ChannelHandle::device_to_host(1))?;
    /// assert_eq!(b.shape(next)?, Shape::Token);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn send_to_host(
        &self,
        operand: XlaOp,
        token: XlaOp,
        shape_with_layout: &Shape,
        handle: ChannelHandle,
    ) -> Result<XlaOp> {
        self.same_shape("SendToHost", operand, shape_with_layout)?;
        self.send_as("SendToHost", operand, token, handle, true)
    }
    /// Receives data of type `shape` from the [`XlaBuilder::send`] of another program with the same channel.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("receives");
    /// let x = b.recv(&Shape::array(F32, &[2]), ChannelHandle::device_to_device(1))?;
    /// assert_eq!(b.shape(x)?.to_string(), "f32[2]");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn recv(&self, shape: &Shape, handle: ChannelHandle) -> Result<XlaOp> {
        let context = self.recv_as("Recv", self.after_all(&[])?, shape, handle, false)?;
        self.get_tuple_element(self.recv_done(context)?, 0)
    }
    /// Waits until what a receive started is done; returns the data and the token after it as a tuple.
    ///
    /// The context is the result of [`XlaBuilder::recv_with_tokens`]. `stablehlo.recv` is both halves, so that nothing is
    /// added.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("receives");
    /// let handle = ChannelHandle::device_to_device(1);
    /// let context = b.recv_with_tokens(b.after_all(&[])?, &Shape::scalar(F32), handle)?;
    /// assert_eq!(b.shape(b.recv_done(context)?)?.to_string(), "(f32[], token[])");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn recv_done(&self, context: XlaOp) -> Result<XlaOp> {
        match &self.shape(context)? {
            Shape::Tuple(v) if matches!(v[..], [_, Shape::Token]) => Ok(context),
            other => Err(Error::new("RecvDone", format!("{other} is no context of a receive"))),
        }
    }
    /// [`XlaBuilder::recv`] after `token`; returns the data and the next token as a tuple.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("receives");
    /// let handle = ChannelHandle::device_to_device(1);
    /// let both = b.recv_with_tokens(b.after_all(&[])?, &Shape::scalar(F32), handle)?;
    /// assert_eq!(b.shape(both)?.to_string(), "(f32[], token[])");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn recv_with_tokens(&self, token: XlaOp, shape: &Shape, handle: ChannelHandle) -> Result<XlaOp> {
        self.recv_as("RecvWithTokens", token, shape, handle, false)
    }
    /// Receives data from the host, after `token`; returns the data and the next token as a tuple.
    ///
    /// ```
    /// use strata_xla::{ChannelHandle, PrimitiveType::F32, Shape, XlaBuilder};
    /// let b = XlaBuilder::new("receives");
    /// let handle = ChannelHandle::host_to_device(1);
    /// let both = b.recv_from_host(b.after_all(&[])?, &Shape::scalar(F32), handle)?;
    /// assert_eq!(b.shape(both)?.to_string(), "(f32[], token[])");
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn recv_from_host(&self, token: XlaOp, shape: &Shape, handle: ChannelHandle) -> Result<XlaOp> {
        self.recv_as("RecvFromHost", token, shape, handle, true)
    }
}
