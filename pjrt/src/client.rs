//! The plugin and its clients.

use std::sync::{Arc, OnceLock};

use strata_driver::{Backend, Compiler, Device as Gpu, RunThreads, Target};

use crate::abi::*;
use crate::border::text;
use crate::cluster::{Cluster, Membership, Node};
use crate::device::{DEVICES, Device, Handles, MOST_DEVICES, default_memory};
use crate::error::{Error, Result};
use crate::fork::generation;
use crate::host_callback;
use crate::key_value::KeyValues;
use crate::named_value::{self, NamedValues, Value};
use crate::platform::{Platform, version};
use crate::slab::Slab;
use crate::topology::{TOPOLOGIES, Topology};

/// The version of StableHLO whose artifacts are read; callers write theirs for it.
const STABLEHLO: [i64; 3] = [1, 17, 0];
/// The oldest version of artifacts that is read.
const OLDEST_STABLEHLO: [i64; 3] = [0, 9, 0];

/// A client: its devices, and a compiler for them.
pub(crate) struct Client {
    /// All devices, by their numbers.
    pub devices: Handles<PJRT_Device>,
    /// The devices of this process.
    pub own_devices: Handles<PJRT_Device>,
    /// The processes of the operating system that have devices, if there are several.
    pub cluster: Option<Arc<Cluster>>,
    pub memories: Handles<PJRT_Memory>,
    pub topology: Handles<PJRT_TopologyDescription>,
    pub version: String,
    pub platform: Platform,
    pub compiler: Compiler,
    /// The process that the threads of devices and programs are in, by its generation.
    process: u64,
}

pub(crate) static CLIENTS: Slab<Client> = Slab::new("client");

/// The options of clients and topologies.
struct Options {
    devices: i32,
    platform: Platform,
    /// The architecture that kernels are made for.
    arch: Option<String>,
    /// The other processes of the client, if there are any.
    membership: Option<Membership>,
}

impl Options {
    fn new(options: &[(String, Value)]) -> Result<Self> {
        let text = |name: &str| match options.iter().find(|o| o.0 == name) {
            None => Ok(None),
            Some((_, Value::String(text))) => Ok(Some(text.as_str())),
            Some(_) => Err(Error::invalid(format!("the option '{name}' is not text"))),
        };
        let platform = text("target")?.map_or(Ok(Platform::Cpu), Platform::parse)?;
        let devices = device_count(options)? as i32;
        let membership = membership(options)?;
        Ok(Self { devices, platform, arch: text("arch")?.map(str::to_owned), membership })
    }
}

/// The processes that the options of a client name.
fn membership(options: &[(String, Value)]) -> Result<Option<Membership>> {
    let value = |name: &str| options.iter().find(|option| option.0 == name).map(|option| &option.1);
    let number = |name: &str, default: i64| value(name).map_or(Ok(default), |value| value.number(name));
    let (node, nodes) = (number("node_id", 0)?, number("num_nodes", 1)?);
    if nodes <= 1 {
        return Ok(None);
    }
    let text = |name: &str| match value(name) {
        None => None,
        Some(Value::String(text)) => Some(text.clone()),
        Some(Value::Int64(n)) => Some(n.to_string()),
        Some(Value::Float(x)) => Some(x.to_string()),
        Some(_) => Some(String::new()),
    };
    let (index, count) = (usize::try_from(node).ok(), usize::try_from(nodes).ok());
    match (index, count) {
        (Some(node), Some(nodes)) if node < nodes && nodes <= 1 << 16 => Ok(Some(Membership {
            node,
            nodes,
            library: text("mpi_library").filter(|file| !file.is_empty()),
            timeout: text("collective_timeout"),
        })),
        _ => Err(Error::invalid(format!("there is no process {node} among {nodes}"))),
    }
}

/// How many devices a client has.
fn device_count(options: &[(String, Value)]) -> Result<i64> {
    let mut count = match std::env::var("STRATA_NUM_DEVICES") {
        Ok(text) => Value::String(text).number("STRATA_NUM_DEVICES")?,
        Err(_) => 1,
    };
    for (name, value) in options {
        if matches!(name.as_str(), "num_devices" | "cpu_device_count") {
            count = value.number(name)?;
        }
    }
    if (1..=MOST_DEVICES).contains(&count) {
        Ok(count)
    } else {
        Err(Error::invalid(format!("{count} devices: a client has 1 to {MOST_DEVICES}")))
    }
}

/// A compiler whose programs run on the same threads, and may call functions of the host.
pub(crate) fn compiler(target: Target) -> Compiler {
    let threads = RunThreads::new(0);
    Compiler::new(target)
        .with_kept_code()
        .with_shared_threads(threads)
        .with_routine(host_callback::TARGET, Arc::new(host_callback::call))
}

impl Client {
    fn create(options: &[(String, Value)], store: Option<KeyValues>) -> Result<Self> {
        let Options { devices: count, platform, arch, membership } = Options::new(options)?;
        let target = platform.target(arch.as_deref())?;
        let gpu = target.backend().and_then(Backend::memory);
        let kind = platform.device_kind(gpu.as_ref());
        let own = Node { devices: count, kind: kind.clone() };
        let join = |of: &Membership| Cluster::join(of, store, platform.target_name(), own.clone());
        let cluster = membership.as_ref().map(join).transpose()?;
        let nodes = cluster.as_ref().map_or_else(|| vec![own.clone()], |cluster| cluster.nodes.clone());
        let here = cluster.as_ref().map_or(0, |cluster| cluster.node);
        let counts = nodes.iter().map(|node| node.devices).collect();
        let topology = Topology::of_target(counts, platform, &target)?;
        let (mut devices, mut own_devices) = (Vec::new(), Vec::new());
        for (number, node) in nodes.iter().enumerate() {
            for local in 0..node.devices {
                let (id, is_here) = (devices.len() as i32, number == here);
                let sibling = |gpu: &Arc<dyn Gpu>| match local {
                    0 => Ok(Arc::clone(gpu)),
                    _ => gpu.sibling(local as usize).map_err(Error::invalid),
                };
                let gpu = gpu.as_ref().filter(|_| is_here).map(sibling).transpose()?;
                let device = Device::create((id, number as i32), is_here.then_some(local), &node.kind, gpu)?;
                devices.push(device);
                own_devices.extend(is_here.then_some(device));
            }
        }
        let objects = own_devices.iter().map(|&d| DEVICES.get(d)).collect::<Result<Vec<_>>>()?;
        let memories = objects.iter().flat_map(|d| (0..d.memories.len()).filter_map(|i| d.memories.get(i)));
        let memories = Handles::new(memories);
        Ok(Self {
            devices: Handles::new(devices),
            own_devices: Handles::new(own_devices),
            cluster,
            memories,
            topology: Handles::new([TOPOLOGIES.insert(Arc::new(topology))?]),
            version: version(),
            platform,
            process: generation(),
            compiler: compiler(target),
        })
    }

    /// Fails in a child process, which has none of the threads of its parent and would wait for them for ever.
    pub(crate) fn check_process(&self) -> Result<()> {
        if self.process == generation() {
            return Ok(());
        }
        let message = "the process was forked after Strata was started, and its threads are not in this process; \
                       start processes by `multiprocessing`'s method \"spawn\", or fork before JAX is used";
        Err(Error::precondition(message))
    }

    /// The device with a number.
    pub(crate) fn device(&self, id: i64) -> Result<*mut PJRT_Device> {
        let found = usize::try_from(id).ok().and_then(|id| self.devices.get(id));
        found.ok_or_else(|| {
            Error::invalid(format!("there is no device {id}; there are {}", self.devices.len()))
        })
    }

    /// The memory that is meant by a memory or a device, of which one is null.
    pub(crate) fn memory(
        &self,
        memory: *mut PJRT_Memory,
        device: *mut PJRT_Device,
    ) -> Result<*mut PJRT_Memory> {
        if !memory.is_null() {
            let own = self.memories.position(memory);
            return own.map(|_| memory).ok_or_else(|| Error::invalid("the memory is not one of this client"));
        }
        let first = || self.own_devices.get(0).ok_or_else(|| Error::internal("a client has no device"));
        let device = if device.is_null() { first()? } else { device };
        if self.devices.position(device).is_none() {
            return Err(Error::invalid("the device is not one of this client"));
        }
        default_memory(&*DEVICES.get(device)?)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        (0..self.devices.len()).filter_map(|i| self.devices.get(i)).for_each(|d| Device::destroy(d));
        if let Some(topology) = self.topology.get(0) {
            TOPOLOGIES.remove(topology);
        }
    }
}

pub(crate) fn initialize(_: &mut PJRT_Plugin_Initialize_Args) -> Result<()> {
    Ok(())
}

pub(crate) fn attributes(args: &mut PJRT_Plugin_Attributes_Args) -> Result<()> {
    static ATTRIBUTES: OnceLock<NamedValues> = OnceLock::new();
    let attributes = ATTRIBUTES.get_or_init(|| {
        let list = |name: &str, numbers: &[i64]| (name.to_owned(), Value::Int64List(numbers.to_vec()));
        NamedValues::new(vec![
            ("xla_version".to_owned(), Value::Int64(2)),
            list("stablehlo_current_version", &STABLEHLO),
            list("stablehlo_minimum_version", &OLDEST_STABLEHLO),
        ])
    });
    (args.attributes, args.num_attributes) = (attributes.as_ptr(), attributes.len());
    Ok(())
}

pub(crate) fn create(args: &mut PJRT_Client_Create_Args) -> Result<()> {
    // SAFETY: the caller gives the list with its length.
    let options = unsafe { named_value::read(args.create_options, args.num_options) }?;
    args.client = CLIENTS.insert(Arc::new(Client::create(&options, KeyValues::of_caller(args))?))?;
    Ok(())
}

pub(crate) fn destroy(args: &mut PJRT_Client_Destroy_Args) -> Result<()> {
    if let Some(cluster) = CLIENTS.remove(args.client).as_ref().and_then(|client| client.cluster.as_ref()) {
        cluster.close();
    }
    Ok(())
}

pub(crate) fn platform_name(args: &mut PJRT_Client_PlatformName_Args) -> Result<()> {
    let name = CLIENTS.get(args.client)?.platform.name();
    (args.platform_name, args.platform_name_size) = (name.as_ptr(), name.len());
    Ok(())
}

pub(crate) fn platform_version(args: &mut PJRT_Client_PlatformVersion_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    (args.platform_version, args.platform_version_size) = (client.version.as_ptr(), client.version.len());
    Ok(())
}

pub(crate) fn process_index(args: &mut PJRT_Client_ProcessIndex_Args) -> Result<()> {
    args.process_index = CLIENTS.get(args.client)?.cluster.as_ref().map_or(0, |cluster| cluster.node as i32);
    Ok(())
}

pub(crate) fn devices(args: &mut PJRT_Client_Devices_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    (args.devices, args.num_devices) = (client.devices.as_ptr(), client.devices.len());
    Ok(())
}

pub(crate) fn addressable_devices(args: &mut PJRT_Client_AddressableDevices_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    (args.addressable_devices, args.num_addressable_devices) =
        (client.own_devices.as_ptr(), client.own_devices.len());
    Ok(())
}

pub(crate) fn addressable_memories(args: &mut PJRT_Client_AddressableMemories_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    (args.addressable_memories, args.num_addressable_memories) =
        (client.memories.as_ptr(), client.memories.len());
    Ok(())
}

pub(crate) fn lookup_device(args: &mut PJRT_Client_LookupDevice_Args) -> Result<()> {
    args.device = CLIENTS.get(args.client)?.device(args.id.into())?;
    Ok(())
}

pub(crate) fn lookup_addressable_device(args: &mut PJRT_Client_LookupAddressableDevice_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let number = args.local_hardware_id;
    let device = usize::try_from(number).ok().and_then(|number| client.own_devices.get(number));
    args.addressable_device = device.ok_or_else(|| {
        Error::invalid(format!(
            "there is no device {number} in this process; there are {}",
            client.own_devices.len()
        ))
    })?;
    Ok(())
}

pub(crate) fn topology(args: &mut PJRT_Client_TopologyDescription_Args) -> Result<()> {
    args.topology = CLIENTS.get(args.client)?.topology.get(0).unwrap_or(std::ptr::null_mut());
    Ok(())
}

pub(crate) fn default_device_assignment(args: &mut PJRT_Client_DefaultDeviceAssignment_Args) -> Result<()> {
    let client = CLIENTS.get(args.client)?;
    let count = |n: i32| usize::try_from(n).ok().filter(|&n| n > 0);
    let [replicas, partitions] = [count(args.num_replicas), count(args.num_partitions)];
    let places = replicas.and_then(|r| r.checked_mul(partitions?));
    let places =
        places.ok_or_else(|| Error::invalid("the numbers of replicas and partitions are not positive"))?;
    if places > client.devices.len() {
        let message = format!("{places} devices are needed, there are {}", client.devices.len());
        return Err(Error::invalid(message));
    }
    if args.default_assignment_size < places || args.default_assignment.is_null() {
        return Err(Error::invalid(format!("there is no space for {places} devices")));
    }
    for place in 0..places {
        // SAFETY: the caller has space for as many numbers.
        unsafe { args.default_assignment.add(place).write_unaligned(place as i32) };
    }
    Ok(())
}

/// The state of other processes, of which there are none.
pub(crate) fn update_processes(args: &mut PJRT_Client_UpdateGlobalProcessInfo_Args) -> Result<()> {
    CLIENTS.get(args.client).map(|_| ())
}

/// Memory of the host is memory of the devices already.
pub(crate) fn dma_map(args: &mut PJRT_Client_DmaMap_Args) -> Result<()> {
    CLIENTS.get(args.client).map(|_| ())
}

/// See [`dma_map`].
pub(crate) fn dma_unmap(args: &mut PJRT_Client_DmaUnmap_Args) -> Result<()> {
    CLIENTS.get(args.client).map(|_| ())
}

/// A topology by its name: options say how many devices it has.
pub(crate) fn topology_create(args: &mut PJRT_TopologyDescription_Create_Args) -> Result<()> {
    // SAFETY: the caller gives text and list with their lengths.
    let options = unsafe {
        text(args.topology_name, args.topology_name_size, "the name of the topology")?;
        named_value::read(args.create_options, args.num_options)
    }?;
    let Options { devices, platform, arch, .. } = Options::new(&options)?;
    let topology = Topology::of_target(vec![devices], platform, &platform.target(arch.as_deref())?)?;
    args.topology = TOPOLOGIES.insert(Arc::new(topology))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_name_other_processes() {
        let of = |node: i64, nodes: i64| {
            let option = |name: &str, value| (name.to_owned(), value);
            membership(&[
                option("node_id", Value::Int64(node)),
                option("num_nodes", Value::Int64(nodes)),
                option("collective_timeout", Value::Int64(7)),
                option("mpi_library", Value::String(String::new())),
            ])
        };
        let membership = of(1, 2).expect("numbers").expect("two processes");
        let expected = Membership { node: 1, nodes: 2, library: None, timeout: Some("7".to_owned()) };
        assert_eq!(membership, expected);
        assert_eq!(of(0, 1).expect("numbers"), None);
        for (node, nodes) in [(2, 2), (-1, 2), (0, 1 << 20)] {
            assert!(of(node, nodes).is_err(), "{node} of {nodes}");
        }
        // Nobody can be met without the store of the caller.
        let options = [("num_nodes", 2), ("node_id", 0)].map(|(n, v)| (n.to_owned(), Value::Int64(v)));
        let error = Client::create(&options, None).map(drop).expect_err("there is no store");
        assert!(error.message().contains("jax.distributed.initialize"), "{}", error.message());
    }
}
