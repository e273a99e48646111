//! A matcher for patterns with back-references, such as `[[A:[a-z]+]]-[[A]]`.
//!
//! Back-references put a pattern outside what a linear engine can do, so this matcher tries the alternatives one
//! after the other. Its work is limited by [`MAX_STEPS`]; past that it gives up with an error instead of hanging.

use super::posix::{ByteSet, Node};

/// The most instructions that one search may execute.
pub const MAX_STEPS: u64 = 20_000_000;
/// The most instructions of a program.
const MAX_PROGRAM: usize = 100_000;

enum Inst {
    Byte(u8),
    Any,
    Set(ByteSet),
    LineStart,
    LineEnd,
    WordStart,
    WordEnd,
    /// Tries the first target, then the second.
    Split(usize, usize),
    Jump(usize),
    Save(usize),
    Backref(usize),
    /// Remembers the position in a register.
    Mark(usize),
    /// Fails when nothing was consumed since the register was set, so that empty loops end.
    Progress(usize),
    Done,
}

/// A program of the matcher.
pub struct Program {
    insts: Vec<Inst>,
    n_slots: usize,
    ignore_case: bool,
}

/// The reason why a program could not be made or run.
pub type Error = &'static str;

/// The group spans of a match; group 0 is the whole match.
pub type Spans = Vec<Option<(usize, usize)>>;

impl Program {
    /// Compiles a tree whose groups are numbered below `n_groups`.
    ///
    /// # Errors
    /// Fails when the program would be too long.
    pub fn new(node: &Node, n_groups: usize, ignore_case: bool) -> Result<Self, Error> {
        let mut program = Self { insts: Vec::new(), n_slots: n_groups * 2, ignore_case };
        program.emit(node)?;
        program.push(Inst::Done)?;
        Ok(program)
    }

    fn push(&mut self, inst: Inst) -> Result<usize, Error> {
        if self.insts.len() >= MAX_PROGRAM {
            return Err("pattern is too large");
        }
        self.insts.push(inst);
        Ok(self.insts.len() - 1)
    }

    fn emit(&mut self, node: &Node) -> Result<(), Error> {
        let inst = match node {
            Node::Byte(b) => Inst::Byte(*b),
            Node::Any => Inst::Any,
            Node::Set(set) => Inst::Set(set.clone()),
            Node::LineStart => Inst::LineStart,
            Node::LineEnd => Inst::LineEnd,
            Node::WordStart => Inst::WordStart,
            Node::WordEnd => Inst::WordEnd,
            Node::Backref(n) => Inst::Backref(*n),
            Node::Cat(nodes) => return nodes.iter().try_for_each(|n| self.emit(n)),
            Node::Group(n, inner) => {
                self.push(Inst::Save(n * 2))?;
                self.emit(inner)?;
                Inst::Save(n * 2 + 1)
            }
            Node::Alt(nodes) => return self.emit_alternatives(nodes),
            Node::Repeat { node, min, max } => return self.emit_repeat(node, *min, *max),
        };
        self.push(inst).map(|_| ())
    }

    fn emit_alternatives(&mut self, nodes: &[Node]) -> Result<(), Error> {
        let mut exits = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            if i + 1 == nodes.len() {
                self.emit(node)?;
                continue;
            }
            let split = self.push(Inst::Split(self.insts.len() + 1, 0))?;
            self.emit(node)?;
            exits.push(self.push(Inst::Jump(0))?);
            self.insts[split] = Inst::Split(split + 1, self.insts.len());
        }
        let end = self.insts.len();
        for exit in exits {
            self.insts[exit] = Inst::Jump(end);
        }
        Ok(())
    }

    fn emit_repeat(&mut self, node: &Node, min: u32, max: Option<u32>) -> Result<(), Error> {
        for _ in 0..min {
            self.emit(node)?;
        }
        let Some(max) = max else {
            let register = self.n_slots;
            self.n_slots += 1;
            let split = self.push(Inst::Split(self.insts.len() + 1, 0))?;
            self.push(Inst::Mark(register))?;
            self.emit(node)?;
            self.push(Inst::Progress(register))?;
            self.push(Inst::Jump(split))?;
            self.insts[split] = Inst::Split(split + 1, self.insts.len());
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Inst::Split(self.insts.len() + 1, 0))?);
            self.emit(node)?;
        }
        let end = self.insts.len();
        for split in splits {
            self.insts[split] = Inst::Split(split + 1, end);
        }
        Ok(())
    }

    /// Finds the leftmost match and among those the longest.
    ///
    /// # Errors
    /// Fails when the search takes more than [`MAX_STEPS`] steps.
    pub fn find(&self, text: &[u8]) -> Result<Option<Spans>, Error> {
        let mut steps = 0u64;
        for start in 0..=text.len() {
            if let Some(found) = self.longest_from(text, start, &mut steps)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn longest_from(&self, text: &[u8], start: usize, steps: &mut u64) -> Result<Option<Spans>, Error> {
        const UNSET: usize = usize::MAX;
        /// An action to undo, or an alternative to try, when the current path fails.
        enum Frame {
            Try(usize, usize),
            Restore(usize, usize),
        }
        let mut slots = vec![UNSET; self.n_slots];
        let mut stack = vec![Frame::Try(0, start)];
        let mut best: Option<(usize, Vec<usize>)> = None;
        while let Some(frame) = stack.pop() {
            let (mut pc, mut at) = match frame {
                Frame::Try(pc, at) => (pc, at),
                Frame::Restore(slot, value) => {
                    slots[slot] = value;
                    continue;
                }
            };
            loop {
                *steps += 1;
                if *steps > MAX_STEPS {
                    return Err("matching a pattern with back-references takes too long");
                }
                let byte = text.get(at).copied();
                let word_before = at > 0 && is_word(text[at - 1]);
                let word_after = byte.is_some_and(is_word);
                let holds = match &self.insts[pc] {
                    Inst::Byte(b) => {
                        at += 1;
                        byte.is_some_and(|x| x == *b || self.ignore_case && x.eq_ignore_ascii_case(b))
                    }
                    Inst::Any => {
                        at += 1;
                        byte.is_some_and(|x| x != b'\n')
                    }
                    Inst::Set(set) => {
                        at += 1;
                        byte.is_some_and(|x| self.in_set(set, x))
                    }
                    Inst::LineStart => at == 0 || text[at - 1] == b'\n',
                    Inst::LineEnd => byte.is_none_or(|b| b == b'\n'),
                    Inst::WordStart => !word_before && word_after,
                    Inst::WordEnd => word_before && !word_after,
                    Inst::Split(first, second) => {
                        stack.push(Frame::Try(*second, at));
                        pc = *first;
                        continue;
                    }
                    Inst::Jump(target) => {
                        pc = *target;
                        continue;
                    }
                    Inst::Save(slot) | Inst::Mark(slot) => {
                        stack.push(Frame::Restore(*slot, slots[*slot]));
                        slots[*slot] = at;
                        true
                    }
                    Inst::Progress(slot) => slots[*slot] != at,
                    Inst::Backref(n) => {
                        let (from, to) = (slots[n * 2], slots[n * 2 + 1]);
                        if from == UNSET || to == UNSET || to < from {
                            false
                        } else {
                            let wanted = &text[from..to];
                            let end = at + wanted.len();
                            let found = text.get(at..end);
                            at = end;
                            found == Some(wanted)
                        }
                    }
                    Inst::Done => {
                        if best.as_ref().is_none_or(|(end, _)| at > *end) {
                            best = Some((at, slots.clone()));
                        }
                        false
                    }
                };
                if !holds {
                    break;
                }
                pc += 1;
            }
        }
        Ok(best.map(|(end, slots)| {
            let span =
                |n: usize| (slots[n] != UNSET && slots[n + 1] != UNSET).then(|| (slots[n], slots[n + 1]));
            let n_groups = slots.len() / 2;
            (0..n_groups).map(|g| if g == 0 { Some((start, end)) } else { span(g * 2) }).collect()
        }))
    }

    fn in_set(&self, set: &ByteSet, b: u8) -> bool {
        set.contains(b)
            || self.ignore_case
                && (set.contains(b.to_ascii_lowercase()) || set.contains(b.to_ascii_uppercase()))
    }
}

fn is_word(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_'
}
