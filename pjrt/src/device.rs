//! Devices, their descriptions and their memories.

use std::ffi::c_void;
use std::sync::{Arc, OnceLock};

use strata_driver::Device as Gpu;

use crate::abi::*;
use crate::account::Account;
use crate::border::text;
use crate::error::{Error, Result};
use crate::event::Event;
use crate::launches::Launches;
use crate::memory::Block;
use crate::named_value::NamedValues;
use crate::queue::Queue;
use crate::slab::Slab;

/// The kinds of memory of each device, the default one first. All are memory of the host, but for the default one
/// of a GPU.
pub(crate) const MEMORY_KINDS: [&str; 3] = ["device", "pinned_host", "unpinned_host"];

/// The most devices that a client may ask for in a process.
pub(crate) const MOST_DEVICES: i64 = 1024;

/// The addresses of objects, as an array that a caller reads.
pub(crate) struct Handles<H>(Vec<*mut H>);
// SAFETY: addresses are numbers here, which are looked up where they are used.
unsafe impl<H> Send for Handles<H> {}
// SAFETY: as above.
unsafe impl<H> Sync for Handles<H> {}

impl<H> Handles<H> {
    pub(crate) fn new(handles: impl IntoIterator<Item = *mut H>) -> Self {
        Self(handles.into_iter().collect())
    }
    pub(crate) fn as_ptr(&self) -> *const *mut H {
        self.0.as_ptr()
    }
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
    pub(crate) fn get(&self, i: usize) -> Option<*mut H> {
        self.0.get(i).copied()
    }
    pub(crate) fn position(&self, handle: *const H) -> Option<usize> {
        self.0.iter().position(|&h| std::ptr::eq(h, handle))
    }
}

/// The facts of a device, also of one of another machine.
pub(crate) struct Description {
    pub id: i32,
    /// The process of the operating system that has it.
    pub node: i32,
    pub kind: String,
    pub shown: String,
    pub debug: String,
    pub attributes: NamedValues,
}

/// A memory of a device.
pub(crate) struct Memory {
    pub id: i32,
    /// Its place in [`MEMORY_KINDS`].
    pub kind: usize,
    pub shown: String,
    /// The device.
    pub device: OnceLock<Handles<PJRT_Device>>,
}

/// A device: a queue for programs, which all use the processors of the machine, or its GPU.
pub(crate) struct Device {
    pub id: i32,
    /// Its number among the devices of this process; none if it is one of another process.
    pub local: Option<i32>,
    /// The process of the operating system that has it.
    pub node: i32,
    pub description: Handles<PJRT_DeviceDescription>,
    pub memories: Handles<PJRT_Memory>,
    pub account: Arc<Account>,
    pub queue: Queue,
    pub launches: Launches,
    /// The GPU, whose memory is the first one.
    pub gpu: Option<Arc<dyn Gpu>>,
}

pub(crate) static DEVICES: Slab<Device> = Slab::new("device");
pub(crate) static DESCRIPTIONS: Slab<Description> = Slab::new("device description");
pub(crate) static MEMORIES: Slab<Memory> = Slab::new("memory");

impl Description {
    pub(crate) fn new(id: i32, node: i32, kind: &str) -> Self {
        Self {
            id,
            node,
            kind: kind.to_owned(),
            shown: format!("StrataDevice(id={id})"),
            debug: format!("strata:{id}"),
            attributes: NamedValues::new(Vec::new()),
        }
    }
}

impl Device {
    /// Makes a device; one of this process has memories, and the number of the first one is that of the device times the number of kinds.
    pub(crate) fn create(
        (id, node): (i32, i32),
        local: Option<i32>,
        kind: &str,
        gpu: Option<Arc<dyn Gpu>>,
    ) -> Result<*mut PJRT_Device> {
        let description = DESCRIPTIONS.insert(Arc::new(Description::new(id, node, kind)))?;
        let mut objects = Vec::new();
        let mut memories = Vec::new();
        for (place, name) in MEMORY_KINDS.iter().enumerate().filter(|_| local.is_some()) {
            let number = id * MEMORY_KINDS.len() as i32 + place as i32;
            let shown = format!("StrataMemory(id={number}, kind={name}, device={id})");
            let memory = Arc::new(Memory { id: number, kind: place, shown, device: OnceLock::new() });
            memories.push(MEMORIES.insert(Arc::clone(&memory))?);
            objects.push(memory);
        }
        let device = Self {
            id,
            local,
            node,
            description: Handles::new([description]),
            memories: Handles::new(memories),
            account: Arc::default(),
            queue: Queue::new(format!("strata-device-{id}")),
            launches: Launches::default(),
            gpu,
        };
        let handle = DEVICES.insert(Arc::new(device))?;
        for memory in objects {
            _ = memory.device.set(Handles::new([handle]));
        }
        Ok(handle)
    }

    /// A block in memory of a kind, by its place in [`MEMORY_KINDS`].
    pub(crate) fn allocate(&self, kind: usize, bytes: usize) -> Result<Block> {
        match &self.gpu {
            Some(gpu) if kind == 0 => Block::on_device(gpu, bytes, &self.account),
            _ => Block::new(bytes, &self.account),
        }
    }

    /// Forgets a device with its memories.
    pub(crate) fn destroy(handle: *const PJRT_Device) {
        let Some(device) = DEVICES.remove(handle) else { return };
        if let Some(description) = device.description.get(0) {
            DESCRIPTIONS.remove(description);
        }
        (0..device.memories.len())
            .filter_map(|i| device.memories.get(i))
            .for_each(|m| _ = MEMORIES.remove(m));
    }
}

/// The memory that arrays of a device are in.
///
/// # Errors
/// If the device is one of another process.
pub(crate) fn default_memory(device: &Device) -> Result<*mut PJRT_Memory> {
    device.memories.get(0).ok_or_else(|| {
        let (id, node) = (device.id, device.node);
        Error::invalid(format!("device {id} is one of process {node}: its memory is there"))
    })
}

impl Memory {
    /// The device that the memory is of.
    pub(crate) fn device(&self) -> Result<*mut PJRT_Device> {
        let device = self.device.get().and_then(|handles| handles.get(0));
        device.ok_or_else(|| Error::internal("a memory has no device"))
    }
}

pub(crate) fn description_id(args: &mut PJRT_DeviceDescription_Id_Args) -> Result<()> {
    args.id = DESCRIPTIONS.get(args.device_description)?.id;
    Ok(())
}

pub(crate) fn description_process_index(args: &mut PJRT_DeviceDescription_ProcessIndex_Args) -> Result<()> {
    args.process_index = DESCRIPTIONS.get(args.device_description)?.node;
    Ok(())
}

pub(crate) fn description_attributes(args: &mut PJRT_DeviceDescription_Attributes_Args) -> Result<()> {
    let description = DESCRIPTIONS.get(args.device_description)?;
    (args.attributes, args.num_attributes) = (description.attributes.as_ptr(), description.attributes.len());
    Ok(())
}

pub(crate) fn description_kind(args: &mut PJRT_DeviceDescription_Kind_Args) -> Result<()> {
    let description = DESCRIPTIONS.get(args.device_description)?;
    (args.device_kind, args.device_kind_size) = (description.kind.as_ptr(), description.kind.len());
    Ok(())
}

pub(crate) fn description_debug_string(args: &mut PJRT_DeviceDescription_DebugString_Args) -> Result<()> {
    let description = DESCRIPTIONS.get(args.device_description)?;
    (args.debug_string, args.debug_string_size) = (description.debug.as_ptr(), description.debug.len());
    Ok(())
}

pub(crate) fn description_to_string(args: &mut PJRT_DeviceDescription_ToString_Args) -> Result<()> {
    let description = DESCRIPTIONS.get(args.device_description)?;
    (args.to_string, args.to_string_size) = (description.shown.as_ptr(), description.shown.len());
    Ok(())
}

pub(crate) fn get_description(args: &mut PJRT_Device_GetDescription_Args) -> Result<()> {
    let description = DEVICES.get(args.device)?.description.get(0);
    args.device_description = description.unwrap_or(std::ptr::null_mut());
    Ok(())
}

pub(crate) fn is_addressable(args: &mut PJRT_Device_IsAddressable_Args) -> Result<()> {
    args.is_addressable = DEVICES.get(args.device)?.local.is_some().into();
    Ok(())
}

pub(crate) fn local_hardware_id(args: &mut PJRT_Device_LocalHardwareId_Args) -> Result<()> {
    args.local_hardware_id = DEVICES.get(args.device)?.local.unwrap_or(-1);
    Ok(())
}

pub(crate) fn addressable_memories(args: &mut PJRT_Device_AddressableMemories_Args) -> Result<()> {
    let device = DEVICES.get(args.device)?;
    (args.memories, args.num_memories) = (device.memories.as_ptr(), device.memories.len());
    Ok(())
}

pub(crate) fn get_default_memory(args: &mut PJRT_Device_DefaultMemory_Args) -> Result<()> {
    args.memory = DEVICES.get(args.device)?.memories.get(0).unwrap_or(std::ptr::null_mut());
    Ok(())
}

pub(crate) fn memory_stats(args: &mut PJRT_Device_MemoryStats_Args) -> Result<()> {
    let usage = DEVICES.get(args.device)?.account.usage();
    // Callers leave the fields as they are in their memory, so that all are written.
    *args = PJRT_Device_MemoryStats_Args {
        struct_size: args.struct_size,
        extension_start: args.extension_start,
        device: args.device,
        bytes_in_use: usage.in_use,
        peak_bytes_in_use: usage.peak,
        peak_bytes_in_use_is_set: 1,
        num_allocs: usage.allocations,
        num_allocs_is_set: 1,
        largest_alloc_size: usage.largest,
        largest_alloc_size_is_set: 1,
        bytes_limit: 0,
        bytes_limit_is_set: 0,
        bytes_reserved: 0,
        bytes_reserved_is_set: 0,
        peak_bytes_reserved: 0,
        peak_bytes_reserved_is_set: 0,
        bytes_reservable_limit: 0,
        bytes_reservable_limit_is_set: 0,
        largest_free_block_bytes: 0,
        largest_free_block_bytes_is_set: 0,
        pool_bytes: 0,
        pool_bytes_is_set: 0,
        peak_pool_bytes: 0,
        peak_pool_bytes_is_set: 0,
        peak_allocated_bytes: 0,
        peak_allocated_bytes_is_set: 0,
    };
    Ok(())
}

pub(crate) fn clear_memory_stats(args: &mut PJRT_Device_ClearMemoryStats_Args) -> Result<()> {
    DEVICES.get(args.device)?.account.clear();
    Ok(())
}

unsafe extern "C" fn delete_nothing(_: *mut c_void) {}

/// There are none; this never fails, as callers end the process then.
pub(crate) fn attributes(args: &mut PJRT_Device_GetAttributes_Args) -> Result<()> {
    (args.attributes, args.num_attributes) = (std::ptr::NonNull::dangling().as_ptr(), 0);
    args.device_attributes = std::ptr::null_mut();
    args.attributes_deleter = Some(delete_nothing);
    Ok(())
}

/// Lets the results of a call fail before it ends. A call that has not begun does not run then; one that runs goes on, for nobody.
pub(crate) fn poison_execution(args: &mut PJRT_Device_PoisonExecution_Args) -> Result<()> {
    let device = DEVICES.get(args.device)?;
    // SAFETY: the caller gives the text with its length.
    let message = unsafe { text(args.error_message, args.error_message_size, "the message") }?;
    let error = Error::with_code(args.error_code, message);
    args.poisoned = device.launches.poison(args.launch_id, &error).into();
    Ok(())
}

pub(crate) fn tracking_event(args: &mut PJRT_Device_CreateAsyncTrackingEvent_Args) -> Result<()> {
    DEVICES.get(args.device)?;
    args.event = Event::ready(Ok(())).into_handle()?;
    Ok(())
}

pub(crate) fn memory_id(args: &mut PJRT_Memory_Id_Args) -> Result<()> {
    args.id = MEMORIES.get(args.memory)?.id;
    Ok(())
}

pub(crate) fn memory_kind(args: &mut PJRT_Memory_Kind_Args) -> Result<()> {
    let kind = MEMORY_KINDS[MEMORIES.get(args.memory)?.kind];
    (args.kind, args.kind_size) = (kind.as_ptr(), kind.len());
    Ok(())
}

pub(crate) fn memory_kind_id(args: &mut PJRT_Memory_Kind_Id_Args) -> Result<()> {
    args.kind_id = MEMORIES.get(args.memory)?.kind as i32;
    Ok(())
}

pub(crate) fn memory_debug_string(args: &mut PJRT_Memory_DebugString_Args) -> Result<()> {
    let memory = MEMORIES.get(args.memory)?;
    (args.debug_string, args.debug_string_size) = (memory.shown.as_ptr(), memory.shown.len());
    Ok(())
}

pub(crate) fn memory_to_string(args: &mut PJRT_Memory_ToString_Args) -> Result<()> {
    let memory = MEMORIES.get(args.memory)?;
    (args.to_string, args.to_string_size) = (memory.shown.as_ptr(), memory.shown.len());
    Ok(())
}

pub(crate) fn memory_devices(args: &mut PJRT_Memory_AddressableByDevices_Args) -> Result<()> {
    let memory = MEMORIES.get(args.memory)?;
    let devices = memory.device.get().ok_or_else(|| Error::internal("a memory has no device"))?;
    (args.devices, args.num_devices) = (devices.as_ptr(), devices.len());
    Ok(())
}
