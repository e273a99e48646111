//! Random plans on data: an executable model of the collectives moves the elements of a tensor, which must end where the target wants them.

use strata_generate::Rng;
use strata_sdy::attrs::{AxisRef, Mesh, MeshAxis};

use super::{
    plan::plan,
    state::{Axes, Kind, size},
};

/// The part of a tensor that a device has: the numbers of its elements in row-major order.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Tile {
    sizes: Vec<usize>,
    data: Vec<usize>,
}

impl Tile {
    /// One of `n` pieces along a dimension.
    fn piece(&self, dim: usize, n: usize, at: usize) -> Self {
        let mut sizes = self.sizes.clone();
        assert_eq!(sizes[dim] % n, 0, "uneven pieces");
        sizes[dim] /= n;
        let (own, len) = (self.sizes[dim], sizes[dim]);
        let inner: usize = sizes[dim + 1..].iter().product();
        let rows = self.data.chunks(own * inner);
        let data = rows.flat_map(|row| row[at * len * inner..(at + 1) * len * inner].to_vec()).collect();
        Self { sizes, data }
    }
    /// Pieces side by side along a dimension.
    fn join(pieces: &[Self], dim: usize) -> Self {
        let mut sizes = pieces[0].sizes.clone();
        let inner: usize = sizes[dim..].iter().product();
        sizes[dim] *= pieces.len();
        let rows = pieces[0].data.len() / inner.max(1);
        let row = |i: usize| pieces.iter().flat_map(move |p| p.data[i * inner..(i + 1) * inner].to_vec());
        Self { sizes, data: (0..rows).flat_map(row).collect() }
    }
}

/// The place of a device along several axes, the first the slowest.
fn place(device: usize, axes: &[AxisRef], mesh: &Mesh) -> usize {
    let along = |axis: &AxisRef| (axis.place(device as i64, mesh), axis.size(mesh));
    axes.iter().map(along).fold(0, |place, (at, n)| place * n + at) as usize
}

/// The parts that the devices have of the tensor with these axes.
fn tiles(sizes: &[usize], axes: &Axes, mesh: &Mesh) -> Vec<Tile> {
    let count: usize = sizes.iter().product();
    let whole = Tile { sizes: sizes.to_vec(), data: (0..count).collect() };
    let devices = mesh.num_devices().unwrap_or(0) as usize;
    let part = |device| {
        axes.iter().enumerate().fold(whole.clone(), |tile, (dim, list)| {
            tile.piece(dim, size(list, mesh) as usize, place(device, list, mesh))
        })
    };
    (0..devices).map(part).collect()
}

/// The devices that differ from one only in their place along some axes, by that place.
fn group(device: usize, axes: &[AxisRef], mesh: &Mesh) -> Vec<usize> {
    let mut devices = strata_sdy::axes::groups(axes, mesh);
    devices.retain(|group| group.contains(&(device as i64)));
    devices.remove(0).into_iter().map(|device| device as usize).collect()
}

/// The parts of all devices behind a collective.
fn run(kind: &Kind, before: &[Tile], from: &Axes, to: &Axes, mesh: &Mesh) -> Vec<Tile> {
    let devices = 0..before.len();
    match kind {
        Kind::AllGather(axes) => axes.iter().enumerate().fold(before.to_vec(), |now, (dim, list)| {
            let gathered = |device| {
                let pieces: Vec<Tile> = group(device, list, mesh).iter().map(|d| now[*d].clone()).collect();
                Tile::join(&pieces, dim)
            };
            devices.clone().map(gathered).collect()
        }),
        Kind::AllSlice(axes) => axes.iter().enumerate().fold(before.to_vec(), |now, (dim, list)| {
            let sliced = |d: usize| now[d].piece(dim, size(list, mesh) as usize, place(d, list, mesh));
            devices.clone().map(sliced).collect()
        }),
        Kind::AllToAll(axes, source, target) => devices
            .map(|device| {
                let own = place(device, axes, mesh);
                let group = group(device, axes, mesh);
                let pieces: Vec<Tile> =
                    group.iter().map(|d| before[*d].piece(*target, group.len(), own)).collect();
                Tile::join(&pieces, *source)
            })
            .collect(),
        Kind::Permute => devices
            .map(|device| {
                let wanted: Vec<usize> = to.iter().map(|list| place(device, list, mesh)).collect();
                let has =
                    |d: &usize| from.iter().map(|list| place(*d, list, mesh)).eq(wanted.iter().copied());
                let sender = (0..before.len()).find(has).expect("some device has each part");
                before[sender].clone()
            })
            .collect(),
    }
}

/// A random mesh, and axes or parts of axes of it.
fn random_mesh(random: &mut Rng) -> Mesh {
    let names = ["x", "y", "z"];
    let count = 1 + random.below(3);
    let axis = |name: &&str| MeshAxis { name: (*name).to_owned(), size: 2 + random.below(5) as i64 };
    Mesh { axes: names[..count].iter().map(axis).collect(), device_ids: Vec::new() }
}

/// Random axes of dimensions; each part of each axis is used once at most.
fn random_axes(random: &mut Rng, rank: usize, mesh: &Mesh) -> Axes {
    let mut parts = Vec::new();
    for axis in &mesh.axes {
        let divisors: Vec<i64> = (2..axis.size).filter(|d| axis.size % d == 0).collect();
        match divisors.get(random.below(divisors.len() * 2 + 1)) {
            Some(&middle) => {
                parts.push(AxisRef::part(&axis.name, 1, middle, mesh));
                parts.push(AxisRef::part(&axis.name, middle, axis.size, mesh));
            }
            None => parts.push(AxisRef::full(&axis.name)),
        }
    }
    let mut dims = vec![Vec::new(); rank];
    while !parts.is_empty() {
        let part = parts.swap_remove(random.below(parts.len()));
        if let Some(list) = dims.get_mut(random.below(rank + 1)) {
            strata_sdy::axes::push(list, part, mesh);
        }
    }
    dims
}

fn lcm(a: usize, b: usize) -> usize {
    (1..=b).map(|k| a * k).find(|n| n % b == 0).unwrap_or(a * b)
}

/// A tensor that both shardings divide evenly; sometimes larger than it must be.
fn random_sizes(random: &mut Rng, from: &Axes, to: &Axes, mesh: &Mesh) -> Vec<usize> {
    let dims = from.iter().zip(to);
    let least = dims.map(|(a, b)| lcm(size(a, mesh) as usize, size(b, mesh) as usize));
    least.map(|n| n * [1, 1, 2, 4][random.below(4)]).collect()
}

#[test]
fn random_plans_move_the_data_right() {
    let mut random = Rng::new(1);
    let (mut kinds, mut rounds) = ([0; 4], 0);
    while rounds < 4000 {
        let mesh = random_mesh(&mut random);
        let rank = 1 + random.below(3);
        let (from, to) = (random_axes(&mut random, rank, &mesh), random_axes(&mut random, rank, &mesh));
        let sizes = random_sizes(&mut random, &from, &to, &mesh);
        if sizes.iter().product::<usize>() > 1 << 11 {
            continue;
        }
        rounds += 1;
        let dims: Vec<i64> = sizes.iter().map(|n| *n as i64).collect();
        let steps = plan(&mesh, &dims, &from, &to, false).expect("consistent axes");
        let mut now = tiles(&sizes, &from, &mesh);
        let mut axes = from.clone();
        for step in &steps {
            now = run(&step.kind, &now, &axes, &step.result, &mesh);
            axes.clone_from(&step.result);
            assert!(now == tiles(&sizes, &axes, &mesh), "{mesh:?} {sizes:?} {from:?} {to:?}: {steps:#?}");
            kinds[match step.kind {
                Kind::AllGather(_) => 0,
                Kind::AllSlice(_) => 1,
                Kind::AllToAll(..) => 2,
                Kind::Permute => 3,
            }] += 1;
        }
        assert_eq!(axes, to, "{mesh:?} {sizes:?} {from:?}: {steps:#?}");
    }
    assert!(kinds.iter().all(|n| *n > 100), "{kinds:?}");
}

#[test]
fn parts_that_divide_an_axis_otherwise_are_gathered() {
    let axes = vec![MeshAxis { name: "x".to_owned(), size: 6 }];
    let mesh = Mesh { axes, device_ids: Vec::new() };
    let part = |end| vec![vec![AxisRef::part("x", 1, end, &mesh)]];
    let steps = plan(&mesh, &[6], &part(2), &part(3), false).expect("consistent axes");
    let kinds: Vec<Kind> = steps.into_iter().map(|step| step.kind).collect();
    assert_eq!(kinds, [Kind::AllGather(part(2)), Kind::AllSlice(part(3))]);
    let [two, three] = [2, 3].map(|start| AxisRef::part("x", start, 6, &mesh));
    assert!(plan(&mesh, &[6, 6], &[vec![two], vec![three]], &part(2), false).is_none());
}
