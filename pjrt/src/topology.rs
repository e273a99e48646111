//! Topologies: what devices there are, also of machines that this is not.

use std::sync::Arc;

use strata_driver::{Backend, Target};

use crate::abi::*;
use crate::border::slice;
use crate::device::{DESCRIPTIONS, Description, Handles, MEMORY_KINDS};
use crate::error::{Error, Result};
use crate::named_value::{NamedValues, Value};
use crate::owned_bytes;
use crate::platform::{Platform, version};
use crate::slab::Slab;

/// The first line of a serialized topology.
const MAGIC: &str = "strata-topology 2";

/// Devices of one kind.
pub(crate) struct Topology {
    /// The number of devices of each process of the operating system.
    devices: Vec<i32>,
    platform: Platform,
    processor: String,
    /// The architecture of kernels; empty for processors.
    arch: String,
    version: String,
    descriptions: Handles<PJRT_DeviceDescription>,
    attributes: NamedValues,
}

pub(crate) static TOPOLOGIES: Slab<Topology> = Slab::new("topology");

impl Topology {
    /// Devices of the target of a platform.
    pub(crate) fn of_target(devices: Vec<i32>, platform: Platform, target: &Target) -> Result<Self> {
        let processor = target.processor().map(|p| p.cpu().to_owned()).unwrap_or_default();
        let arch = target.backend().map(Backend::arch).unwrap_or_default();
        Self::new(devices, platform, &processor, arch)
    }

    fn new(devices: Vec<i32>, platform: Platform, processor: &str, arch: &str) -> Result<Self> {
        let kind = platform.target_name();
        let nodes = devices.iter().zip(0..).flat_map(|(&count, node)| (0..count).map(move |_| node));
        let made = (0..)
            .zip(nodes)
            .map(|(id, node)| DESCRIPTIONS.insert(Arc::new(Description::new(id, node, kind))));
        let descriptions = Handles::new(made.collect::<Result<Vec<_>>>()?);
        let text = |name: &str, value: &str| (name.to_owned(), Value::String(value.to_owned()));
        let mut attributes = vec![text("processor", processor)];
        if !arch.is_empty() {
            attributes.push(text("arch", arch));
        }
        Ok(Self {
            devices,
            platform,
            processor: processor.to_owned(),
            arch: arch.to_owned(),
            version: version(),
            descriptions,
            attributes: NamedValues::new(attributes),
        })
    }

    fn text(&self) -> String {
        let target = self.platform.target_name();
        let devices: Vec<String> = self.devices.iter().map(ToString::to_string).collect();
        let devices = devices.join(",");
        format!("{MAGIC}\n{}\n{devices}\n{}\n{target}\n{}\n", self.version, self.processor, self.arch)
    }

    /// The target of the compiler for these devices, whose processor is this machine's.
    pub(crate) fn target(&self) -> Result<Target> {
        self.platform.target(Some(&*self.arch).filter(|arch| !arch.is_empty()))
    }

    fn parse(bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let [MAGIC, given, devices, processor, target, arch] = lines[..] else {
            return Err(Error::invalid("these bytes are no topology"));
        };
        if given != version() {
            return Err(Error::invalid(format!("the topology is one of {given}, not of {}", version())));
        }
        let count = |text: &str| text.parse().ok().filter(|n| (1..=1024).contains(n));
        let devices: Option<Vec<i32>> = devices.split(',').map(count).collect();
        let devices = devices.filter(|all| all.len() <= 1 << 16);
        let devices = devices.ok_or_else(|| Error::invalid("these bytes are no topology"))?;
        Self::new(devices, Platform::parse(target)?, processor, arch)
    }
}

impl Drop for Topology {
    fn drop(&mut self) {
        (0..self.descriptions.len())
            .filter_map(|i| self.descriptions.get(i))
            .for_each(|d| _ = DESCRIPTIONS.remove(d));
    }
}

pub(crate) fn destroy(args: &mut PJRT_TopologyDescription_Destroy_Args) -> Result<()> {
    TOPOLOGIES.remove(args.topology);
    Ok(())
}

pub(crate) fn platform_name(args: &mut PJRT_TopologyDescription_PlatformName_Args) -> Result<()> {
    let name = TOPOLOGIES.get(args.topology)?.platform.name();
    (args.platform_name, args.platform_name_size) = (name.as_ptr(), name.len());
    Ok(())
}

pub(crate) fn platform_version(args: &mut PJRT_TopologyDescription_PlatformVersion_Args) -> Result<()> {
    let topology = TOPOLOGIES.get(args.topology)?;
    (args.platform_version, args.platform_version_size) = (topology.version.as_ptr(), topology.version.len());
    Ok(())
}

pub(crate) fn device_descriptions(
    args: &mut PJRT_TopologyDescription_GetDeviceDescriptions_Args,
) -> Result<()> {
    let topology = TOPOLOGIES.get(args.topology)?;
    (args.descriptions, args.num_descriptions) =
        (topology.descriptions.as_ptr(), topology.descriptions.len());
    Ok(())
}

pub(crate) fn attributes(args: &mut PJRT_TopologyDescription_Attributes_Args) -> Result<()> {
    let topology = TOPOLOGIES.get(args.topology)?;
    (args.attributes, args.num_attributes) = (topology.attributes.as_ptr(), topology.attributes.len());
    Ok(())
}

pub(crate) fn serialize(args: &mut PJRT_TopologyDescription_Serialize_Args) -> Result<()> {
    let bytes = TOPOLOGIES.get(args.topology)?.text().into_bytes();
    let (start, length, owner) = owned_bytes::give(bytes);
    (args.serialized_bytes, args.serialized_bytes_size) = (start, length);
    args.serialized_topology = owner;
    args.serialized_topology_deleter = Some(owned_bytes::delete);
    Ok(())
}

pub(crate) fn deserialize(args: &mut PJRT_TopologyDescription_Deserialize_Args) -> Result<()> {
    // SAFETY: the caller gives the bytes with their length.
    let bytes = unsafe {
        slice(args.serialized_topology.cast::<u8>(), args.serialized_topology_size, "the topology")
    }?;
    args.topology = TOPOLOGIES.insert(Arc::new(Topology::parse(bytes)?))?;
    Ok(())
}

pub(crate) fn fingerprint(args: &mut PJRT_TopologyDescription_Fingerprint_Args) -> Result<()> {
    let hash = blake3::hash(TOPOLOGIES.get(args.topology)?.text().as_bytes());
    let first = hash.as_bytes().first_chunk().copied().unwrap_or_default();
    args.fingerprint = u64::from_le_bytes(first) as usize;
    Ok(())
}

pub(crate) fn memory_kinds(args: &mut PJRT_TopologyDescription_GetMemorySpaceKindIds_Args) -> Result<()> {
    static IDS: [i32; MEMORY_KINDS.len()] = [0, 1, 2];
    TOPOLOGIES.get(args.topology)?;
    (args.memory_space_kind_ids, args.num_memory_space_kind_ids) = (IDS.as_ptr(), IDS.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_are_those_of_processes_in_order() {
        let topology = Topology::new(vec![2, 1], Platform::Cpu, "generic", "").expect("a topology");
        let text = topology.text();
        let again = Topology::parse(text.as_bytes()).expect("a topology");
        assert_eq!(again.text(), text);
        let facts = |i: usize| {
            let handle = again.descriptions.get(i).expect("a description");
            let description = DESCRIPTIONS.get(handle).expect("it is there");
            (description.id, description.node)
        };
        assert_eq!([facts(0), facts(1), facts(2)], [(0, 0), (1, 0), (2, 1)]);
        for devices in ["", "0", "2,", "2,x", "-1"] {
            let wrong = text.replace("\n2,1\n", &format!("\n{devices}\n"));
            assert!(Topology::parse(wrong.as_bytes()).is_err(), "{devices}");
        }
    }
}
