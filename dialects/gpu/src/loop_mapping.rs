//! `#gpu.loop_dim_map`: which dimension of a launch a dimension of a parallel loop runs over.

use strata_ir::{affine::AffineMap, core::AsmWriter, prelude::*, text::PResult};

/// The blocks or threads of one dimension, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Processor {
    /// Blocks of the first dimension.
    BlockX,
    /// Blocks of the second dimension.
    BlockY,
    /// Blocks of the third dimension.
    BlockZ,
    /// Threads of the first dimension.
    ThreadX,
    /// Threads of the second dimension.
    ThreadY,
    /// Threads of the third dimension.
    ThreadZ,
    /// A loop in the kernel.
    Sequential,
}

impl Processor {
    /// All of them; the first six in the order of the arguments of a launch.
    pub const ALL: [Self; 7] = [
        Self::BlockX,
        Self::BlockY,
        Self::BlockZ,
        Self::ThreadX,
        Self::ThreadY,
        Self::ThreadZ,
        Self::Sequential,
    ];
    const WORDS: [&'static str; 7] =
        ["block_x", "block_y", "block_z", "thread_x", "thread_y", "thread_z", "sequential"];
    /// Its word in text.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
    /// The number of the argument of a launch that is its position; none for a loop.
    pub fn launch_argument(self) -> Option<usize> {
        (self != Self::Sequential).then_some(self as usize)
    }
}

impl Param for Processor {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.fmt(format_args!("{}", self.word()));
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let word = p.keyword_of(&Self::WORDS).and_then(|word| Self::WORDS.iter().position(|w| *w == word));
        word.map(|i| Self::ALL[i]).ok_or_else(|| {
            p.error_at(
                at,
                format!("expected ::mlir::gpu::Processor to be one of: {}", Self::WORDS.join(", ")),
            )
        })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

/// An affine map as a parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MapParam(pub AffineMap);

impl Param for MapParam {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.fmt(format_args!("{}", self.0));
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.affine_map().map(Self)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

/// A dimension of a parallel loop runs over a processor.
#[attr(name = "gpu.loop_dim_map")]
pub struct LoopDimMapping {
    /// The blocks, threads, or the loop in the kernel.
    pub processor: Processor,
    /// From the position of the processor to the number of the iteration.
    pub map: MapParam,
    /// From the number of iterations to the number of blocks or threads.
    pub bound: MapParam,
}
