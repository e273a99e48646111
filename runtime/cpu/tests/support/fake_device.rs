//! A device for tests: its memory is in this process, at addresses that the host cannot use, and its kernels are functions.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard};

use strata_runtime_cpu::device::{Device, Launch, TENSOR_MAP_BYTES, TensorMap};

/// The effect of a kernel on the memory of the device.
pub type Kernel = fn(&mut Memory, &Launch<'_>) -> Result<(), String>;

/// Blocks by their addresses.
#[derive(Default)]
pub struct Memory {
    blocks: BTreeMap<u64, Vec<u8>>,
    next: u64,
}

impl Memory {
    /// The bytes of a range.
    pub fn range(&mut self, address: u64, bytes: usize) -> Result<&mut [u8], String> {
        let found = self.blocks.range_mut(..=address).next_back();
        let (start, block) = found.ok_or_else(|| format!("no block has address {address:#x}"))?;
        let at = (address - start) as usize;
        block
            .get_mut(at..at + bytes)
            .ok_or_else(|| format!("{bytes} bytes at {address:#x} leave their block"))
    }
    /// Number `i` of an array of floats.
    pub fn float(&mut self, array: u64, i: u64) -> Result<f32, String> {
        let bytes = self.range(array + 4 * i, 4)?;
        Ok(f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
    /// Sets number `i` of an array of floats.
    pub fn set_float(&mut self, array: u64, i: u64, to: f32) -> Result<(), String> {
        self.range(array + 4 * i, 4)?.copy_from_slice(&to.to_le_bytes());
        Ok(())
    }
}

/// The device, with a log of its requests.
#[derive(Default)]
pub struct FakeDevice {
    state: Mutex<(Memory, Vec<String>)>,
    kernels: HashMap<String, Kernel>,
}

impl FakeDevice {
    /// A device with these kernels.
    pub fn new(kernels: &[(&str, Kernel)]) -> Self {
        let kernels = kernels.iter().map(|&(name, kernel)| (name.to_owned(), kernel)).collect();
        Self { state: Mutex::default(), kernels }
    }
    fn state(&self) -> MutexGuard<'_, (Memory, Vec<String>)> {
        self.state.lock().unwrap()
    }
    /// The requests since the last call.
    pub fn diary(&self) -> Vec<String> {
        std::mem::take(&mut self.state().1)
    }
    /// The number of blocks.
    pub fn blocks(&self) -> usize {
        self.state().0.blocks.len()
    }
}

impl Device for FakeDevice {
    fn name(&self) -> String {
        "the fake device".to_owned()
    }
    fn alloc(&self, bytes: usize) -> Result<u64, String> {
        let mut state = self.state();
        state.1.push(format!("alloc {bytes}"));
        state.0.next += 1;
        let address = state.0.next << 40;
        state.0.blocks.insert(address, vec![0xee; bytes]);
        Ok(address)
    }
    fn free(&self, address: u64) -> Result<(), String> {
        let mut state = self.state();
        state.1.push("free".to_owned());
        state.0.blocks.remove(&address).map(drop).ok_or_else(|| "no such block".to_owned())
    }
    fn upload(&self, to: u64, from: &[u8]) -> Result<(), String> {
        let mut state = self.state();
        state.1.push(format!("upload {}", from.len()));
        state.0.range(to, from.len())?.copy_from_slice(from);
        Ok(())
    }
    fn download(&self, to: &mut [u8], from: u64) -> Result<(), String> {
        let mut state = self.state();
        state.1.push(format!("download {}", to.len()));
        to.copy_from_slice(state.0.range(from, to.len())?);
        Ok(())
    }
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), String> {
        let mut state = self.state();
        state.1.push(format!("copy {bytes}"));
        let data = state.0.range(from, bytes)?.to_vec();
        state.0.range(to, bytes)?.copy_from_slice(&data);
        Ok(())
    }
    fn fill(&self, to: u64, pattern: &[u8], count: usize) -> Result<(), String> {
        let mut state = self.state();
        state.1.push(format!("fill {count} of {pattern:?}"));
        state.0.range(to, pattern.len() * count)?.copy_from_slice(&pattern.repeat(count));
        Ok(())
    }
    fn launch(&self, launch: &Launch<'_>) -> Result<(), String> {
        let Launch { kernel, grid, block, cluster, shared_bytes, slots } = launch;
        let mut state = self.state();
        state.1.push(format!(
            "launch {kernel} {grid:?} {block:?} {cluster:?} {shared_bytes} with {} slots",
            slots.len()
        ));
        let run = self.kernels.get(*kernel).ok_or_else(|| format!("there is no kernel '{kernel}'"))?;
        run(&mut state.0, launch)
    }
    fn synchronize(&self) -> Result<(), String> {
        self.state().1.push("synchronize".to_owned());
        Ok(())
    }
    fn tensor_map(&self, map: &TensorMap) -> Result<[u8; TENSOR_MAP_BYTES], String> {
        self.state().1.push(format!("{map:?}"));
        Ok([7; TENSOR_MAP_BYTES])
    }
}
