//! [`XlaOp`], a value of a program being built, and the shapes of the results of closures.

/// A value of a program that an [`XlaBuilder`](crate::XlaBuilder) builds: an array, a token or a tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct XlaOp {
    /// Number of the builder, so that a value is not used with another one.
    pub(crate) builder: u32,
    /// Place among the values of the builder.
    pub(crate) index: u32,
}

/// The result of a computation: one value, or several as a tuple.
pub trait IntoRoot {
    /// The values, and whether they make up a tuple.
    fn into_root(self) -> Root;
}

/// The result of a computation.
#[derive(Clone, Debug)]
pub enum Root {
    /// One value, which may be a tuple.
    One(XlaOp),
    /// The elements of a tuple.
    Tuple(Vec<XlaOp>),
}

impl IntoRoot for XlaOp {
    fn into_root(self) -> Root {
        Root::One(self)
    }
}
impl IntoRoot for Root {
    fn into_root(self) -> Root {
        self
    }
}
impl IntoRoot for Vec<XlaOp> {
    fn into_root(self) -> Root {
        match self[..] {
            [one] => Root::One(one),
            _ => Root::Tuple(self),
        }
    }
}
impl<const N: usize> IntoRoot for [XlaOp; N] {
    fn into_root(self) -> Root {
        self.to_vec().into_root()
    }
}
impl IntoRoot for (XlaOp, XlaOp) {
    fn into_root(self) -> Root {
        Root::Tuple(vec![self.0, self.1])
    }
}
impl IntoRoot for (XlaOp, XlaOp, XlaOp) {
    fn into_root(self) -> Root {
        Root::Tuple(vec![self.0, self.1, self.2])
    }
}

/// The nesting of tuples in a value, whose leaves are values of the IR.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Tree {
    /// A value of the IR.
    Leaf,
    /// A tuple.
    Tuple(Vec<Tree>),
}
