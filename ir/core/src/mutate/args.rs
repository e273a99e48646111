//! Arguments of blocks.
//!
//! Those of a block are a run of the pool of words: the values, and behind the room for them their locations. A run of few values has no room
//! for more, as most blocks never get more. One at the end of the pool grows in place, so that a parser leaves no gaps.

use smallvec::SmallVec;

use crate::{
    Block, Body, Def, Entity, Event, Location, Type, Value,
    data::{Owner, ValueData},
};

/// How many values a run of `n` has room for.
pub(crate) fn room(n: usize) -> usize {
    if n <= 8 { n } else { n.next_power_of_two() }
}

/// An argument with its location.
type Arg = (Value, Location);

impl Body {
    /// Adds an argument to a block.
    pub fn add_block_arg(&mut self, block: Block, ty: Type) -> Value {
        let (at, n) = self.args_run(block);
        let v = self.push_value(ValueData { ty, first_use: None, owner: Owner::block(block) });
        let unknown = Location::UNKNOWN.as_value();
        if n < room(n) {
            self.words.items[at + n] = v;
            self.words.items[at + room(n) + n] = unknown;
            self.blocks[block].n_args += 1;
        } else if room(n + 1) == n + 1 && (n == 0 || at + 2 * n == self.words.items.len()) {
            let at = if n == 0 { self.words.items.len() } else { at };
            self.words.items.insert(at + n, v);
            self.words.items.push(unknown);
            let d = &mut self.blocks[block];
            (d.args_at, d.n_args) = (Value::from_index(at), n as u32 + 1);
        } else {
            self.edit_args(block, |args| args.push((v, Location::UNKNOWN)));
        }
        self.note(Event::BlockChanged(block));
        v
    }
    /// Inserts an argument as number `at` of a block.
    pub fn insert_block_arg(&mut self, block: Block, at: usize, ty: Type) -> Value {
        let v = self.add_block_arg(block, ty);
        self.edit_args(block, |args| args[at..].rotate_right(1));
        v
    }
    /// Exchanges the places of two arguments of a block, whose locations are those of the places.
    pub fn swap_block_args(&mut self, block: Block, i: usize, j: usize) {
        let (at, n) = self.args_run(block);
        assert!(i.max(j) < n, "a block has {n} arguments");
        self.words.items.swap(at + i, at + j);
        self.note(Event::BlockChanged(block));
    }
    /// Removes an unused argument of a block.
    pub fn erase_block_arg(&mut self, block: Block, at: usize) {
        let v = self.block_args(block)[at];
        assert!(!self.has_uses(v), "erasing a block argument that is used");
        self.edit_args(block, |args| {
            args.remove(at);
        });
        self.erase_value(v);
        self.note(Event::BlockChanged(block));
    }
    /// Removes the arguments of a block for which `keep` returns false, which are unused. One after the other, as many as there are would
    /// take quadratic time.
    pub fn retain_block_args(&mut self, block: Block, mut keep: impl FnMut(&Self, Value) -> bool) {
        let all: SmallVec<[Value; 8]> = self.block_args(block).into();
        let kept: SmallVec<[bool; 8]> = all.iter().map(|&v| keep(self, v)).collect();
        if kept.iter().all(|&k| k) {
            return;
        }
        let mut at = 0;
        self.edit_args(block, |args| {
            args.retain(|_| {
                at += 1;
                kept[at - 1]
            });
        });
        for (&v, _) in all.iter().zip(&kept).filter(|(_, kept)| !**kept) {
            assert!(!self.has_uses(v), "erasing a block argument that is used");
            self.erase_value(v);
        }
        self.note(Event::BlockChanged(block));
    }
    /// Sets the location of a block argument.
    pub fn set_arg_loc(&mut self, arg: Value, loc: Location) {
        if let Def::Arg { block, index } = self.def(arg) {
            let (at, n) = self.args_run(block);
            self.words.items[at + room(n) + index] = loc.as_value();
        }
    }
    /// The location of argument `index` of a block.
    pub(crate) fn arg_loc(&self, block: Block, index: usize) -> Location {
        let (at, n) = self.args_run(block);
        self.words.items.get(at + room(n) + index).map_or(Location::UNKNOWN, |&v| Location::from_value(v))
    }
    /// Frees the run of a block that was erased, and the values in it.
    pub(super) fn drop_args(&mut self, at: u32, n: u32) {
        for i in 0..n as usize {
            let v = self.words.items[at as usize + i];
            self.erase_value(v);
        }
        self.free_words(at, 2 * room(n as usize));
    }
    /// The place of the arguments of a block, and how many there are.
    pub(super) fn args_run(&self, block: Block) -> (usize, usize) {
        let d = &self.blocks[block];
        (d.args_at.index(), d.n_args as usize)
    }
    /// Changes the list of arguments of a block.
    fn edit_args(&mut self, block: Block, change: impl FnOnce(&mut SmallVec<[Arg; 8]>)) {
        let (at, n) = self.args_run(block);
        let mut list: SmallVec<[Arg; 8]> =
            (0..n).map(|i| (self.words.items[at + i], self.arg_loc(block, i))).collect();
        change(&mut list);
        self.free_words(at as u32, 2 * room(n));
        let room = room(list.len());
        let at = self.alloc_words(2 * room, Location::UNKNOWN.as_value());
        for (i, &(v, loc)) in list.iter().enumerate() {
            self.words.items[at as usize + i] = v;
            self.words.items[at as usize + room + i] = loc.as_value();
        }
        let d = &mut self.blocks[block];
        (d.args_at, d.n_args) = (Value::from_index(at as usize), list.len() as u32);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, Registry, op_info::UNREGISTERED};

    /// Changes of two blocks in turn, so that runs grow at the end of the pool and inside of it.
    #[test]
    fn arguments_are_those_of_a_list() {
        let cx = Registry::new().freeze();
        let mut body = Body::new(&cx, &UNREGISTERED, Location::UNKNOWN);
        let region = body.new_region();
        body.push_region(Op::SELF, region);
        let blocks = [0, 1].map(|_| body.add_block(region, &[]));
        let mut models: [Vec<Arg>; 2] = Default::default();
        let mut state = 7u32;
        let mut random = move |n: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % n
        };
        for step in 0..2000u32 {
            let which = random(2);
            let (block, model) = (blocks[which], &mut models[which]);
            let place = random(model.len() + 1);
            match random(9) {
                0..4 => model.push((body.add_block_arg(block, cx.i32()), Location::UNKNOWN)),
                4 => {
                    model.insert(place, (body.insert_block_arg(block, place, cx.i64()), Location::UNKNOWN));
                }
                5 if place < model.len() => {
                    body.erase_block_arg(block, place);
                    model.remove(place);
                }
                6 if place < model.len() => {
                    let loc = Location::from_source_pos(step);
                    body.set_arg_loc(model[place].0, loc);
                    model[place].1 = loc;
                }
                8 if place < model.len() => {
                    body.swap_block_args(block, 0, place);
                    let (first, other) = (model[0].0, model[place].0);
                    (model[0].0, model[place].0) = (other, first);
                }
                7 if model.len() > 20 => {
                    body.retain_block_args(block, |_, v| v.index() % 3 != 0);
                    model.retain(|(v, _)| v.index() % 3 != 0);
                }
                _ => (),
            }
            for (&block, model) in blocks.iter().zip(&models) {
                let values: Vec<Value> = model.iter().map(|arg| arg.0).collect();
                assert_eq!(body.block_args(block), values, "step {step}");
                for (index, &(v, loc)) in model.iter().enumerate() {
                    assert_eq!(
                        (body.def(v), body.value_loc(v)),
                        (Def::Arg { block, index }, loc),
                        "step {step}"
                    );
                }
            }
        }
        body.erase_block(blocks[0]);
        assert!(models[0].iter().all(|&(v, _)| !body.is_live_value(v)));
        assert!(models[1].iter().all(|&(v, _)| body.is_live_value(v)));
    }
}
