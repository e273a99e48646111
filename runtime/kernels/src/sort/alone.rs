//! Sorts of keys that are the only sorted data: the numbers of keys are sorted, and become keys again.

use super::key::{Bits, Key, Map, Order};
use super::radix::room;
use super::{Input, LINES, Lines, Memory, Output, Source, Task, network, passes, vectors};
use crate::memory::{Collected, extend_from_slice, resize};

impl Task {
    /// The key, if it is the only sorted data.
    pub(super) fn only_key(&self, inputs: &[Input<'_>]) -> Option<&Key> {
        let ([key], [Source::Input(from)]) = (&self.keys[..], &self.results[..]) else { return None };
        let whole = inputs.get(key.input).is_some_and(|i| key.format.bits() as usize == 8 * i.width);
        let found = *from == key.input && whole && self.count == self.n && key.order != Order::Partial;
        found.then_some(key)
    }

    /// Sorts some lines of which the key is the only sorted data.
    pub(super) fn keys_alone(
        &self,
        key: &Key,
        (lines, networks): (Lines, bool),
        input: Input<'_>,
        output: &mut Output<'_>,
        memory: &mut Memory,
    ) {
        match key.format.bits() {
            8 => self.keys_of::<u8>(key, (lines, networks), input, output, memory),
            16 => self.keys_of::<u16>(key, (lines, networks), input, output, memory),
            32 => self.keys_of::<u32>(key, (lines, networks), input, output, memory),
            _ => self.keys_of::<u64>(key, (lines, networks), input, output, memory),
        }
    }

    fn keys_of<B: Bits>(
        &self,
        key: &Key,
        (lines, networks): (Lines, bool),
        input: Input<'_>,
        output: &mut Output<'_>,
        memory: &mut Memory,
    ) {
        let map = Map::<B>::new(key);
        let n = self.n;
        let equals = map.ranks_of_equals(key);
        let (ranks, buffers) = B::memory(memory);
        let each_line = (0..lines.count).map(|line| Lines { first: lines.first + line, count: 1 });
        let all = lines.first * n * input.width..(lines.first + lines.count) * n * input.width;
        if self.inner == 1
            && B::has_vectors()
            && let Some(numbers) = B::numbers(&mut output.bytes[all.clone()])
        {
            let differ = passes::read(&map, &input.bytes[all], numbers);
            B::sort_lines(numbers, n, room(&mut buffers.spare, B::spare(n)));
            let starts = |line: &[B]| equals.map(|equal| line.partition_point(|&rank| rank < equal));
            let starts: Vec<_> =
                numbers.chunks_exact(n).take(if differ { lines.count } else { 0 }).map(starts).collected();
            passes::keys(&map, numbers);
            for (line, starts) in each_line.zip(starts) {
                self.put_back::<B>(key, line, input, starts, output);
            }
            return;
        }
        if networks {
            let rows = &mut buffers.items;
            resize(rows, n * LINES, B::default());
            // Zeros and NaNs that compare equal but have different bits are restored at the end.
            self.read_rows(lines, input.bytes, rows.as_chunks_mut().0);
            let differ = vectors::run(|| {
                rows.iter_mut().fold(B::default(), |differ, v| {
                    let canonical = map.canonical(*v);
                    differ | (std::mem::replace(v, map.rank(canonical)) ^ canonical)
                })
            });
            network::sort(rows.as_chunks_mut().0);
            let starts = |line: usize| {
                let rows = rows.as_chunks::<LINES>().0;
                equals.map(|equal| rows.partition_point(|row| row[line] < equal))
            };
            let starts: Vec<_> =
                (0..if differ == B::default() { 0 } else { lines.count }).map(starts).collected();
            vectors::run(|| rows.iter_mut().for_each(|rank| *rank = map.bits(*rank)));
            self.write_rows(lines, rows.as_chunks().0, output.bytes);
            for (line, starts) in each_line.zip(starts) {
                self.put_back::<B>(key, line, input, starts, output);
            }
            return;
        }
        if self.inner == 1 {
            // The initial contents do not matter.
            resize(&mut buffers.items, n, B::default());
            let differ = passes::read(&map, &input.bytes[all.clone()], &mut buffers.items);
            buffers.sort(B::BITS, B::wide);
            vectors::run(|| {
                let line = output.bytes[all].chunks_exact_mut(size_of::<B>());
                line.zip(&buffers.items).for_each(|(to, &rank)| map.bits(rank).write(to));
            });
            if differ {
                let starts = equals.map(|equal| buffers.items.partition_point(|&rank| rank < equal));
                self.put_back::<B>(key, lines, input, starts, output);
            }
            return;
        }
        resize(ranks, n * lines.count, B::default());
        let mut differ = B::default();
        self.each(lines, n, |line, r, at| {
            let bits = B::read(&input.bytes[at * input.width..]);
            let canonical = map.canonical(bits);
            differ = differ | (bits ^ canonical);
            ranks[line * n + r] = map.rank(canonical);
        });
        for line in ranks.chunks_exact_mut(n) {
            buffers.items.clear();
            extend_from_slice(&mut buffers.items, line);
            buffers.sort(B::BITS, B::wide);
            line.copy_from_slice(&buffers.items);
        }
        self.each(lines, n, |line, r, at| {
            map.bits(ranks[line * n + r]).write(&mut output.bytes[at * input.width..]);
        });
        if differ != B::default() {
            for (line, ranks) in each_line.zip(ranks.chunks_exact(n)) {
                let starts = equals.map(|equal| ranks.partition_point(|&rank| rank < equal));
                self.put_back::<B>(key, line, input, starts, output);
            }
        }
    }

    /// Restores the bits of equal zeros and NaNs in a sorted line. `starts` are the positions of the first zero and of the first NaN.
    fn put_back<B: Bits>(
        &self,
        key: &Key,
        line: Lines,
        input: Input<'_>,
        starts: [usize; 2],
        output: &mut Output<'_>,
    ) {
        let map = Map::<B>::new(key);
        for (equal, mut r) in map.ranks_of_equals(key).into_iter().zip(starts) {
            self.each(line, self.n, |_, _, from| {
                let bits = B::read(&input.bytes[from * input.width..]);
                if map.rank(map.canonical(bits)) == equal {
                    let at = self.start(line.first, self.n) + r * self.inner;
                    bits.write(&mut output.bytes[at * input.width..]);
                    r += 1;
                }
            });
        }
    }
}
