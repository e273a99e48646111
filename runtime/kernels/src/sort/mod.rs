//! Sorting along a dimension of arrays by keys, and the first elements of what that gives.
//!
//! Keys become unsigned integers in the same order ([`key`]); these are sorted by their digits, with the places of their elements beside
//! them, and then the elements are fetched. Only where all that is wanted is the keys are they sorted themselves.

mod key;
mod radix;

use key::{Bits, Map};
pub use key::{Format, Key, Order};

/// Lines that are sorted together where they are not contiguous: as many as share cache lines.
const LINES: usize = 16;

/// What a result consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The elements of an input, sorted.
    Input(usize),
    /// The places that the elements come from, as integers.
    Place,
}

/// An array in row-major order, and the bytes of one element.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The elements.
    pub bytes: &'a [u8],
    /// Bytes of one.
    pub width: usize,
}

/// An array to be filled.
#[derive(Debug)]
pub struct Output<'a> {
    /// The elements.
    pub bytes: &'a mut [u8],
    /// Bytes of one.
    pub width: usize,
}

/// Lines to sort: inputs have the sizes `outer`, `n`, `inner`, and results `outer`, `count`, `inner`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Product of the dimensions before the one that is sorted.
    pub outer: usize,
    /// Elements of a line.
    pub n: usize,
    /// Product of the dimensions after it.
    pub inner: usize,
    /// Elements of a line that are kept, the first ones.
    pub count: usize,
    /// What is compared, the first one first. Elements that are equal in all keep their order.
    pub keys: Vec<Key>,
    /// What the results are.
    pub results: Vec<Source>,
}

/// Memory that lines are sorted in.
#[derive(Default)]
struct Memory {
    /// The keys of some lines, in words of up to 32 bits, the lowest word of the last key first.
    words: Vec<Vec<u32>>,
    /// Where the elements of sorted lines come from.
    order: Vec<u32>,
    items: Vec<u64>,
    spare: Vec<u64>,
}

/// Some neighbouring lines.
#[derive(Clone, Copy)]
struct Lines {
    outer: usize,
    first: usize,
    count: usize,
}

impl Task {
    /// Sorts.
    ///
    /// # Errors
    /// When arrays do not have the sizes that the task says.
    pub fn run(&self, inputs: &[Input<'_>], outputs: &mut [Output<'_>]) -> Result<(), String> {
        self.check(inputs, outputs)?;
        if self.n == 0 || self.inner == 0 {
            return Ok(());
        }
        let mut memory = Memory::default();
        for outer in 0..self.outer {
            for first in (0..self.inner).step_by(LINES) {
                let lines = Lines { outer, first, count: LINES.min(self.inner - first) };
                if let Some(key) = self.only_key(inputs) {
                    self.keys_alone(key, lines, inputs[key.input], &mut outputs[0]);
                    continue;
                }
                self.read(lines, inputs, &mut memory);
                memory.order.clear();
                for line in 0..lines.count {
                    self.sort_line(line, &mut memory);
                }
                for (output, &source) in outputs.iter_mut().zip(&self.results) {
                    self.write(lines, source, inputs, &memory.order, output);
                }
            }
        }
        Ok(())
    }

    fn check(&self, inputs: &[Input<'_>], outputs: &[Output<'_>]) -> Result<(), String> {
        let size =
            |n: usize, width: usize| self.outer.checked_mul(n)?.checked_mul(self.inner)?.checked_mul(width);
        let fits = inputs.iter().all(|i| size(self.n, i.width) == Some(i.bytes.len()))
            && outputs.iter().all(|o| size(self.count, o.width) == Some(o.bytes.len()))
            && outputs.len() == self.results.len()
            && self.count <= self.n
            && u32::try_from(self.n).is_ok();
        let sources = self.results.iter().zip(outputs).all(|(&s, o)| match s {
            Source::Input(i) => {
                matches!(o.width, 1 | 2 | 4 | 8 | 16) && inputs.get(i).is_some_and(|i| i.width == o.width)
            }
            Source::Place => matches!(o.width, 1 | 2 | 4 | 8),
        });
        let keys = !self.keys.is_empty()
            && self.keys.iter().all(|k| {
                let bytes = matches!(k.format.bits(), 8 | 16 | 32 | 64).then(|| k.format.bits() as usize / 8);
                let end = bytes.and_then(|b| b.checked_add(k.offset));
                inputs.get(k.input).is_some_and(|i| end.is_some_and(|end| end <= i.width))
            });
        if fits && sources && keys { Ok(()) } else { Err("its arrays do not fit".to_owned()) }
    }

    /// Whether so few elements are kept that they are looked for.
    fn is_selection(&self) -> bool {
        self.count <= self.n / 4 && self.keys.iter().map(|k| k.format.bits()).sum::<u32>() <= 64
    }

    /// The key, if it is all that is sorted.
    fn only_key(&self, inputs: &[Input<'_>]) -> Option<&Key> {
        let ([key], [Source::Input(from)]) = (&self.keys[..], &self.results[..]) else { return None };
        let whole = key.format.bits() as usize == 8 * inputs[key.input].width;
        let found = *from == key.input && whole && self.count == self.n && key.order != Order::Partial;
        found.then_some(key)
    }

    fn keys_alone(&self, key: &Key, lines: Lines, input: Input<'_>, output: &mut Output<'_>) {
        match key.format.bits() {
            8 => self.keys_of::<u8>(key, lines, input, output),
            16 => self.keys_of::<u16>(key, lines, input, output),
            32 => self.keys_of::<u32>(key, lines, input, output),
            _ => self.keys_of::<u64>(key, lines, input, output),
        }
    }

    fn keys_of<B: Bits>(&self, key: &Key, lines: Lines, input: Input<'_>, output: &mut Output<'_>) {
        let map = Map::<B>::new(key);
        let (n, width) = (self.n, input.width);
        let mut ranks = vec![B::default(); n * lines.count];
        // Zeros and NaNs that are equal but differ are put back in the end.
        let mut differ = B::default();
        self.each(lines, n, |line, r, at| {
            let bits = B::read(&input.bytes[at * width..]);
            let canonical = map.canonical(bits);
            differ = differ | (bits ^ canonical);
            ranks[line * n + r] = map.rank(canonical);
        });
        let (mut items, mut spare) = (Vec::new(), Vec::new());
        for (line, ranks) in ranks.chunks_exact_mut(n).enumerate() {
            items.clear();
            items.extend_from_slice(ranks);
            radix::sort(&mut items, &mut spare, B::BITS, B::wide);
            ranks.iter_mut().zip(&items).for_each(|(to, &rank)| *to = map.bits(rank));
            if differ == B::default() {
                continue;
            }
            let one = Lines { first: lines.first + line, count: 1, ..lines };
            for equal in map.ranks_of_equals(key) {
                let mut at = items.partition_point(|&rank| rank < equal);
                self.each(one, n, |_, _, from| {
                    let bits = B::read(&input.bytes[from * width..]);
                    if map.rank(map.canonical(bits)) == equal {
                        ranks[at] = bits;
                        at += 1;
                    }
                });
            }
        }
        self.each(lines, n, |line, r, at| ranks[line * n + r].write(&mut output.bytes[at * width..]));
    }

    /// For each element of some lines of `n`: the line, the place in it, and that in the array.
    #[inline(always)]
    fn each(&self, lines: Lines, n: usize, mut f: impl FnMut(usize, usize, usize)) {
        if self.inner == 1 {
            (0..n).for_each(|r| f(0, r, lines.outer * n + r));
            return;
        }
        for r in 0..n {
            let start = (lines.outer * n + r) * self.inner + lines.first;
            (0..lines.count).for_each(|line| f(line, r, start + line));
        }
    }

    /// Reads the keys of some lines.
    fn read(&self, lines: Lines, inputs: &[Input<'_>], memory: &mut Memory) {
        let size = self.n * lines.count;
        let count = self.keys.iter().map(|k| k.format.bits().div_ceil(32) as usize).sum();
        memory.words.resize_with(count, Vec::new);
        memory.words.iter_mut().for_each(|w| w.resize(size, 0));
        let mut at = 0;
        for key in self.keys.iter().rev() {
            let input = inputs[key.input];
            match (key.format.bits(), &mut memory.words[at..]) {
                (8, [to, ..]) => self.read_word::<u8>(lines, key, input, to),
                (16, [to, ..]) => self.read_word::<u16>(lines, key, input, to),
                (32, [to, ..]) => self.read_word::<u32>(lines, key, input, to),
                (_, [low, high, ..]) => {
                    let map = Map::<u64>::new(key);
                    self.each(lines, self.n, |line, r, at| {
                        let bits = u64::read(&input.bytes[at * input.width + key.offset..]);
                        let rank = map.rank(map.canonical(bits));
                        (low[line * self.n + r], high[line * self.n + r]) =
                            (rank as u32, (rank >> 32) as u32);
                    });
                    at += 1;
                }
                _ => {}
            }
            at += 1;
        }
    }

    fn read_word<B: Bits>(&self, lines: Lines, key: &Key, input: Input<'_>, to: &mut [u32]) {
        let map = Map::<B>::new(key);
        let n = self.n;
        if self.inner == 1 && input.width == size_of::<B>() {
            // Without arithmetic on places, so that several are done at once.
            let line = &input.bytes[lines.outer * n * input.width..][..n * input.width];
            for (to, bytes) in to.iter_mut().zip(line.chunks_exact(size_of::<B>())) {
                *to = map.rank(map.canonical(B::read(bytes))).wide() as u32;
            }
            return;
        }
        self.each(lines, n, |line, r, at| {
            let bits = B::read(&input.bytes[at * input.width + key.offset..]);
            to[line * n + r] = map.rank(map.canonical(bits)).wide() as u32;
        });
    }

    /// Appends where the elements of a sorted line come from.
    fn sort_line(&self, line: usize, memory: &mut Memory) {
        let (n, count) = (self.n, self.count);
        let words: Vec<&[u32]> = memory.words.iter().map(|w| &w[line * n..][..n]).collect();
        let order = &mut memory.order;
        if self.keys.iter().any(|k| k.order == Order::Partial) && self.has_nan(&words) {
            order
                .extend(&radix::merge(n as u32, |a, b| self.before(&words, a as usize, b as usize))[..count]);
            return;
        }
        match words[..] {
            [word] if self.is_selection() => {
                let mut found = Vec::new();
                radix::smallest(n, count, |i| word[i], &mut found);
                order.extend(found.iter().map(|&(_, i)| i));
                return;
            }
            [low, high] if self.is_selection() => {
                let mut found = Vec::new();
                radix::smallest(n, count, |i| (high[i], low[i]), &mut found);
                order.extend(found.iter().map(|&(_, i)| i));
                return;
            }
            _ => {}
        }
        let bits = self.keys.iter().rev().flat_map(|k| match k.format.bits() {
            64 => [32, 32],
            narrow => [narrow, 0],
        });
        let start = order.len();
        for (word, bits) in words.iter().zip(bits.filter(|&b| b != 0)) {
            let pair = |rank: u32, place: usize| u64::from(rank) << 32 | place as u64;
            memory.items.clear();
            if order.len() == start {
                memory.items.extend(word.iter().enumerate().map(|(i, &rank)| pair(rank, i)));
            } else {
                let ranks = order[start..].iter().map(|&from| word[from as usize]);
                memory.items.extend(ranks.enumerate().map(|(i, rank)| pair(rank, i)));
            }
            radix::sort(&mut memory.items, &mut memory.spare, bits, |item| item >> 32);
            let places = memory.items.iter().map(|&item| item as u32);
            if order.len() == start {
                order.extend(places);
            } else {
                let sorted: Vec<u32> = places.map(|place| order[start + place as usize]).collect();
                order.truncate(start);
                order.extend(sorted);
            }
        }
        order.truncate(start + count);
    }

    /// The keys of elements of a line, the first one first: with their numbers.
    fn ranks<'w>(&'w self, words: &'w [&'w [u32]]) -> impl Iterator<Item = (&'w Key, impl Fn(usize) -> u64)> {
        let mut end = words.len();
        self.keys.iter().map(move |key| {
            end -= if key.format.bits() == 64 { 2 } else { 1 };
            let (low, high) = (words[end], (key.format.bits() == 64).then(|| words[end + 1]));
            (key, move |i: usize| u64::from(low[i]) | high.map_or(0, |high| u64::from(high[i]) << 32))
        })
    }

    fn nan(key: &Key) -> u64 {
        match key.format.bits() {
            8 => Map::<u8>::new(key).ranks_of_equals(key)[1].into(),
            16 => Map::<u16>::new(key).ranks_of_equals(key)[1].into(),
            32 => Map::<u32>::new(key).ranks_of_equals(key)[1].into(),
            _ => Map::<u64>::new(key).ranks_of_equals(key)[1],
        }
    }

    fn is_nan(key: &Key, rank: u64) -> bool {
        let float = !matches!(key.format, Format::Signed(_) | Format::Unsigned(_));
        float && key.order == Order::Partial && rank == Self::nan(key)
    }

    /// Whether one of the keys of a line has no place in its order.
    fn has_nan(&self, words: &[&[u32]]) -> bool {
        self.ranks(words).any(|(key, rank)| (0..self.n).any(|i| Self::is_nan(key, rank(i))))
    }

    /// Whether one element must come before another.
    fn before(&self, words: &[&[u32]], a: usize, b: usize) -> bool {
        for (key, rank) in self.ranks(words) {
            let (x, y) = (rank(a), rank(b));
            if Self::is_nan(key, x) || Self::is_nan(key, y) {
                return false;
            }
            if x != y {
                return x < y;
            }
        }
        false
    }

    /// Fills a result for some lines.
    fn write(&self, lines: Lines, source: Source, inputs: &[Input<'_>], order: &[u32], out: &mut Output<'_>) {
        match (source, out.width) {
            (Source::Input(i), 1) => self.fetch::<1>(lines, inputs[i], order, out),
            (Source::Input(i), 2) => self.fetch::<2>(lines, inputs[i], order, out),
            (Source::Input(i), 4) => self.fetch::<4>(lines, inputs[i], order, out),
            (Source::Input(i), 8) => self.fetch::<8>(lines, inputs[i], order, out),
            (Source::Input(i), _) => self.fetch::<16>(lines, inputs[i], order, out),
            (Source::Place, width) => self.each(lines, self.count, |line, r, at| {
                let place = u64::from(order[line * self.count + r]).to_le_bytes();
                out.bytes[at * width..][..width].copy_from_slice(&place[..width]);
            }),
        }
    }

    fn fetch<const W: usize>(&self, lines: Lines, input: Input<'_>, order: &[u32], out: &mut Output<'_>) {
        let (from, to) = (input.bytes.as_chunks::<W>().0, out.bytes.as_chunks_mut::<W>().0);
        let start = lines.outer * self.n * self.inner + lines.first;
        self.each(lines, self.count, |line, r, at| {
            let place = order[line * self.count + r] as usize;
            to[at] = from[start + place * self.inner + line];
        });
    }
}

#[cfg(test)]
mod tests;
