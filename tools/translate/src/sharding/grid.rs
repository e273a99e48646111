//! [`Grid`]: the tiles of a tensor in rows and columns, with the devices that have each.

use strata_sdy::{
    attrs::{Mesh, TensorSharding},
    axes,
    tiling::Tiling,
};

/// The most devices of a mesh, and so the most tiles, that are drawn.
const MOST_DEVICES: i64 = 1024;

/// The tiles of a tensor.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    /// The devices of each tile, by rows.
    pub rows: Vec<Vec<Vec<i64>>>,
}

impl Grid {
    /// The tiles that a sharding gives; the error says why they are not drawn.
    pub(crate) fn new(sharding: &TensorSharding, mesh: &Mesh) -> Result<Self, String> {
        if mesh.is_maximal() {
            return Ok(Self { rows: vec![vec![mesh.device_ids.clone()]] });
        }
        let devices = mesh.num_devices().filter(|&n| n <= MOST_DEVICES);
        devices.ok_or_else(|| format!("the mesh has more than {MOST_DEVICES} devices"))?;
        let sorted = |tile: &[i64]| {
            let mut tile = tile.to_vec();
            tile.sort_unstable();
            tile
        };
        let Some(tiling) = Tiling::new(sharding, mesh) else {
            let all = axes::groups(&axes::others(&[], mesh), mesh);
            return Ok(Self { rows: vec![all.iter().map(|tile| sorted(tile)).collect()] });
        };
        let copies = tiling.copies().max(1);
        let columns = tiling.tiles.last().and_then(|&n| usize::try_from(n).ok()).unwrap_or(1).max(1);
        let tiles: Vec<Vec<i64>> = tiling.devices.chunks(copies).map(sorted).collect();
        Ok(Self { rows: tiles.chunks(columns).map(<[_]>::to_vec).collect() })
    }
}

/// Devices in words: `0-3,8`.
pub(crate) fn numbers(devices: &[i64]) -> String {
    let mut ranges: Vec<(i64, i64)> = Vec::new();
    for &device in devices {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == device => *last = device,
            _ => ranges.push((device, device)),
        }
    }
    let range = |&(first, last): &(i64, i64)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}-{last}"),
    };
    ranges.iter().map(range).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use strata_sdy::attrs::MeshAxis;

    #[test]
    fn devices_are_ranges() {
        assert_eq!(numbers(&[0, 1, 2, 3, 8, 10, 11]), "0-3,8,10,11");
        assert_eq!(numbers(&[]), "");
    }

    #[test]
    fn a_mesh_of_too_many_devices_is_not_drawn() {
        let cx = strata_ir::core::Registry::new().freeze();
        let mesh = Mesh { axes: vec![MeshAxis { name: "x".into(), size: 1 << 40 }], device_ids: Vec::new() };
        let sharding = TensorSharding::replicated(cx.symbol_ref("mesh"), 2, true);
        assert_eq!(Grid::new(&sharding, &mesh), Err("the mesh has more than 1024 devices".to_owned()));
    }
}
