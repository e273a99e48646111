//! The bodies of the isolated ops of a body.
//!
//! A shell has no regions of its own, so that the place of its child in the list is kept where the place of its regions
//! would be: finding a child costs two reads, whatever their number.

use crate::{Body, Op};

/// Child bodies in the order of their creation, each with its shell.
#[derive(Clone, Default)]
pub(crate) struct Children {
    /// The shell of each place. It is apart from the child, as both together would take as much as two pointers.
    shells: Vec<Op>,
    bodies: Vec<Option<Box<Body>>>,
    dead: u32,
}

impl Children {
    /// Adds the child of a new shell and returns its place.
    pub fn add(&mut self, shell: Op, child: Box<Body>) -> u32 {
        self.shells.push(shell);
        self.bodies.push(Some(child));
        self.bodies.len() as u32 - 1
    }
    pub fn get(&self, place: u32) -> Option<&Body> {
        self.bodies.get(place as usize)?.as_deref()
    }
    pub fn get_mut(&mut self, place: u32) -> Option<&mut Body> {
        self.bodies.get_mut(place as usize)?.as_deref_mut()
    }
    /// Takes a child out; its place is kept for [`Children::put`].
    pub fn take(&mut self, place: u32) -> Option<Box<Body>> {
        self.bodies.get_mut(place as usize)?.take()
    }
    /// Puts a child in a place that its shell has.
    pub fn put(&mut self, place: u32, child: Box<Body>) {
        if let Some(slot) = self.bodies.get_mut(place as usize) {
            *slot = Some(child);
        }
    }
    /// Drops the child of a shell that is erased.
    pub fn remove(&mut self, place: u32) {
        self.take(place);
        self.dead += 1;
    }
    pub fn iter(&self) -> impl Iterator<Item = (Op, &Body)> {
        self.shells.iter().zip(&self.bodies).filter_map(|(op, child)| Some((*op, child.as_deref()?)))
    }
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (Op, &mut Body)> {
        self.shells.iter().zip(&mut self.bodies).filter_map(|(op, child)| Some((*op, child.as_deref_mut()?)))
    }
    /// Compacts the list when most places belong to erased shells. `live` tells whether the shell of a place still
    /// exists; the result has the new place of each such shell.
    pub fn compact(&mut self, live: impl Fn(Op, u32) -> bool) -> Vec<(Op, u32)> {
        if (self.dead as usize) * 2 <= self.shells.len() {
            return Vec::new();
        }
        let old = std::mem::take(&mut self.shells).into_iter().zip(std::mem::take(&mut self.bodies));
        let kept = old.enumerate().filter(|&(place, (op, _))| live(op, place as u32));
        (self.shells, self.bodies) = kept.map(|(_, both)| both).unzip();
        self.fit();
        self.dead = 0;
        self.shells.iter().enumerate().map(|(i, &op)| (op, i as u32)).collect()
    }
    /// Gives back the memory that the list has beyond its size.
    pub fn fit(&mut self) {
        self.shells.shrink_to_fit();
        self.bodies.shrink_to_fit();
    }
    /// Bytes of the list without the children.
    pub fn bytes(&self) -> usize {
        self.shells.capacity() * size_of::<Op>() + self.bodies.capacity() * size_of::<Option<Box<Body>>>()
    }
}
