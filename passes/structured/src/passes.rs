//! The passes of this crate, by their names on the command line.

use strata_ir::prelude::*;
use strata_pass::{Pass, PassCx, PassInfo, PassRegistry, PassResult, on_all_bodies, pass_options};

use crate::{bufferize, fuse, tile, vectorize};

static FUSE: PassInfo =
    PassInfo::new("linalg-fuse-elementwise-ops", "Fuse elementwise operations on tensors")
        .class("LinalgElementwiseOpFusionPass")
        .statistics(&[("num-fused", "Number of producers merged into consumers")]);

pass_options! {
    /// `linalg-fuse-elementwise-ops`
    pub struct FuseElementwise {}
}

impl Pass for FuseElementwise {
    fn info(&self) -> &'static PassInfo {
        &FUSE
    }
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        on_all_bodies(body, &mut |b| {
            cx.count("num-fused", fuse::fuse_elementwise(b) as u64);
            Ok(())
        })
    }
}

static BUFFERIZE: PassInfo = PassInfo::new("one-shot-bufferize", "One-Shot Bufferize")
    .class("OneShotBufferizePass")
    .on("builtin.module")
    .dialects(&["memref", "arith"])
    .establishes(&["no-tensors"]);

pass_options! {
    /// `one-shot-bufferize`
    pub struct OneShotBufferize {}
}

impl Pass for OneShotBufferize {
    fn info(&self) -> &'static PassInfo {
        &BUFFERIZE
    }
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        Ok(bufferize::bufferize_module(body)?)
    }
}

static TILE: PassInfo = PassInfo::new("linalg-tile", "Split contractions on buffers into register tiles")
    .dialects(&["scf", "memref", "arith"])
    .statistics(&[("num-tiled", "Number of tiled contractions")]);

pass_options! {
    /// `linalg-tile`
    pub struct Tile {
        /// Width of a native vector in bits.
        pub vector_bits: u64 = 256,
    }
}

impl Pass for Tile {
    fn info(&self) -> &'static PassInfo {
        &TILE
    }
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        on_all_bodies(body, &mut |b| {
            cx.count("num-tiled", tile::tile_contractions(b, self.vector_bits as u32) as u64);
            Ok(())
        })
    }
}

static VECTORIZE: PassInfo =
    PassInfo::new("linalg-vectorize", "Turn structured ops on buffers into loops of vectors")
        .dialects(&["scf", "memref", "arith", "vector"])
        .statistics(&[("num-vectorized", "Number of vectorized ops")]);

pass_options! {
    /// `linalg-vectorize`
    pub struct Vectorize {
        /// Width of a native vector in bits.
        pub vector_bits: u64 = 256,
    }
}

impl Pass for Vectorize {
    fn info(&self) -> &'static PassInfo {
        &VECTORIZE
    }
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        on_all_bodies(body, &mut |b| {
            cx.count("num-vectorized", vectorize::vectorize(b, self.vector_bits as u32) as u64);
            Ok(())
        })
    }
}

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<FuseElementwise>(&FUSE)
        .add::<OneShotBufferize>(&BUFFERIZE)
        .add::<Tile>(&TILE)
        .add::<Vectorize>(&VECTORIZE);
}
