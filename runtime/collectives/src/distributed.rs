//! The engine whose members may be in other processes of the operating system: what these need is sent, the rest is shared memory.
//!
//! The transport says which rank has which processes. A rank sends what another one needs in one message, in the order of the group. Each
//! message begins with a hash of the job, so that ranks that run different programs hear of it instead of computing something.
//!
//! A reduction is done by one rank for each part of the result, over all members in the order of the group: all ranks have a part of an
//! `AllReduce`, and send it to the others.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use crate::collective::{Collective, Job, Member};
use crate::engine::{Engine, Workers};
use crate::layout::{Layout, Origin};
use crate::reduction::combine;
use crate::shared_memory::{self, SharedMemory};
use crate::transport::Transport;

/// An engine on top of a transport.
pub struct Distributed<T> {
    transport: T,
    /// The rank of each process.
    ranks: Vec<usize>,
}

/// A part of a reduction: the rank that computes it, the operand, and where it is in that.
struct Target {
    rank: usize,
    operand: usize,
    ranges: Vec<Range<usize>>,
    /// The place of the member whose result it is, if it is of one.
    place: Option<usize>,
}

/// The bytes of the hash in front of a message.
const HEADER: usize = 8;

impl<T: Transport> Distributed<T> {
    /// An engine for so many processes in all ranks together.
    ///
    /// # Errors
    /// If the ranks cannot have them.
    pub fn new(transport: T, processes: usize) -> Result<Self, String> {
        let ranks = transport.placement(processes)?;
        if ranks.len() != processes || ranks.iter().any(|&rank| rank >= transport.ranks()) {
            return Err(format!("{processes} processes are not divided among {} ranks", transport.ranks()));
        }
        Ok(Self { transport, ranks })
    }
    /// The processes that are here, ascending.
    #[must_use]
    pub fn here(&self) -> Vec<usize> {
        let own = self.transport.rank();
        (0..self.ranks.len()).filter(|&process| self.ranks[process] == own).collect()
    }
    fn rank_of(&self, job: &Job, place: usize) -> usize {
        self.ranks[job.group[place]]
    }
}

impl<T: Transport> Engine for Distributed<T> {
    fn run(&self, job: &Job, members: &mut [Member<'_>], workers: &dyn Workers) -> Result<(), String> {
        job.check(members)?;
        let mut ranks: Vec<usize> = (0..job.group.len()).map(|place| self.rank_of(job, place)).collect();
        ranks.sort_unstable();
        ranks.dedup();
        if ranks == [self.transport.rank()] {
            return SharedMemory.run(job, members, workers);
        }
        members.sort_by_key(|member| member.place);
        let exchange = Exchange { engine: self, job, ranks, hash: hash(job) };
        match job.collective {
            Collective::Barrier => exchange.all(|_| Vec::new(), |_| 0).map(drop),
            Collective::RaggedAllToAll | Collective::BroadcastFrom => exchange.everything(members, workers),
            Collective::AllReduce(..) | Collective::Reduce(..) | Collective::ReduceScatter { .. } => {
                exchange.reduce(members)
            }
            _ => exchange.copy(members),
        }
    }
}

/// A number that tells a job from others.
fn hash(job: &Job) -> u64 {
    let mut hasher = DefaultHasher::new();
    format!("{job:?}").hash(&mut hasher);
    hasher.finish()
}

/// A job whose group is in several ranks.
struct Exchange<'a, T> {
    engine: &'a Distributed<T>,
    job: &'a Job,
    /// The ranks with members, ascending.
    ranks: Vec<usize>,
    hash: u64,
}

impl<T: Transport> Exchange<'_, T> {
    fn own(&self) -> usize {
        self.engine.transport.rank()
    }
    fn rank_of(&self, place: usize) -> usize {
        self.engine.rank_of(self.job, place)
    }
    /// The places of the members in a rank.
    fn places(&self, rank: usize) -> impl Iterator<Item = usize> {
        (0..self.job.group.len()).filter(move |&place| self.rank_of(place) == rank)
    }
    fn layouts(&self) -> Result<Vec<Layout>, String> {
        let (operands, results) = (&self.job.operands, &self.job.results);
        if operands.len() != results.len() {
            return Err("it has another number of results than of operands".to_owned());
        }
        let one = |(operand, result)| {
            Layout::new(&self.job.collective, self.job.group.len(), operand, result, None)
        };
        operands.iter().zip(results).map(one).collect()
    }
    /// Sends a message to each of the other ranks, and receives one from each, by rank.
    fn all(
        &self,
        message: impl Fn(usize) -> Vec<u8>,
        length: impl Fn(usize) -> usize,
    ) -> Result<Vec<(usize, Vec<u8>)>, String> {
        let others = || self.ranks.iter().copied().filter(|&rank| rank != self.own());
        let with_header = |rank| (rank, [&self.hash.to_le_bytes()[..], &message(rank)].concat());
        let receives: Vec<(usize, usize)> = others().map(|rank| (rank, HEADER + length(rank))).collect();
        let mut group = DefaultHasher::new();
        self.job.group.hash(&mut group);
        let what = self.job.collective.name();
        let received = self.engine.transport.exchange(
            what,
            group.finish(),
            others().map(with_header).collect(),
            &receives,
        )?;
        let checked = |(rank, mut bytes): (usize, Vec<u8>)| {
            if bytes.len() < HEADER || bytes[..HEADER] != self.hash.to_le_bytes() {
                return Err(format!(
                    "rank {rank} is at another collective than {what}, or has other types there"
                ));
            }
            bytes.drain(..HEADER);
            Ok((rank, bytes))
        };
        others().zip(received).map(checked).collect()
    }

    /// Brings the operands of all members here.
    fn everything(&self, members: &mut [Member<'_>], workers: &dyn Workers) -> Result<(), String> {
        let bytes = |rank: usize| -> usize {
            let each: usize = self.job.operands.iter().map(|ty| ty.bytes()).sum();
            self.places(rank).count() * each
        };
        let own: Vec<u8> = members.iter().flat_map(|member| member.inputs.concat()).collect();
        let received = self.all(|_| own.clone(), bytes)?;
        let mut inputs: Vec<Vec<&[u8]>> = vec![Vec::new(); self.job.group.len()];
        for (rank, message) in &received {
            let mut rest = &message[..];
            for place in self.places(*rank) {
                for ty in &self.job.operands {
                    let (operand, after) = rest.split_at_checked(ty.bytes()).ok_or("a message is short")?;
                    inputs[place].push(operand);
                    rest = after;
                }
            }
        }
        members.iter().for_each(|member| inputs[member.place].clone_from(&member.inputs));
        shared_memory::run(self.job, &inputs, members, workers)
    }

    /// The units that rank `to` needs from rank `from`: the place of the member that needs it, the operand and the number of the unit, and
    /// the member and the offset that it comes from. What all members of a rank need is sent for the first of them.
    fn units<'b>(
        &'b self,
        layouts: &'b [Layout],
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = ((usize, usize, usize), (usize, usize))> + 'b {
        let first = self.places(to).next();
        let places = self.places(to).flat_map(move |place| (0..layouts.len()).map(move |k| (place, k)));
        let needed = places.filter(move |&(place, k)| !layouts[k].is_equal() || Some(place) == first);
        needed.flat_map(move |(place, k)| {
            let count = self.job.results[k].bytes().checked_div(layouts[k].unit).unwrap_or(0);
            (0..count).filter_map(move |unit| match layouts[k].origin(place, unit) {
                Origin::Member(member, offset) if self.rank_of(member) == from => {
                    Some(((place, k, unit), (member, offset)))
                }
                _ => None,
            })
        })
    }
    /// A collective that moves units.
    fn copy(&self, members: &mut [Member<'_>]) -> Result<(), String> {
        let layouts = self.layouts()?;
        let inputs: Vec<(usize, Vec<&[u8]>)> = members.iter().map(|m| (m.place, m.inputs.clone())).collect();
        let operand = |member: usize, k: usize| {
            inputs.iter().find(|(place, _)| *place == member).map_or(&[][..], |(_, list)| list[k])
        };
        let message = |rank: usize| {
            let mut bytes = Vec::new();
            for ((_, k, _), (member, offset)) in self.units(&layouts, self.own(), rank) {
                bytes.extend_from_slice(&operand(member, k)[offset..][..layouts[k].unit]);
            }
            bytes
        };
        let length =
            |rank: usize| self.units(&layouts, rank, self.own()).map(|((_, k, _), _)| layouts[k].unit).sum();
        let received = self.all(message, length)?;
        for member in members.iter_mut() {
            member.outputs.iter_mut().for_each(|output| output.fill(0));
        }
        let mut put = |(place, k, unit): (usize, usize, usize), bytes: &[u8]| {
            let start = unit * bytes.len();
            for member in members.iter_mut().filter(|m| m.place == place || layouts[k].is_equal()) {
                member.outputs[k][start..start + bytes.len()].copy_from_slice(bytes);
            }
        };
        for (at, (member, offset)) in self.units(&layouts, self.own(), self.own()) {
            put(at, &operand(member, at.1)[offset..][..layouts[at.1].unit]);
        }
        for (rank, message) in &received {
            let mut rest = &message[..];
            for (at, _) in self.units(&layouts, *rank, self.own()) {
                let (bytes, after) = rest.split_at_checked(layouts[at.1].unit).ok_or("a message is short")?;
                put(at, bytes);
                rest = after;
            }
        }
        Ok(())
    }

    /// The parts of a reduction, and who computes them.
    fn targets(&self, layouts: &[Layout]) -> Vec<Target> {
        let mut targets = Vec::new();
        for (operand, (layout, ty)) in layouts.iter().zip(&self.job.operands).enumerate() {
            match self.job.collective {
                Collective::Reduce(..) => {
                    let whole = std::iter::once(0..ty.bytes()).collect();
                    targets.push(Target { rank: self.rank_of(0), operand, ranges: whole, place: Some(0) });
                }
                Collective::AllReduce(..) => {
                    let (elements, n) = (ty.bytes() / ty.element.max(1), self.ranks.len());
                    let at = |i: usize| elements * i / n * ty.element;
                    targets.extend(self.ranks.iter().enumerate().map(|(i, &rank)| {
                        let share = std::iter::once(at(i)..at(i + 1)).collect();
                        Target { rank, operand, ranges: share, place: None }
                    }));
                }
                _ => {
                    let units = self.job.results[operand].bytes().checked_div(layout.unit).unwrap_or(0);
                    for place in 0..self.job.group.len() {
                        let range = |unit| match layout.origin(place, unit) {
                            Origin::Everyone(offset) => offset..offset + layout.unit,
                            _ => 0..0,
                        };
                        let ranges = (0..units).map(range).collect();
                        targets.push(Target {
                            rank: self.rank_of(place),
                            operand,
                            ranges,
                            place: Some(place),
                        });
                    }
                }
            }
        }
        targets
    }
    fn reduce(&self, members: &mut [Member<'_>]) -> Result<(), String> {
        let Some((reduction, element)) = self.job.collective.reduction() else {
            return Err("it reduces nothing".to_owned());
        };
        let layouts = self.layouts()?;
        let targets = self.targets(&layouts);
        let of_rank = |rank: usize| targets.iter().filter(move |target| target.rank == rank);
        let size = |target: &Target| target.ranges.iter().map(Range::len).sum::<usize>();
        let put = |bytes: &mut Vec<u8>, target: &Target, member: &Member<'_>| {
            let operand = member.inputs[target.operand];
            target.ranges.iter().for_each(|range| bytes.extend_from_slice(&operand[range.clone()]));
        };
        let message = |rank: usize| {
            let mut bytes = Vec::with_capacity(members.len() * of_rank(rank).map(size).sum::<usize>());
            for target in of_rank(rank) {
                members.iter().for_each(|member| put(&mut bytes, target, member));
            }
            bytes
        };
        let length = |rank: usize| self.places(rank).count() * of_rank(self.own()).map(size).sum::<usize>();
        let received = self.all(message, length)?;
        let mut rest: Vec<(usize, &[u8])> =
            received.iter().map(|(rank, bytes)| (*rank, &bytes[..])).collect();
        let mut sums = Vec::new();
        for target in of_rank(self.own()) {
            let mut sum: Option<Vec<u8>> = None;
            // Messages have the members of a rank in the order of the group, too.
            for place in 0..self.job.group.len() {
                let rank = self.rank_of(place);
                let bytes = match rest.iter_mut().find(|message| message.0 == rank) {
                    Some((_, rest)) => {
                        let (bytes, after) =
                            rest.split_at_checked(size(target)).ok_or("a message is short")?;
                        *rest = after;
                        bytes.to_vec()
                    }
                    None => {
                        let mut bytes = Vec::with_capacity(size(target));
                        let own = members.iter().find(|member| member.place == place);
                        own.into_iter().for_each(|member| put(&mut bytes, target, member));
                        bytes
                    }
                };
                match &mut sum {
                    Some(sum) => combine(reduction, element, sum, &bytes),
                    None => sum = Some(bytes),
                }
            }
            sums.push(sum.unwrap_or_default());
        }
        self.give(members, &targets, sums)
    }
    /// Brings the parts of a reduction to the members that want them.
    fn give(&self, members: &mut [Member<'_>], targets: &[Target], sums: Vec<Vec<u8>>) -> Result<(), String> {
        let of_rank = |rank: usize| targets.iter().filter(move |target| target.rank == rank);
        if !matches!(self.job.collective, Collective::AllReduce(..)) {
            for member in members.iter_mut() {
                member.outputs.iter_mut().for_each(|output| output.fill(0));
                for (target, sum) in of_rank(self.own()).zip(&sums) {
                    if target.place == Some(member.place) {
                        member.outputs[target.operand].copy_from_slice(sum);
                    }
                }
            }
            return Ok(());
        }
        let own = sums.concat();
        let length = |rank: usize| of_rank(rank).flat_map(|t| &t.ranges).map(Range::len).sum();
        let received = self.all(|_| own.clone(), length)?;
        let messages = received.iter().map(|(rank, bytes)| (*rank, &bytes[..]));
        for (rank, mut rest) in messages.chain([(self.own(), &own[..])]) {
            for target in of_rank(rank) {
                for range in &target.ranges {
                    let (bytes, after) = rest.split_at_checked(range.len()).ok_or("a message is short")?;
                    rest = after;
                    for member in members.iter_mut() {
                        member.outputs[target.operand][range.clone()].copy_from_slice(bytes);
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
