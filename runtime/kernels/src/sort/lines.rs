//! The lines of arrays that are sorted together, and the positions of their elements.

use super::{Input, LINES, Memory, Task, Words, key::Bits, network, network::Row};
use crate::memory::{extend, resize};

/// A range of neighbouring lines.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// The number of the first line.
    pub first: usize,
    /// The number of lines.
    pub count: usize,
}

impl Task {
    /// Whether lines are sorted by a network.
    pub(super) fn has_short_lines(&self, inputs: &[Input<'_>]) -> bool {
        let alone = !inputs.is_empty() && self.only_key(inputs).is_some_and(|k| k.format.bits() <= 32);
        let most = if alone { network::SHORT } else { network::SHORT_WIDE };
        self.n <= most && self.outer.saturating_mul(self.inner) >= network::FEW_LINES
    }

    /// Whether the keys of lines are single words without unordered values, and lines are sorted completely.
    pub(super) fn is_narrow(&self, lines: Lines, memory: &Memory) -> bool {
        let words = |line: usize| Words { words: &memory.words, start: line * self.n, n: self.n };
        memory.words.len() == 1
            && !self.is_selection()
            && !(0..lines.count).any(|line| self.has_nan(words(line)))
    }

    /// Appends the source positions of sorted lines, of several lines at once, by their only word.
    pub(super) fn sort_lines(&self, lines: Lines, memory: &mut Memory) {
        let (n, count) = (self.n, self.count);
        let Memory { words, order, doubles: (_, buffers), .. } = memory;
        let rows = &mut buffers.items;
        resize(rows, n * LINES, 0);
        for (line, word) in words[0].chunks_exact(n).take(lines.count).enumerate() {
            for (r, &rank) in word.iter().enumerate() {
                rows[r * LINES + line] = u64::from(rank) << 32 | r as u64;
            }
        }
        network::sort_wide(rows.as_chunks_mut().0);
        for line in 0..lines.count {
            extend(order, rows.as_chunks::<LINES>().0[..count].iter().map(|row| row[line] as u32));
        }
    }

    /// For each element of some lines of `n`: the line, the position in it, and the position in the array.
    #[inline(always)]
    pub(super) fn each(&self, lines: Lines, n: usize, mut f: impl FnMut(usize, usize, usize)) {
        let start = self.start(lines.first, n);
        if self.inner == 1 && lines.count == 1 {
            (0..n).for_each(|r| f(0, r, start + r));
            return;
        }
        if lines.first % self.inner + lines.count <= self.inner {
            for r in 0..n {
                (0..lines.count).for_each(|line| f(line, r, start + r * self.inner + line));
            }
            return;
        }
        let starts: [usize; LINES] = std::array::from_fn(|line| self.start(lines.first + line, n));
        for r in 0..n {
            (0..lines.count).for_each(|line| f(line, r, starts[line] + r * self.inner));
        }
    }

    /// The offset of a line in an array whose lines have `n` elements.
    #[inline(always)]
    pub(super) fn start(&self, line: usize, n: usize) -> usize {
        line / self.inner * n * self.inner + line % self.inner
    }

    /// The bits of the elements of lines, in the lanes of rows; other lanes have zeros.
    #[inline(always)]
    pub(super) fn read_rows<B: Bits>(&self, lines: Lines, bytes: &[u8], rows: &mut [Row<B>]) {
        let width = size_of::<B>();
        if lines.count < LINES {
            rows.fill([B::default(); LINES]);
        }
        if self.inner > 1 {
            if lines.count == LINES && lines.first % self.inner + LINES <= self.inner {
                let start = self.start(lines.first, self.n);
                for (r, row) in rows.iter_mut().enumerate() {
                    let bytes = &bytes[(start + r * self.inner) * width..][..LINES * width];
                    row.iter_mut()
                        .zip(bytes.chunks_exact(width))
                        .for_each(|(to, bytes)| *to = B::read(bytes));
                }
                return;
            }
            self.each(lines, self.n, |line, r, at| rows[r][line] = B::read(&bytes[at * width..]));
            return;
        }
        // Several elements of a line at once.
        let all = bytes[lines.first * self.n * width..].chunks_exact(self.n * width);
        for (line, bytes) in all.take(lines.count).enumerate() {
            for (rows, bytes) in rows.chunks_mut(LINES).zip(bytes.chunks(LINES * width)) {
                let mut numbers = [B::default(); LINES];
                let elements = numbers.iter_mut().zip(bytes.chunks_exact(width));
                elements.for_each(|(to, bytes)| *to = B::read(bytes));
                rows.iter_mut().zip(numbers).for_each(|(row, number)| row[line] = number);
            }
        }
    }

    /// Writes the elements of lines from their bits in the lanes of rows.
    #[inline(always)]
    pub(super) fn write_rows<B: Bits>(&self, lines: Lines, rows: &[Row<B>], bytes: &mut [u8]) {
        let width = size_of::<B>();
        if self.inner > 1 {
            if lines.count == LINES && lines.first % self.inner + LINES <= self.inner {
                let start = self.start(lines.first, self.n);
                for (r, row) in rows.iter().enumerate() {
                    let bytes = &mut bytes[(start + r * self.inner) * width..][..LINES * width];
                    row.iter().zip(bytes.chunks_exact_mut(width)).for_each(|(v, bytes)| v.write(bytes));
                }
                return;
            }
            self.each(lines, self.n, |line, r, at| rows[r][line].write(&mut bytes[at * width..]));
            return;
        }
        let all = bytes[lines.first * self.n * width..].chunks_exact_mut(self.n * width);
        for (line, bytes) in all.take(lines.count).enumerate() {
            for (rows, bytes) in rows.chunks(LINES).zip(bytes.chunks_mut(LINES * width)) {
                let mut numbers = [B::default(); LINES];
                numbers.iter_mut().zip(rows).for_each(|(number, row)| *number = row[line]);
                let elements = numbers.iter().zip(bytes.chunks_exact_mut(width));
                elements.for_each(|(&number, to)| number.write(to));
            }
        }
    }
}
