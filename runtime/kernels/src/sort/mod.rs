//! Sorting along a dimension of arrays by keys, and selection of the first elements.
//!
//! Keys are converted to unsigned integers in the same order (`key`). These are sorted together with the positions of their
//! elements, and the elements are gathered afterwards. The keys themselves are sorted only if they are the only result (`alone`). It is
//! vectors that sort if the processor has them (`quick`), otherwise digits (`radix`). Short lines that are not contiguous are sorted by
//! a network, many at once.

mod alone;
mod by_vectors;
#[cfg(target_arch = "x86_64")]
mod divided;
#[cfg(target_arch = "x86_64")]
mod in_place;
mod item;
mod key;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod lines;
mod network;
mod pairs;
mod passes;
#[cfg(target_arch = "x86_64")]
mod quick;
mod radix;
mod room;
mod selection;
mod vectors;

use crate::memory::{extend, extend_from_slice, reserve_exact, resize};
use key::{Bits, Map};
pub use key::{Format, Key, Order};
use lines::Lines;
use radix::Buffers;
use radix::Selection;
use selection::PART;

/// The number of lines that are sorted together if they are short, or not contiguous: as many as share cache lines.
const LINES: usize = 16;

/// The contents of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The elements of an input, sorted.
    Input(usize),
    /// The source positions of the elements, as integers.
    Place,
}

/// An array in row-major order, and the bytes of one element.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The elements.
    pub bytes: &'a [u8],
    /// Bytes of one element.
    pub width: usize,
}

/// An output array.
#[derive(Debug)]
pub struct Output<'a> {
    /// The elements.
    pub bytes: &'a mut [u8],
    /// Bytes of one element.
    pub width: usize,
}

/// Lines to sort: inputs have the sizes `outer`, `n`, `inner`, and results `outer`, `count`, `inner`.
#[derive(Clone, Debug)]
pub struct Task {
    /// Product of the dimensions before the sorted one.
    pub outer: usize,
    /// Elements of a line.
    pub n: usize,
    /// Product of the dimensions after it.
    pub inner: usize,
    /// The number of elements of a line that are kept, the first ones.
    pub count: usize,
    /// The keys, most significant first. Elements that are equal in all keys keep their order.
    pub keys: Vec<Key>,
    /// The contents of the results.
    pub results: Vec<Source>,
}

/// Work memory of sorts. It grows as needed, and can be kept for later sorts.
#[derive(Default)]
pub struct Memory {
    /// The keys of some lines, in words of up to 32 bits, the lowest word of the last key first.
    words: Vec<Vec<u32>>,
    /// The source positions of sorted lines.
    order: Vec<u32>,
    /// An order that is composed with another.
    next: Vec<u32>,
    /// The first keys, in one word and in two, and their positions.
    first: Vec<(u32, u32)>,
    first_wide: Vec<((u32, u32), u32)>,
    // Lines of numbers and their work memory, for each width; a key and its position take 64 bits.
    bytes: (Vec<u8>, Buffers<u8>),
    halves: (Vec<u16>, Buffers<u16>),
    singles: (Vec<u32>, Buffers<u32>),
    doubles: (Vec<u64>, Buffers<u64>),
}

impl Memory {
    /// An estimate of the bytes that it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        fn held<T>((lines, buffers): &(Vec<T>, Buffers<T>)) -> usize {
            size_of::<T>() * (lines.capacity() + 2 * buffers.items.capacity())
        }
        let words: usize = self.words.iter().map(Vec::capacity).sum();
        4 * (words + self.order.capacity() + self.next.capacity())
            + held(&self.bytes)
            + held(&self.halves)
            + held(&self.singles)
            + held(&self.doubles)
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Memory").finish_non_exhaustive()
    }
}

/// The words of the keys of a line.
#[derive(Clone, Copy)]
struct Words<'w> {
    words: &'w [Vec<u32>],
    start: usize,
    n: usize,
}

impl<'w> Words<'w> {
    fn get(self, k: usize) -> &'w [u32] {
        &self.words[k][self.start..][..self.n]
    }
}

impl Task {
    /// Sorts the inputs.
    ///
    /// # Errors
    /// If arrays do not have the sizes in the task.
    pub fn run(
        &self,
        inputs: &[Input<'_>],
        outputs: &mut [Output<'_>],
        memory: &mut Memory,
    ) -> Result<(), String> {
        self.check(inputs, outputs)?;
        if self.n == 0 || self.inner == 0 {
            return Ok(());
        }
        let total = self.outer * self.inner;
        let networks = self.has_short_lines(inputs);
        let mut first = 0;
        while first < total {
            let neighbours = if networks { total - first } else { self.inner - first % self.inner };
            let lines = Lines { first, count: LINES.min(neighbours) };
            first += lines.count;
            if let Some(key) = self.only_key(inputs) {
                self.keys_alone(key, (lines, networks), inputs[key.input], &mut outputs[0], memory);
                continue;
            }
            if let Some(key) = self.key_of_pairs(inputs) {
                let buffers = &mut memory.doubles.1;
                self.sort_pairs(key, lines, inputs[key.input], buffers);
                let items = &buffers.items[..];
                for (output, &source) in outputs.iter_mut().zip(&self.results) {
                    match source {
                        Source::Place => self.write_places(lines, items, output),
                        Source::Input(i) => {
                            let places = &items[..self.count];
                            let [from, to] = [self.n, self.count].map(|n| lines.first * n);
                            passes::elements(places, inputs[i], from, output, to);
                        }
                    }
                }
                continue;
            }
            memory.order.clear();
            if self.selects_in_place(inputs) && self.select(lines, inputs, memory) {
                let order = &memory.order[..];
                for (output, &source) in outputs.iter_mut().zip(&self.results) {
                    self.write(lines, source, inputs, |r| order[r], output);
                }
                continue;
            }
            memory.order.clear();
            self.read(lines, inputs, memory);
            // All of the last line before it is shortened.
            let all = if self.is_selection() { self.count } else { self.n };
            reserve_exact(&mut memory.order, self.count * (lines.count - 1) + all);
            if networks && self.is_narrow(lines, memory) {
                self.sort_lines(lines, memory);
            } else {
                for line in 0..lines.count {
                    self.sort_line(line, memory);
                }
            }
            let order = &memory.order[..];
            for (output, &source) in outputs.iter_mut().zip(&self.results) {
                self.write(lines, source, inputs, |r| order[r], output);
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

    /// Reads the keys of some lines.
    fn read(&self, lines: Lines, inputs: &[Input<'_>], memory: &mut Memory) {
        let size = self.n * lines.count;
        let count = self.keys.iter().map(|k| k.format.bits().div_ceil(32) as usize).sum();
        memory.words.resize_with(count, Vec::new);
        memory.words.iter_mut().for_each(|w| resize(w, size, 0));
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
            // Without index arithmetic, so that the loop is vectorised.
            let all = &input.bytes[lines.first * n * input.width..][..lines.count * n * input.width];
            for (to, bytes) in to.iter_mut().zip(all.chunks_exact(size_of::<B>())) {
                *to = map.rank(map.canonical(B::read(bytes))).wide() as u32;
            }
            return;
        }
        self.each(lines, n, |line, r, at| {
            let bits = B::read(&input.bytes[at * input.width + key.offset..]);
            to[line * n + r] = map.rank(map.canonical(bits)).wide() as u32;
        });
    }

    /// Appends the source positions of a sorted line.
    fn sort_line(&self, line: usize, memory: &mut Memory) {
        let (n, count) = (self.n, self.count);
        let Memory { words, order, next, first, first_wide, doubles: (_, buffers), .. } = memory;
        let words = Words { words, start: line * n, n };
        if self.keys.iter().any(|k| k.order == Order::Partial) && self.has_nan(words) {
            extend_from_slice(
                order,
                &radix::merge(n as u32, |a, b| self.before(words, a as usize, b as usize))[..count],
            );
            return;
        }
        if self.is_selection() {
            let (low, high) = (words.get(0), words.words.len() - 1);
            if high == 0 {
                let mut selection = Selection::new(n, count, first);
                selection.add(0, low);
                extend(order, selection.finish());
            } else {
                let high = words.get(high);
                let mut selection = Selection::new(n, count, first_wide);
                for (at, (high, low)) in high.chunks(PART).zip(low.chunks(PART)).enumerate() {
                    let mut keys = [(0, 0); PART];
                    for (key, (&high, &low)) in keys.iter_mut().zip(high.iter().zip(low)) {
                        *key = (high, low);
                    }
                    selection.add(at * PART, &keys[..low.len()]);
                }
                extend(order, selection.finish());
            }
            return;
        }
        let bits = self.keys.iter().rev().flat_map(|k| match k.format.bits() {
            64 => [32, 32],
            narrow => [narrow, 0],
        });
        let start = order.len();
        for (k, bits) in bits.filter(|&b| b != 0).enumerate() {
            let word = words.get(k);
            let pair = |rank: u32, place: usize| u64::from(rank) << 32 | place as u64;
            buffers.items.clear();
            if k == 0 {
                extend(&mut buffers.items, word.iter().enumerate().map(|(i, &rank)| pair(rank, i)));
            } else {
                let ranks = order[start..].iter().map(|&from| word[from as usize]);
                extend(&mut buffers.items, ranks.enumerate().map(|(i, rank)| pair(rank, i)));
            }
            buffers.sort(bits, |item| item >> 32);
            let places = buffers.items.iter().map(|&item| item as u32);
            if k == 0 {
                extend(order, places);
            } else {
                next.clear();
                extend(next, places.map(|place| order[start + place as usize]));
                order.truncate(start);
                extend_from_slice(order, next);
            }
        }
        order.truncate(start + count);
    }

    /// The keys of a line, most significant first, with their numbers.
    fn ranks<'w>(&'w self, words: Words<'w>) -> impl Iterator<Item = (&'w Key, impl Fn(usize) -> u64)> {
        let mut end = words.words.len();
        self.keys.iter().map(move |key| {
            end -= if key.format.bits() == 64 { 2 } else { 1 };
            let (low, high) = (words.get(end), (key.format.bits() == 64).then(|| words.get(end + 1)));
            (key, move |i: usize| u64::from(low[i]) | high.map_or(0, |high| u64::from(high[i]) << 32))
        })
    }

    /// The rank of an unordered NaN.
    fn nan(key: &Key) -> u64 {
        match key.format.bits() {
            8 => Map::<u8>::new(key).ranks_of_equals(key)[1].into(),
            16 => Map::<u16>::new(key).ranks_of_equals(key)[1].into(),
            32 => Map::<u32>::new(key).ranks_of_equals(key)[1].into(),
            _ => Map::<u64>::new(key).ranks_of_equals(key)[1],
        }
    }

    /// Whether a key can be an unordered NaN.
    fn may_be_nan(key: &Key) -> bool {
        key.order == Order::Partial && !matches!(key.format, Format::Signed(_) | Format::Unsigned(_))
    }

    fn is_nan(key: &Key, rank: u64) -> bool {
        Self::may_be_nan(key) && rank == Self::nan(key)
    }

    /// Whether one of the keys of a line is an unordered NaN.
    fn has_nan(&self, words: Words<'_>) -> bool {
        self.ranks(words).any(|(key, rank)| {
            if !Self::may_be_nan(key) {
                return false;
            }
            let nan = Self::nan(key);
            // Without a branch for each element.
            (0..self.n).fold(false, |any, i| any | (rank(i) == nan))
        })
    }

    /// Whether one element must come before another.
    fn before(&self, words: Words<'_>, a: usize, b: usize) -> bool {
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

    /// Fills a result for some lines, whose source positions are in `order`.
    fn write(
        &self,
        lines: Lines,
        source: Source,
        inputs: &[Input<'_>],
        order: impl Fn(usize) -> u32,
        out: &mut Output<'_>,
    ) {
        match (source, out.width) {
            (Source::Input(i), 1) => self.fetch::<1>(lines, inputs[i], order, out),
            (Source::Input(i), 2) => self.fetch::<2>(lines, inputs[i], order, out),
            (Source::Input(i), 4) => self.fetch::<4>(lines, inputs[i], order, out),
            (Source::Input(i), 8) => self.fetch::<8>(lines, inputs[i], order, out),
            (Source::Input(i), _) => self.fetch::<16>(lines, inputs[i], order, out),
            (Source::Place, width) => self.each(lines, self.count, |line, r, at| {
                let place = u64::from(order(line * self.count + r)).to_le_bytes();
                out.bytes[at * width..][..width].copy_from_slice(&place[..width]);
            }),
        }
    }

    fn fetch<const W: usize>(
        &self,
        lines: Lines,
        input: Input<'_>,
        order: impl Fn(usize) -> u32,
        out: &mut Output<'_>,
    ) {
        let (from, to) = (input.bytes.as_chunks::<W>().0, out.bytes.as_chunks_mut::<W>().0);
        let starts: [usize; LINES] = std::array::from_fn(|line| self.start(lines.first + line, self.n));
        self.each(lines, self.count, |line, r, at| {
            let place = order(line * self.count + r) as usize;
            to[at] = from[starts[line] + place * self.inner];
        });
    }
}

#[cfg(test)]
mod tests;
