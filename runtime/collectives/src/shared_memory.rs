//! The engine whose members are all in this process of the operating system: results are written where they are wanted, from the operands
//! where they are. Nothing is copied in between.

use crate::collective::{Collective, Job, Member};
use crate::engine::{Engine, Workers, spread};
use crate::layout::{Layout, Origin};
use crate::ragged;
use crate::reduction::combine;

/// The bytes of a result that are one part of the work.
const CHUNK: usize = 256 << 10;
/// The bytes that are reduced over all members before the next ones, so that they stay in a cache. A multiple of all elements.
const BLOCK: usize = 16 << 10;

/// Members are threads, and read each other's memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct SharedMemory;

/// A part of the result of an operand; several members get the same one if it is common to all.
struct Part<'a> {
    operand: usize,
    place: usize,
    start: usize,
    bytes: Vec<&'a mut [u8]>,
}

impl Engine for SharedMemory {
    fn run(&self, job: &Job, members: &mut [Member<'_>], workers: &dyn Workers) -> Result<(), String> {
        job.check(members)?;
        let mut inputs: Vec<Vec<&[u8]>> = vec![Vec::new(); job.group.len()];
        for member in members.iter() {
            inputs[member.place].clone_from(&member.inputs);
        }
        run(job, &inputs, members, workers)
    }
}

/// Does the job for members with the operands of the whole group, by place.
pub(crate) fn run(
    job: &Job,
    inputs: &[Vec<&[u8]>],
    members: &mut [Member<'_>],
    workers: &dyn Workers,
) -> Result<(), String> {
    if inputs.iter().any(|list| list.len() != job.operands.len()) {
        return Err("a member of its group is not here".to_owned());
    }
    match job.collective {
        Collective::Barrier => return Ok(()),
        Collective::RaggedAllToAll => return ragged::run(job, inputs, members, workers),
        _ => (),
    }
    let layouts = layouts(job, inputs)?;
    let parts = divided(&layouts, members);
    let fill = |part: Part<'_>| filled(job, &layouts[part.operand], inputs, part);
    spread(parts, fill, workers)
}

/// The layouts of all results.
fn layouts(job: &Job, inputs: &[Vec<&[u8]>]) -> Result<Vec<Layout>, String> {
    let moved = job.operands.len() - usize::from(job.collective == Collective::BroadcastFrom);
    if job.results.len() != moved {
        return Err("it has another number of results than of operands".to_owned());
    }
    let one = |k: usize| {
        let sources = match job.collective {
            Collective::BroadcastFrom => Some(roots(job, inputs, k)?),
            _ => None,
        };
        Layout::new(&job.collective, job.group.len(), &job.operands[k], &job.results[k], sources)
    };
    (0..moved).map(one).collect()
}

/// The member that each one gets operand `k` from.
fn roots(job: &Job, inputs: &[Vec<&[u8]>], k: usize) -> Result<Vec<Option<usize>>, String> {
    let width = job.operands.last().map_or(0, |ty| ty.element);
    let root = |list: &Vec<&[u8]>| {
        let place = list.last().and_then(|roots| ragged::number(roots, width, k));
        let place = place.filter(|&place| place < inputs.len());
        place.map(Some).ok_or_else(|| "it has a root that is no place in its group".to_owned())
    };
    inputs.iter().map(root).collect()
}

/// The parts of the results of all members.
fn divided<'a>(layouts: &[Layout], members: &'a mut [Member<'_>]) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    // The parts of results that are common to all, by operand.
    let mut common: Vec<Option<usize>> = vec![None; layouts.len()];
    for member in members {
        for (operand, (output, layout)) in member.outputs.iter_mut().zip(layouts).enumerate() {
            let shared = common[operand].filter(|_| layout.is_common());
            common[operand].get_or_insert(parts.len());
            for (i, bytes) in output.chunks_mut(CHUNK).enumerate() {
                match shared {
                    Some(first) => parts[first + i].bytes.push(bytes),
                    None => {
                        let place = member.place;
                        parts.push(Part { operand, place, start: i * CHUNK, bytes: vec![bytes] });
                    }
                }
            }
        }
    }
    parts
}

/// Computes a part.
fn filled(job: &Job, layout: &Layout, inputs: &[Vec<&[u8]>], part: Part<'_>) {
    let Part { operand, place, start, mut bytes } = part;
    let Some((first, others)) = bytes.split_first_mut() else { return };
    let mut at = 0;
    while at < first.len() && layout.unit > 0 {
        let (unit, within) = ((start + at) / layout.unit, (start + at) % layout.unit);
        let length = (layout.unit - within).min(first.len() - at).min(BLOCK);
        let into = &mut first[at..at + length];
        let operand_of = |member: usize, offset: usize| &inputs[member][operand][offset + within..][..length];
        match layout.origin(place, unit) {
            Origin::Zeros => into.fill(0),
            Origin::Member(member, offset) => into.copy_from_slice(operand_of(member, offset)),
            Origin::Everyone(offset) => {
                into.copy_from_slice(operand_of(0, offset));
                if let Some((reduction, element)) = job.collective.reduction() {
                    for member in 1..inputs.len() {
                        combine(reduction, element, into, operand_of(member, offset));
                    }
                }
            }
        }
        others.iter_mut().for_each(|other| other[at..at + length].copy_from_slice(into));
        at += length;
    }
}
