//! The group of a process: which processes take part in a collective, in order.
//!
//! A configuration names groups in one of two ways:
//! - `groups=0,1;2,3`: lists of ids; without a list, all ids form one group.
//! - `mesh=8`, `axes=2:4,2:1`, and `devices=…` where they are not in order: devices along axes of a mesh. Each axis is given by its size
//!   and the distance of neighbours. The text is as long for a thousand devices as for two.
//!
//! `ids` says what an id is: a `replica`, whose partitions have groups of their own; a `partition`, whose replicas do; a replica with all
//! of its partitions (`both`); or a `process`.

use crate::config::{entry, number, numbers, row};

/// The numbers of replicas and of partitions of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridSize {
    /// The replicas.
    pub replicas: usize,
    /// The partitions of each replica.
    pub partitions: usize,
}

impl GridSize {
    /// The number of processes.
    #[must_use]
    pub fn processes(self) -> usize {
        self.replicas.saturating_mul(self.partitions)
    }
    /// The number of the process of a replica and a partition.
    #[must_use]
    pub fn process(self, replica: usize, partition: usize) -> Option<usize> {
        (replica < self.replicas && partition < self.partitions)
            .then(|| replica * self.partitions + partition)
    }
    /// The replica of a process.
    #[must_use]
    pub fn replica(self, process: usize) -> usize {
        process / self.partitions.max(1)
    }
    /// The partition of a process.
    #[must_use]
    pub fn partition(self, process: usize) -> usize {
        process % self.partitions.max(1)
    }
}

/// The place of a process in its group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The members, in order.
    pub group: Vec<usize>,
    /// Which of them the process is.
    pub place: usize,
}

/// The meaning of the ids of a configuration.
#[derive(Clone, Copy)]
enum Ids {
    Replica,
    Partition,
    Both,
    Process,
}

impl Ids {
    fn from_config(config: &str) -> Self {
        match entry(config, "ids") {
            Some("partition") => Self::Partition,
            Some("both") => Self::Both,
            Some("process") => Self::Process,
            _ => Self::Replica,
        }
    }
    /// How many ids there are.
    fn count(self, size: GridSize) -> usize {
        match self {
            Self::Replica | Self::Both => size.replicas,
            Self::Partition => size.partitions,
            Self::Process => size.processes(),
        }
    }
    /// The id of a process.
    fn id(self, size: GridSize, process: usize) -> usize {
        match self {
            Self::Replica | Self::Both => size.replica(process),
            Self::Partition => size.partition(process),
            Self::Process => process,
        }
    }
    /// The processes that the ids of a group are for `process`.
    fn members(self, size: GridSize, process: usize, ids: &[usize]) -> Option<Vec<usize>> {
        let own = (size.replica(process), size.partition(process));
        match self {
            Self::Replica => ids.iter().map(|&r| size.process(r, own.1)).collect(),
            Self::Partition => ids.iter().map(|&p| size.process(own.0, p)).collect(),
            Self::Both => {
                let all = (0..size.partitions).flat_map(|p| ids.iter().map(move |&r| size.process(r, p)));
                all.collect()
            }
            Self::Process => Some(ids.to_vec()),
        }
    }
}

/// The group of a process by the configuration of a collective; `None` if it is in none.
///
/// # Errors
/// If a group has an id that no process has, or one twice.
pub fn find_group(size: GridSize, process: usize, config: &str) -> Result<Option<Place>, String> {
    let ids = Ids::from_config(config);
    let (own, count) = (ids.id(size, process), ids.count(size));
    let list = if entry(config, "mesh").is_some() {
        along_axes(config, own, count)?
    } else {
        listed(config, own, count)?
    };
    let Some(list) = list else { return Ok(None) };
    let group = ids.members(size, process, &list).ok_or_else(|| unknown(&list))?;
    let mut sorted = group.clone();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("it has an id in two places of its groups".to_owned());
    }
    let place = group.iter().position(|&member| member == process);
    Ok(place.map(|place| Place { group, place }))
}

fn unknown(list: &[usize]) -> String {
    format!("it has a group {list:?} with an id that no process has")
}

/// The list with the id `own`.
fn listed(config: &str, own: usize, count: usize) -> Result<Option<Vec<usize>>, String> {
    let mut lists = numbers(entry(config, "groups").unwrap_or_default())?;
    if lists.is_empty() {
        return Ok(Some((0..count).collect()));
    }
    if let Some(list) = lists.iter().find(|list| list.iter().any(|&id| id >= count)) {
        return Err(unknown(list));
    }
    let found = lists.iter().position(|list| list.contains(&own));
    Ok(found.map(|at| lists.swap_remove(at)))
}

/// The ids along the axes of a mesh that go through the id `own`.
fn along_axes(config: &str, own: usize, count: usize) -> Result<Option<Vec<usize>>, String> {
    let devices = row(entry(config, "devices").unwrap_or_default(), ',')?;
    let total = number(config, "mesh")?;
    let id = |at: usize| if devices.is_empty() { Some(at) } else { devices.get(at).copied() };
    let at = if devices.is_empty() { Some(own) } else { devices.iter().position(|&device| device == own) };
    if total > count {
        return Err(format!("it has a mesh of {total} devices, but {count} processes run"));
    }
    let Some(at) = at.filter(|&at| at < total) else { return Ok(None) };
    let axes = entry(config, "axes").unwrap_or_default().split(',').filter(|axis| !axis.is_empty());
    let (mut leader, mut offsets) = (at, vec![0]);
    for axis in axes {
        let (size, stride) = match row(axis, ':')?[..] {
            [size, stride] if size > 0 && stride > 0 => (size, stride),
            _ => return Err("an axis is no size and distance".to_owned()),
        };
        if size.saturating_mul(offsets.len()) > total {
            return Err("its axes are larger than their mesh".to_owned());
        }
        leader = leader.saturating_sub(at / stride % size * stride);
        offsets = offsets.iter().flat_map(|&o| (0..size).map(move |i| o + i * stride)).collect();
    }
    let members: Option<Vec<usize>> = offsets.iter().map(|&offset| id(leader + offset)).collect();
    let members = members.ok_or("its mesh has too few devices")?;
    if members.iter().any(|&member| member >= count) { Err(unknown(&members)) } else { Ok(Some(members)) }
}

/// The processes that take part in a permutation, ascending, and for each of them the place of the one that sends to it. `None` if this
/// process is none of them.
pub type Permutation = Option<(Place, Vec<Option<usize>>)>;

/// The permutation of a configuration, in which `pairs` are ids of a source and a target.
///
/// # Errors
/// If a pair has an id that no process has.
pub fn permutation(size: GridSize, process: usize, config: &str) -> Result<Permutation, String> {
    let ids = Ids::from_config(config);
    let pairs = numbers(entry(config, "pairs").unwrap_or_default())?;
    let mut all: Vec<usize> = pairs.iter().flatten().copied().collect();
    all.sort_unstable();
    all.dedup();
    if all.iter().any(|&id| id >= ids.count(size)) || pairs.iter().any(|p| p.len() != 2) {
        return Err("it has an id that no process has".to_owned());
    }
    let own = ids.id(size, process);
    let Ok(place) = all.binary_search(&own) else { return Ok(None) };
    let group = ids.members(size, process, &all).ok_or("it has an id that no process has")?;
    let mut sources = vec![None; all.len()];
    for pair in &pairs {
        if let (Ok(source), Ok(target)) = (all.binary_search(&pair[0]), all.binary_search(&pair[1])) {
            sources[target].get_or_insert(source);
        }
    }
    Ok(Some((Place { group, place }, sources)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: GridSize = GridSize { replicas: 2, partitions: 3 };

    fn group(size: GridSize, process: usize, config: &str) -> Option<Vec<usize>> {
        let found = find_group(size, process, config).unwrap_or_else(|e| panic!("{config}: {e}"));
        found.map(|found| {
            assert_eq!(found.group[found.place], process);
            found.group
        })
    }

    #[test]
    fn ids_are_replicas_partitions_or_processes() {
        // Process 4 is partition 1 of replica 1.
        for (config, expected) in [
            ("ids=replica\ngroups=1,0\n", vec![4, 1]),
            ("ids=replica\n", vec![1, 4]),
            ("ids=partition\ngroups=0;2,1\n", vec![5, 4]),
            ("ids=both\ngroups=1,0\n", vec![3, 0, 4, 1, 5, 2]),
            ("ids=process\ngroups=5,4,0;1,2,3\n", vec![5, 4, 0]),
            ("ids=process\ngroups=\n", vec![0, 1, 2, 3, 4, 5]),
        ] {
            assert_eq!(group(SIZE, 4, config), Some(expected), "{config}");
        }
        assert_eq!(group(SIZE, 4, "ids=replica\ngroups=0\n"), None);
    }

    #[test]
    fn groups_lie_along_axes() {
        let size = GridSize { replicas: 1, partitions: 8 };
        let lists =
            |config: &str| -> Vec<_> { (0..8).map(|p| group(size, p, config).unwrap_or_default()).collect() };
        // A mesh of 2x2x2, along its first and last axes.
        let along = lists("ids=partition\nmesh=8\naxes=2:4,2:1\n");
        assert_eq!(along[3], [2, 3, 6, 7]);
        assert_eq!((&along[0], &along[1]), (&along[4], &along[5]));
        let text = "ids=partition\ngroups=0,1,4,5;2,3,6,7\n";
        assert_eq!(along, lists(text));
        let turned = lists("ids=partition\nmesh=8\naxes=2:4\ndevices=7,6,5,4,3,2,1,0\n");
        assert_eq!((&turned[7], &turned[0]), (&vec![7, 3], &vec![4, 0]));
        assert_eq!(lists("ids=partition\nmesh=8\naxes=\n")[5], [5]);
        for (config, why) in [
            ("ids=partition\nmesh=9\naxes=\n", "but 8 processes run"),
            ("ids=partition\nmesh=8\naxes=9:1\n", "larger than their mesh"),
            ("ids=partition\nmesh=8\naxes=0:1\n", "no size and distance"),
            ("ids=partition\nmesh=8\naxes=2:7\n", "that no process has"),
            ("ids=partition\nmesh=2\naxes=2:1\ndevices=0,9\n", "that no process has"),
            ("ids=partition\ngroups=0,0\n", "in two places"),
            ("ids=partition\ngroups=0,x\n", "no number"),
            ("ids=partition\ngroups=0;8\n", "with an id that no process has"),
        ] {
            let error = (0..8).find_map(|p| find_group(size, p, config).err());
            assert!(error.as_ref().is_some_and(|e| e.contains(why)), "{config}: {error:?}");
        }
    }

    #[test]
    fn permutations_have_holes() {
        let size = GridSize { replicas: 5, partitions: 1 };
        let found = permutation(size, 3, "ids=replica\npairs=0,3;3,1\n").expect("the ids are known");
        let (place, sources) = found.expect("3 takes part");
        assert_eq!((place.group, place.place), (vec![0, 1, 3], 2));
        assert_eq!(sources, [None, Some(2), Some(0)]);
        assert_eq!(permutation(size, 2, "ids=replica\npairs=0,3;3,1\n"), Ok(None));
        assert!(permutation(size, 2, "ids=replica\npairs=0,5\n").is_err());
    }
}
