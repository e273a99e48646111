//! The places of erased entities and freed runs of a body, and its order numbers. Most bodies are small, and their ops are only
//! appended, so that all lists are in one box that exists from the first other change on.

use crate::{
    Attr, Block, Body, Location, Op, Region, Value,
    data::{BlockData, OpData, UseData, ValueData},
    entity::Holes,
    pool::Runs,
    region::RegionData,
};

/// The lists of all slabs and pools of a body.
#[derive(Clone, Default)]
pub(crate) struct Vacant {
    pub ops: Holes,
    pub values: Holes,
    pub blocks: Holes,
    pub regions: Holes,
    pub uses: Runs,
    pub attrs: Runs,
    pub args: Runs,
    /// The order numbers of ops, from the first op on that was not appended; see `mutate/place.rs`.
    pub order: Vec<u32>,
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
            + self.attrs.bytes()
            + self.args.bytes()
            + self.order.capacity() * size_of::<u32>()
    }
}

/// A method that stores an entity, and one that erases it.
macro_rules! entities {
    ($($list:ident: $id:ident = $data:ident, $push:ident, $erase:ident;)*) => {
        impl Body {$(
            #[inline]
            pub(crate) fn $push(&mut self, data: $data) -> $id {
                self.$list.push(data, self.vacant.as_deref_mut().map(|v| &mut v.$list))
            }
            #[track_caller]
            #[inline]
            pub(crate) fn $erase(&mut self, id: $id) -> $data {
                self.$list.erase(id, &mut self.vacant.get_or_insert_default().$list)
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
    #[inline]
    pub(crate) fn alloc_uses(&mut self, n: usize, fill: UseData) -> u32 {
        self.uses.alloc(n, fill, self.vacant.as_deref_mut().map(|v| &mut v.uses))
    }
    pub(crate) fn free_uses(&mut self, at: u32, n: usize) {
        if n != 0 {
            self.vacant.get_or_insert_default().uses.add(at, n);
        }
    }
    pub(crate) fn alloc_args(&mut self, n: usize) -> u32 {
        let unknown = Location::UNKNOWN.as_value();
        self.args.alloc(n, unknown, self.vacant.as_deref_mut().map(|v| &mut v.args))
    }
    pub(crate) fn free_args(&mut self, at: u32, n: usize) {
        if n != 0 {
            self.vacant.get_or_insert_default().args.add(at, n);
        }
    }
    #[inline]
    pub(crate) fn alloc_attrs(&mut self, n: usize) -> u32 {
        self.attrs.alloc(n, None, self.vacant.as_deref_mut().map(|v| &mut v.attrs))
    }
    #[inline]
    pub(crate) fn alloc_attrs_from(&mut self, attrs: &[Option<Attr>]) -> u32 {
        self.attrs.alloc_from(attrs, self.vacant.as_deref_mut().map(|v| &mut v.attrs))
    }
    pub(crate) fn free_attrs(&mut self, at: u32, n: usize) {
        if n != 0 {
            self.vacant.get_or_insert_default().attrs.add(at, n);
        }
    }
}
