//! Where the parts of a result come from.
//!
//! A result is a sequence of units of equal length. All bytes of a unit come from one place in the operand of one member, or are the
//! reduction of that place in the operands of all.

use crate::collective::{Array, Collective};

/// The origin of a unit: an offset in bytes in the operand of a member, or of all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Zeros,
    Member(usize, usize),
    Everyone(usize),
}

/// How an operand becomes a result.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The bytes of a unit.
    pub unit: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The reduction, for all or for the first member.
    Whole {
        first_only: bool,
    },
    /// Part `place` of every `members` units of the reduction.
    Part {
        members: usize,
    },
    /// A unit of each member in turn.
    InTurn {
        members: usize,
    },
    /// A unit of each member, then zeros.
    Rows {
        members: usize,
    },
    /// All of the operand of one member, by place.
    From(Vec<Option<usize>>),
    Exchange(Exchange),
}

/// The dimensions in front of the units of an exchange, of which one may be divided and another one concatenated.
#[derive(Clone, Debug)]
struct Exchange {
    members: usize,
    /// The sizes of the operand.
    from: Vec<usize>,
    /// The sizes of a part of it.
    part: Vec<usize>,
    split: usize,
    concat: usize,
    /// The units of the operand for each place in front, of which a result has one or all.
    inner: usize,
}

impl Layout {
    /// The layout of a result of a collective among so many members. `sources` are the members that the others get an operand from, for a
    /// collective whose members say so.
    ///
    /// # Errors
    /// If the types do not fit.
    pub(crate) fn new(
        collective: &Collective,
        members: usize,
        operand: &Array,
        result: &Array,
        sources: Option<Vec<Option<usize>>>,
    ) -> Result<Self, String> {
        let whole = operand.bytes();
        let other_size = || "its group has another size than the program was compiled for".to_owned();
        let same = |expected: &[usize]| {
            if result.sizes == expected && result.element == operand.element {
                Ok(())
            } else {
                Err(other_size())
            }
        };
        // The bytes of a part of the operand that has `size` of dimension `dim`.
        let below = |dim: usize, size: usize| {
            let inner = operand.sizes.get(dim + 1..).unwrap_or_default();
            inner.iter().fold(size * operand.element, |n, &d| n.saturating_mul(d))
        };
        let divided = |dim: usize| {
            let mut sizes = operand.sizes.clone();
            let size =
                sizes.get_mut(dim).filter(|size| size.is_multiple_of(members)).ok_or_else(other_size)?;
            *size /= members;
            Ok::<_, String>(sizes)
        };
        let multiplied = |mut sizes: Vec<usize>, dim: usize| {
            let size = sizes.get_mut(dim).ok_or("it has no such dimension")?;
            *size = size.checked_mul(members).ok_or("a size overflows")?;
            Ok::<_, String>(sizes)
        };
        let (unit, kind) = match *collective {
            Collective::AllReduce(..) => (whole, Kind::Whole { first_only: false }),
            Collective::Reduce(..) => (whole, Kind::Whole { first_only: true }),
            Collective::ReduceScatter { dim, .. } => {
                let part = divided(dim)?;
                same(&part)?;
                return Ok(Self { unit: below(dim, part[dim]), kind: Kind::Part { members } });
            }
            Collective::AllGather { dim } => {
                same(&multiplied(operand.sizes.clone(), dim)?)?;
                return Ok(Self { unit: below(dim, operand.sizes[dim]), kind: Kind::InTurn { members } });
            }
            Collective::Stack => {
                let needed = whole.checked_mul(members);
                if needed.is_none_or(|needed| needed > result.bytes()) || result.element != operand.element {
                    return Err(other_size());
                }
                return Ok(Self { unit: whole, kind: Kind::Rows { members } });
            }
            Collective::AllToAll { split, concat } => {
                let part = divided(split)?;
                same(&multiplied(part.clone(), concat)?)?;
                let last = split.max(concat);
                let kind = Kind::Exchange(Exchange {
                    members,
                    from: operand.sizes[..last].to_vec(),
                    part: part[..last].to_vec(),
                    split,
                    concat,
                    inner: if split == last { members } else { 1 },
                });
                return Ok(Self { unit: below(last, part[last]), kind });
            }
            Collective::Permute(ref sources) => (whole, Kind::From(sources.clone())),
            Collective::Broadcast => (whole, Kind::From(vec![Some(0); members])),
            Collective::BroadcastFrom => (whole, Kind::From(sources.unwrap_or_default())),
            Collective::RaggedAllToAll | Collective::Barrier => return Err("it moves no units".to_owned()),
        };
        same(&operand.sizes)?;
        Ok(Self { unit, kind })
    }
    /// Whether all members get the same.
    pub(crate) fn is_common(&self) -> bool {
        matches!(self.kind, Kind::Whole { first_only: false })
    }
    /// Whether all members of a group that moves units get the same.
    pub(crate) fn is_equal(&self) -> bool {
        match &self.kind {
            Kind::InTurn { .. } | Kind::Rows { .. } => true,
            Kind::From(sources) => sources.windows(2).all(|pair| pair[0] == pair[1]),
            Kind::Whole { .. } | Kind::Part { .. } | Kind::Exchange(_) => false,
        }
    }
    /// The origin of unit `at` of the result of the member at `place`.
    pub(crate) fn origin(&self, place: usize, at: usize) -> Origin {
        match &self.kind {
            Kind::Whole { first_only: true } if place != 0 => Origin::Zeros,
            Kind::Whole { .. } => Origin::Everyone(0),
            Kind::Part { members } => Origin::Everyone((at * members + place) * self.unit),
            Kind::InTurn { members } => Origin::Member(at % members, at / members * self.unit),
            Kind::Rows { members } if at < *members => Origin::Member(at, 0),
            Kind::Rows { .. } => Origin::Zeros,
            Kind::From(sources) => match sources.get(place).copied().flatten() {
                Some(source) => Origin::Member(source, 0),
                None => Origin::Zeros,
            },
            Kind::Exchange(exchange) => {
                let (member, units) = exchange.origin(place, at);
                Origin::Member(member, units * self.unit)
            }
        }
    }
}

impl Exchange {
    /// The member, and how many units of its operand are in front.
    fn origin(&self, place: usize, at: usize) -> (usize, usize) {
        let last = self.from.len();
        let (mut member, mut rest) = (0, at);
        if self.concat == last {
            member = at % self.members;
            rest = at / self.members;
        }
        let (mut units, mut stride) = (0, self.inner);
        if self.split == last {
            units = place;
        }
        for d in (0..last).rev() {
            let part = self.part[d].max(1);
            let size = if d == self.concat { part * self.members } else { part };
            let mut index = rest % size;
            rest /= size;
            if d == self.concat {
                member = index / part;
                index %= part;
            }
            if d == self.split {
                index += place * self.part[d];
            }
            units += index * stride;
            stride *= self.from[d];
        }
        (member, units)
    }
}
