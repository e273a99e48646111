//! The mutation gateway: every change of a [`Body`] is one of the methods in these files, and each reports an [`Event`].

use std::sync::Arc;

use smallvec::SmallVec;

use crate::{
    Attr, Block, Body, Context, Entity, Event, Listener, Location, Op, OpInfo, Region, Str, Type, Value,
    body::Rare,
    counts::{Counts, SHELL},
    data::OpData,
    entity::Slab,
    pool::Pool,
    slots::needed,
};

mod append;
mod args;
mod attrs;
mod blocks;
mod capacity;
mod create;
mod edges;
mod erase;
mod order;
mod place;
mod relocate;
mod uses;

pub use append::NewOp;

/// Everything an op is made from.
pub struct OpState {
    /// Its kind.
    pub info: &'static OpInfo,
    /// Where it comes from.
    pub loc: Location,
    /// Operands.
    pub operands: SmallVec<[Value; 4]>,
    /// Result types.
    pub result_types: SmallVec<[Type; 2]>,
    /// Inherent attributes by slot; may be shorter than the number of slots.
    pub attrs: SmallVec<[Option<Attr>; 8]>,
    /// Discardable attributes.
    pub extra: Vec<(Str, Attr)>,
    /// Detached regions of the same body; for an isolated op these belong to `child` instead.
    pub regions: SmallVec<[Region; 1]>,
    /// Successor blocks.
    pub successors: SmallVec<[Block; 2]>,
    /// The body of an isolated op, when it is made already.
    pub child: Option<Box<Body>>,
}

impl OpState {
    /// An op without anything.
    pub fn new(info: &'static OpInfo, loc: Location) -> Self {
        Self {
            info,
            loc,
            operands: SmallVec::new(),
            result_types: SmallVec::new(),
            attrs: SmallVec::from_elem(None, info.attrs.len()),
            extra: Vec::new(),
            regions: SmallVec::new(),
            successors: SmallVec::new(),
            child: None,
        }
    }
    /// Makes this the state of an op of another kind, without any inherent attribute.
    pub fn set_info(&mut self, info: &'static OpInfo) {
        self.info = info;
        self.attrs.clear();
        self.attrs.resize(info.attrs.len(), None);
    }
    /// How many slots for inherent attributes the op needs: those up to the last that has one.
    pub fn n_attr_slots(&self) -> usize {
        needed(&self.attrs)
    }
    /// Sets an attribute by name: inherent if the kind declares it, else discardable.
    pub fn set_attr(&mut self, cx: &Context, name: &str, attr: Attr) {
        match self.info.attr_slot(name) {
            Some(slot) => {
                if self.attrs.len() <= slot {
                    self.attrs.resize(slot + 1, None);
                }
                self.attrs[slot] = Some(attr);
            }
            None => self.extra.push((cx.intern(name), attr)),
        }
    }
}

impl Body {
    /// An empty body of an isolated op of kind `info`, with one empty region for each declared one.
    pub fn new(cx: &Arc<Context>, info: &'static OpInfo, loc: Location) -> Self {
        let mut body = Self {
            cx: cx.clone(),
            ops: Slab::default(),
            values: Slab::default(),
            blocks: Slab::default(),
            regions: Slab::default(),
            uses: Pool::default(),
            words: Pool::default(),
            rare: None,
            version: cx.first_version(),
        };
        body.start(info, loc);
        body
    }
    /// Gives an empty body its op.
    fn start(&mut self, info: &'static OpInfo, loc: Location) {
        let n_regions = info.regions.iter().filter(|r| !r.variadic).count();
        let op = self.push_op(OpData {
            info,
            parent: None,
            prev: None,
            next: None,
            operands_at: 0,
            results_at: Value::from_index(0),
            at: 0,
            loc,
            counts: Counts::default(),
        });
        debug_assert_eq!(op, Op::SELF);
        self.set_defaults(op);
        for _ in 0..n_regions {
            let region = self.new_region();
            self.push_region(Op::SELF, region);
        }
    }
    #[inline]
    pub(super) fn note(&mut self, event: Event) {
        self.version += 1;
        if let Some(listener) = self.rare.as_mut().and_then(|rare| rare.listener.as_mut()) {
            listener.notify(event);
        }
    }
    /// Sets the listener and returns the one before.
    pub fn set_listener(&mut self, listener: Option<Box<dyn Listener>>) -> Option<Box<dyn Listener>> {
        if listener.is_none() && self.rare.is_none() {
            return None;
        }
        std::mem::replace(&mut self.rare().listener, listener)
    }
    pub(super) fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }
    /// Takes the child body of a shell away, to work on it elsewhere; [`Body::put_child`] returns it.
    pub fn take_child(&mut self, op: Op) -> Option<Box<Body>> {
        let place = self.place(op)?;
        self.rare.as_mut()?.children.take(place)
    }
    /// Puts a child body back.
    pub fn put_child(&mut self, op: Op, child: Box<Body>) {
        if let Some(place) = self.place(op) {
            self.rare().children.put(place, child);
        }
    }
    /// Makes erased ids available again. Call it only when no id of erased entities is held.
    pub fn recycle(&mut self) {
        if let Some(rare) = &mut self.rare {
            let ops = &self.ops;
            let live =
                |op: Op, place: u32| ops.contains(op) && ops[op].counts.has(SHELL) && ops[op].at == place;
            for (op, place) in rare.children.compact(live) {
                self.ops[op].at = place;
            }
            if let Some(vacant) = &mut rare.vacant {
                vacant.recycle();
            }
        }
    }
    /// Moves the contents to memory of exactly their size and leaves this body empty, even without its op, for
    /// [`Body::reset`]: so many small bodies are built in one reused allocation.
    pub fn take_fitted(&mut self) -> Self {
        let mut rare = self.rare.take();
        if let Some(rare) = &mut rare {
            rare.fit();
        }
        Self {
            cx: self.cx.clone(),
            ops: self.ops.fitted(),
            values: self.values.fitted(),
            blocks: self.blocks.fitted(),
            regions: self.regions.fitted(),
            uses: self.uses.fitted(),
            words: self.words.fitted(),
            rare,
            version: self.version,
        }
    }
    /// Makes an empty body the body of an isolated op of kind `info`; see [`Body::take_fitted`].
    pub fn reset(&mut self, info: &'static OpInfo, loc: Location) {
        debug_assert!(self.ops.capacity() == 0, "resetting a body that holds something");
        self.version = self.cx.first_version();
        self.start(info, loc);
    }
}
