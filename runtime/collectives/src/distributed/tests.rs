//! Jobs of several ranks, which are threads with channels between them, beside the same jobs in shared memory.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, Sender, channel};

use super::*;
use crate::element::Element;
use crate::engine::Serial;
use crate::transport::divided;
use crate::{Array, Reduction};

/// A rank with a channel to and from each of the others.
struct Channels {
    rank: usize,
    ranks: usize,
    /// The rank of each process; empty for equally many in order.
    placement: Vec<usize>,
    to: HashMap<usize, Sender<Vec<u8>>>,
    from: HashMap<usize, Mutex<Receiver<Vec<u8>>>>,
}

impl Transport for Channels {
    fn rank(&self) -> usize {
        self.rank
    }
    fn ranks(&self) -> usize {
        self.ranks
    }
    fn placement(&self, processes: usize) -> Result<Vec<usize>, String> {
        if self.placement.is_empty() { divided(processes, self.ranks) } else { Ok(self.placement.clone()) }
    }
    fn exchange(
        &self,
        _: &str,
        _: u64,
        sends: Vec<(usize, Vec<u8>)>,
        receives: &[(usize, usize)],
    ) -> Result<Vec<Vec<u8>>, String> {
        for (rank, message) in sends {
            self.to[&rank].send(message).map_err(|_| format!("rank {rank} is gone"))?;
        }
        let receive = |&(rank, length): &(usize, usize)| {
            let message = self.from[&rank].lock().expect("nobody panicked").recv();
            let message = message.map_err(|_| format!("rank {rank} is gone"))?;
            assert_eq!(message.len(), length, "rank {rank} sends what is expected");
            Ok(message)
        };
        receives.iter().map(receive).collect()
    }
}

fn connected(ranks: usize) -> Vec<Channels> {
    let new =
        |rank| Channels { rank, ranks, placement: Vec::new(), to: HashMap::new(), from: HashMap::new() };
    let mut all: Vec<Channels> = (0..ranks).map(new).collect();
    for (from, to) in (0..ranks).flat_map(|a| (0..ranks).map(move |b| (a, b))) {
        let (sender, receiver) = channel();
        all[from].to.insert(to, sender);
        all[to].from.insert(from, Mutex::new(receiver));
    }
    all
}

/// The operands of a member, by its place.
fn operands(job: &Job, place: usize) -> Vec<Vec<u8>> {
    let byte = |k: usize, i: usize| ((i * 7 + place * 31 + k * 13) % 64) as u8;
    let one = |(k, ty): (usize, &Array)| (0..ty.bytes()).map(|i| byte(k, i)).collect();
    job.operands.iter().enumerate().map(one).collect()
}

/// Runs a job for the members at these places; returns their results.
fn results(engine: &dyn Engine, job: &Job, places: &[usize]) -> Result<Vec<Vec<Vec<u8>>>, String> {
    let inputs: Vec<Vec<Vec<u8>>> = places.iter().map(|&place| operands(job, place)).collect();
    let mut outputs: Vec<Vec<Vec<u8>>> =
        places.iter().map(|_| job.results.iter().map(|ty| vec![0xAA; ty.bytes()]).collect()).collect();
    let mut members: Vec<Member<'_>> = places
        .iter()
        .zip(inputs.iter().zip(&mut outputs))
        .map(|(&place, (inputs, outputs))| Member {
            place,
            inputs: inputs.iter().map(Vec::as_slice).collect(),
            outputs: outputs.iter_mut().map(Vec::as_mut_slice).collect(),
        })
        .collect();
    engine.run(job, &mut members, &Serial)?;
    Ok(outputs)
}

fn job(collective: Collective, group: &[usize], from: &[&[usize]], to: &[&[usize]]) -> Job {
    let arrays =
        |list: &[&[usize]]| list.iter().map(|sizes| Array { sizes: sizes.to_vec(), element: 4 }).collect();
    Job { collective, group: group.to_vec(), operands: arrays(from), results: arrays(to) }
}

#[test]
fn ranks_compute_what_shared_memory_does() {
    let (add, f32) = (Reduction::Add, Element::F32);
    // Six processes in one, two, three or six ranks; members of a rank are no neighbours in the group.
    let all = [4, 0, 5, 2, 1, 3];
    for job in [
        job(Collective::AllReduce(add, f32), &all, &[&[5, 3], &[1]], &[&[5, 3], &[1]]),
        job(Collective::AllReduce(add, f32), &[5, 1, 2], &[&[7]], &[&[7]]),
        job(Collective::Reduce(add, f32), &all, &[&[5]], &[&[5]]),
        job(
            Collective::ReduceScatter { reduction: add, element: f32, dim: 1 },
            &all,
            &[&[3, 12, 2]],
            &[&[3, 2, 2]],
        ),
        job(Collective::AllGather { dim: 1 }, &all, &[&[2, 3], &[1, 1]], &[&[2, 18], &[1, 6]]),
        job(Collective::Stack, &[0, 4], &[&[2]], &[&[3, 2]]),
        job(Collective::AllToAll { split: 1, concat: 0 }, &all, &[&[2, 6]], &[&[12, 1]]),
        job(Collective::AllToAll { split: 0, concat: 2 }, &all, &[&[12, 1, 3]], &[&[2, 1, 18]]),
        job(Collective::AllToAll { split: 1, concat: 1 }, &all, &[&[2, 12, 2]], &[&[2, 12, 2]]),
        job(Collective::Permute(vec![Some(3), None, Some(0), Some(0)]), &[5, 0, 3, 2], &[&[3]], &[&[3]]),
        job(Collective::Broadcast, &all, &[&[3]], &[&[3]]),
        job(Collective::Barrier, &all, &[], &[]),
    ] {
        let places: Vec<usize> = (0..job.group.len()).collect();
        let expected = results(&SharedMemory, &job, &places).unwrap_or_else(|e| panic!("{job:?}: {e}"));
        let mixed = vec![1, 0, 1, 1, 0, 2];
        for (ranks, placement) in
            [1, 2, 3, 6].map(|ranks| (ranks, Vec::new())).into_iter().chain([(3, mixed)])
        {
            let got = Mutex::new(vec![Vec::new(); places.len()]);
            std::thread::scope(|scope| {
                for mut transport in connected(ranks) {
                    transport.placement.clone_from(&placement);
                    let (job, got) = (&job, &got);
                    scope.spawn(move || {
                        let engine = Distributed::new(transport, 6).expect("they can be divided");
                        let own: Vec<usize> =
                            (0..job.group.len()).filter(|&p| engine.here().contains(&job.group[p])).collect();
                        if own.is_empty() {
                            return;
                        }
                        let out = results(&engine, job, &own).unwrap_or_else(|e| panic!("{job:?}: {e}"));
                        let mut got = got.lock().expect("nobody panicked");
                        own.iter().zip(out).for_each(|(&place, out)| got[place] = out);
                    });
                }
            });
            assert_eq!(
                got.into_inner().expect("nobody panicked"),
                expected,
                "{ranks} ranks, {placement:?}: {job:?}"
            );
        }
    }
}

#[test]
fn ranks_at_different_collectives_hear_of_it() {
    let jobs = [
        job(Collective::AllGather { dim: 0 }, &[0, 1], &[&[2]], &[&[4]]),
        job(Collective::Permute(vec![Some(1), Some(0)]), &[0, 1], &[&[2]], &[&[2]]),
    ];
    std::thread::scope(|scope| {
        for ((rank, job), transport) in jobs.iter().enumerate().zip(connected(2)) {
            scope.spawn(move || {
                let engine = Distributed::new(transport, 2).expect("they can be divided");
                let error = results(&engine, job, &[rank]).expect_err("the other one does something else");
                assert!(error.contains(&format!("rank {} is at another collective", 1 - rank)), "{error}");
            });
        }
    });
    let error = Distributed::new(connected(2).remove(0), 3).map(drop).expect_err("three is odd");
    assert_eq!(error, "3 processes cannot be divided among 2 ranks");
}
