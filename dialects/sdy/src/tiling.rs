//! The tiles of arrays that are divided among devices.

use strata_ir::core::symbols::SymbolTable;
use strata_ir::prelude::*;

use crate::attrs::{AxisRef, Mesh, TensorSharding};
use crate::axes;
use crate::shardings::{self, Meshes};

/// The tiles of an array, and the devices that have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tiling {
    /// The number of tiles along each dimension.
    pub tiles: Vec<i64>,
    /// The device of each tile, row-major; devices with copies of a tile follow each other.
    pub devices: Vec<i64>,
}

/// The tilings of the arguments and results of a function; `None` where every device has the whole array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntryTilings {
    /// Of the arguments.
    pub inputs: Vec<Option<Tiling>>,
    /// Of the results.
    pub outputs: Vec<Option<Tiling>>,
}

impl EntryTilings {
    /// The tilings that the shardings of a function of a module give; none without such a function.
    #[must_use]
    pub fn new(module: &Body, entry: &str) -> Self {
        let meshes = Meshes::of_module(module);
        let cx = module.cx();
        let function = SymbolTable::new(module).get(cx.intern(entry)).and_then(|op| module.child(op));
        let Some(body) = function else { return Self::default() };
        let tiling = |sharding: Option<TensorSharding>| {
            let sharding = sharding?;
            Tiling::new(&sharding, meshes.get(cx, sharding.mesh_or_ref)?)
        };
        let first = body.regions(Op::SELF).first().and_then(|&region| body.blocks(region).first().copied());
        let arguments = first.map(|block| body.block_args(block).to_vec()).unwrap_or_default();
        let results = first.and_then(|block| body.last_op(block)).map_or(0, |end| body.operands(end).len());
        Self {
            inputs: arguments.into_iter().map(|arg| tiling(shardings::sharding(body, arg))).collect(),
            outputs: (0..results).map(|i| tiling(shardings::function_result(body, i))).collect(),
        }
    }
}

impl Tiling {
    /// The tiling of an array with a sharding; `None` if it is not divided.
    #[must_use]
    pub fn new(sharding: &TensorSharding, mesh: &Mesh) -> Option<Self> {
        if sharding.is_fully_replicated() {
            return None;
        }
        let tiles = sharding.dim_shardings.iter().map(|dim| axes::size(&dim.axes, mesh));
        let tiles = tiles.collect::<Option<Vec<_>>>()?;
        let mut order: Vec<AxisRef> =
            sharding.dim_shardings.iter().flat_map(|dim| dim.axes.clone()).collect();
        order.extend(axes::others(&order, mesh));
        Some(Self { tiles, devices: axes::groups(&order, mesh).into_iter().next()? })
    }
    /// The number of devices with the same tile.
    #[must_use]
    pub fn copies(&self) -> usize {
        let tiles = self.tiles.iter().product::<i64>().max(1);
        self.devices.len() / usize::try_from(tiles).unwrap_or(1).max(1)
    }
    /// The sizes of a tile of an array; the whole ones without a tiling.
    #[must_use]
    pub fn tile_sizes(tiling: Option<&Self>, sizes: &[i64]) -> Vec<i64> {
        let count = |dim: usize| tiling.and_then(|tiling| tiling.tiles.get(dim)).copied().unwrap_or(1).max(1);
        sizes.iter().enumerate().map(|(dim, size)| size / count(dim)).collect()
    }
    /// The tile of a device, from the bytes of an array.
    #[must_use]
    pub fn part(&self, whole: &[u8], sizes: &[i64], device: usize) -> Vec<u8> {
        let rows = self.rows(whole.len(), sizes, device);
        let row = rows.bytes;
        let mut part = Vec::with_capacity(rows.starts.len() * row);
        for start in rows.starts {
            part.extend_from_slice(whole.get(start..start + row).unwrap_or_default());
        }
        part
    }
    /// Puts the tile of a device into the bytes of an array.
    pub fn put(&self, whole: &mut [u8], sizes: &[i64], device: usize, part: &[u8]) {
        let rows = self.rows(whole.len(), sizes, device);
        for (start, row) in rows.starts.into_iter().zip(part.chunks(rows.bytes.max(1))) {
            if let Some(slot) = whole.get_mut(start..start + row.len()) {
                slot.copy_from_slice(row);
            }
        }
    }
    /// Where the rows of the tile of a device start in an array of `bytes`, and how long they are.
    fn rows(&self, bytes: usize, sizes: &[i64], device: usize) -> Rows {
        let sizes: Vec<usize> = sizes.iter().map(|&size| usize::try_from(size).unwrap_or(0)).collect();
        let count: usize = sizes.iter().product();
        let element = bytes.checked_div(count).unwrap_or(0);
        let at = self.devices.iter().position(|&own| own == device as i64).unwrap_or(0);
        let mut number = at / self.copies().max(1);
        let (mut starts, mut stride, mut row) = (vec![0], element, element);
        let mut is_row = true;
        for (dim, &size) in sizes.iter().enumerate().rev() {
            let tiles =
                self.tiles.get(dim).and_then(|&tiles| usize::try_from(tiles).ok()).unwrap_or(1).max(1);
            let (own, first) = (size / tiles, number % tiles * (size / tiles));
            number /= tiles;
            if is_row {
                // Dimensions behind this one are whole.
                row = own * stride;
                starts[0] = first * stride;
            } else {
                let inner = std::mem::take(&mut starts);
                let outer = (first..first + own).map(|place| place * stride);
                starts = outer.flat_map(|start| inner.iter().map(move |inner| start + inner)).collect();
            }
            is_row &= tiles == 1;
            stride *= size;
        }
        Rows { starts, bytes: row }
    }
}

struct Rows {
    starts: Vec<usize>,
    bytes: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_cut_out_and_put_back() {
        let tiling = Tiling { tiles: vec![2, 1, 2], devices: vec![0, 4, 1, 5, 2, 6, 3, 7] };
        let sizes = [4, 3, 4];
        let whole: Vec<u8> = (0..96).collect();
        let parts: Vec<Vec<u8>> = (0..8).map(|device| tiling.part(&whole, &sizes, device)).collect();
        assert_eq!(parts[1].len(), 24);
        assert_eq!(parts[1][..8], [4, 5, 6, 7, 12, 13, 14, 15]);
        assert_eq!(parts[1], parts[5]);
        let mut back = vec![0; 96];
        parts.iter().enumerate().for_each(|(device, part)| tiling.put(&mut back, &sizes, device, part));
        assert_eq!(back, whole);
        assert_eq!(Tiling::tile_sizes(Some(&tiling), &sizes), [2, 3, 2]);
        assert_eq!(tiling.part(&[], &[0, 3, 4], 0), Vec::<u8>::new());
    }
}
