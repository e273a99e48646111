//! The places of erased entities and freed runs of a body. Most bodies are small, and their ops are only appended, so that all lists are
//! in one box that exists from the first other change on.

use crate::{
    Block, Body, Op, Region, Value,
    data::{BlockData, OpData, UseData, ValueData},
    entity::Holes,
    pool::Runs,
    region::RegionData,
    slots::word,
};

/// The lists of all slabs and pools of a body.
#[derive(Clone, Default)]
pub(crate) struct Vacant {
    pub ops: Holes,
    pub values: Holes,
    pub blocks: Holes,
    pub regions: Holes,
    pub uses: Runs,
    pub words: Runs,
}

impl Vacant {
    pub fn recycle(&mut self) {
        for holes in [&mut self.ops, &mut self.values, &mut self.blocks, &mut self.regions] {
            holes.recycle();
        }
    }
    pub fn bytes(&self) -> usize {
        let holes = [&self.ops, &self.values, &self.blocks, &self.regions];
        size_of::<Self>()
            + holes.iter().map(|h| h.bytes()).sum::<usize>()
            + self.uses.bytes()
            + self.words.bytes()
    }
}

/// A list of a body, if there are lists.
macro_rules! in_use {
    ($body:ident.$list:ident) => {
        $body.rare.as_deref_mut().and_then(|rare| Some(&mut rare.vacant.as_deref_mut()?.$list))
    };
}

/// A method that stores an entity, and one that erases it.
macro_rules! entities {
    ($($list:ident: $id:ident = $data:ident, $push:ident, $erase:ident;)*) => {
        impl Body {$(
            #[inline]
            pub(crate) fn $push(&mut self, data: $data) -> $id {
                self.$list.push(data, in_use!(self.$list))
            }
            #[track_caller]
            #[inline]
            pub(crate) fn $erase(&mut self, id: $id) -> $data {
                let vacant = self.rare.get_or_insert_default().vacant.get_or_insert_default();
                self.$list.erase(id, &mut vacant.$list)
            }
        )*}
    };
}

entities! {
    ops: Op = OpData, push_op, erase_entity;
    values: Value = ValueData, push_value, erase_value;
    blocks: Block = BlockData, push_block, erase_block_data;
    regions: Region = RegionData, push_region_data, erase_region;
}

impl Body {
    /// The lists, if there are any.
    #[inline]
    pub(crate) fn vacant(&self) -> Option<&Vacant> {
        self.rare.as_deref()?.vacant.as_deref()
    }
    fn vacant_mut(&mut self) -> &mut Vacant {
        self.rare.get_or_insert_default().vacant.get_or_insert_default()
    }
    #[inline]
    pub(crate) fn alloc_uses(&mut self, n: usize, fill: UseData) -> u32 {
        self.uses.alloc(n, fill, in_use!(self.uses))
    }
    pub(crate) fn free_uses(&mut self, at: u32, n: usize) {
        if Runs::keeps(n) {
            self.vacant_mut().uses.add(at, n);
        }
    }
    #[inline]
    pub(crate) fn alloc_words(&mut self, n: usize, fill: Value) -> u32 {
        self.words.alloc(n, fill, in_use!(self.words))
    }
    /// The same with these words first; those behind them are empty slots.
    #[inline]
    pub(crate) fn alloc_words_from(&mut self, words: impl ExactSizeIterator<Item = Value>, n: usize) -> u32 {
        self.words.alloc_from(words, n, word(None), in_use!(self.words))
    }
    pub(crate) fn free_words(&mut self, at: u32, n: usize) {
        if Runs::keeps(n) {
            self.vacant_mut().words.add(at, n);
        }
    }
}
