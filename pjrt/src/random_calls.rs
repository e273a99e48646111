//! Random sequences of calls through the table: objects of other kinds and of other clients, destroyed ones, donated buffers, null, wrong
//! sizes. Every call returns.
//!
//! Addresses of data are those of memory that is there, as no callee can check that; numbers and handles may be anything.

use std::collections::HashMap;
use std::ffi::c_void;

mod host;

use crate::abi::*;
use crate::error_api::ERRORS;
use crate::table::{GetPjrtApi, NAMES};

/// The number of calls.
const CALLS: usize = 100_000;
/// The bytes of a piece of memory that data is read from or written to.
const PIECE: usize = 1 << 16;

const PROGRAM: &str = "module @f { func.func @main(%a: tensor<2xf32> {jax.buffer_donor = true}, %b: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.add %a, %b : tensor<2xf32>
    return %0 : tensor<2xf32> } }";

/// The same after it talked to its host.
const TALK: &str = "module @g { func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<2xf32> {
    %t = stablehlo.create_token : !stablehlo.token
    %r:2 = \"stablehlo.recv\"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
    %s = \"stablehlo.send\"(%r#0, %r#1) <{channel_handle = #stablehlo.channel_handle<handle = 7, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
    %0 = stablehlo.add %a, %b : tensor<2xf32>
    return %0 : tensor<2xf32> } }";

/// A generator of numbers (xorshift).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}

/// Fields that hold an object, given or returned.
const HANDLES: [&str; 24] = [
    "client",
    "device",
    "memory",
    "event",
    "error",
    "buffer",
    "src",
    "executable",
    "loaded_executable",
    "context",
    "topology",
    "device_description",
    "transfer_manager",
    "execute_device",
    "dst_device",
    "dst_memory",
    "dst_buffer",
    "alias_buffer",
    "out_buffer",
    "buffer_out",
    "done_with_host_buffer",
    "stream",
    "fulfill_alias_buffer_cb",
    "callback_data",
];

/// Functions that random calls must reach in a state in which they do something.
const REACHED: [&str; 15] = [
    "PJRT_LoadedExecutable_Execute",
    "PJRT_CopyToDeviceStream_Destroy",
    "PJRT_CopyToDeviceStream_AddChunk",
    "PJRT_CopyToDeviceStream_TotalBytes",
    "PJRT_CopyToDeviceStream_GranuleSize",
    "PJRT_CopyToDeviceStream_CurrentBytes",
    "PJRT_Client_CreateAliasBuffer",
    "PJRT_Client_FulfillAliasBuffer",
    "PJRT_Buffer_CopyRawToHostFuture",
    "PJRT_Buffer_CopyRawToHostFuture_Callback",
    "PJRT_Device_PoisonExecution",
    "PJRT_Buffer_DonateWithControlDependency",
    "PJRT_Buffer_DonateWithControlDependency_Callback",
    "PJRT_TopologyDescription_MakeCanonicalShapeForMemorySpace",
    "PJRT_TopologyDescription_GetMemorySpaceKindIds",
];

/// Functions that make what others need, with the field of the object.
const PROPER: [(&str, &str); 3] = [
    ("PJRT_Client_Create", "client"),
    ("PJRT_Client_Compile", "executable"),
    ("PJRT_Client_BufferFromHostBuffer", "buffer"),
];

/// The sizes of the arguments of the program.
static TWO: [i64; 1] = [2];

/// Fields that say how many elements or bytes there are.
fn is_count(name: &str) -> bool {
    name.starts_with("num_") || name.ends_with("_size") || name == "size" || name.ends_with("num_dims")
}

unsafe extern "C" fn callback(_: *mut c_void, _: *mut c_void) {}

/// A handler of XLA's FFI that does not tell its version.
unsafe extern "C" fn handler(_: *mut c_void) -> *mut c_void {
    std::ptr::null_mut()
}

/// The functions of the table, those of the extensions for handlers, and those that callers get for later, with their names.
fn callees(table: &PJRT_Api) -> Vec<(&'static str, Function)> {
    let mut all: Vec<(&str, Function)> = NAMES.into_iter().zip(table.functions).collect();
    all.extend(host::LATER);
    let mut next = table.extension_start;
    while !next.is_null() {
        // SAFETY: the list has extensions, of the types that their numbers say.
        unsafe {
            let functions: Vec<(&str, Option<Function>)> = match (*next).r#type {
                FFI_EXTENSION => {
                    let extension = &*next.cast::<PJRT_FFI_Extension>();
                    vec![
                        ("PJRT_FFI_Type_Register", extension.type_register),
                        ("PJRT_FFI_UserData_Add", extension.user_data_add),
                        ("PJRT_FFI_Register_Handler", extension.register_handler),
                    ]
                }
                CUSTOM_CALL_EXTENSION => {
                    let extension = &*next.cast::<PJRT_Gpu_Custom_Call>();
                    vec![("PJRT_Gpu_Register_Custom_Call", extension.custom_call)]
                }
                _ => Vec::new(),
            };
            all.extend(functions.into_iter().filter_map(|(name, function)| Some((name, function?))));
            next = (*next).next;
        }
    }
    all
}

/// Pieces of memory that calls read and write.
struct World {
    random: Random,
    /// The objects that calls returned lately.
    objects: Vec<usize>,
    /// The latest clients, programs and buffers that calls as they should be made: see [`PROPER`].
    made: [Vec<usize>; 3],
    /// The latest object of each field.
    last: HashMap<&'static str, usize>,
    /// How many programs were given to the compiler as they should be.
    compiled: usize,
    /// Whether the next call is as it should be.
    proper: bool,
    read: Vec<u64>,
    written: Vec<u64>,
    program: Vec<PJRT_Program>,
    /// The options of a client.
    simulator: Vec<PJRT_NamedValue>,
    arguments: Vec<*const *mut PJRT_Buffer>,
    list: Vec<*mut PJRT_Buffer>,
    results: Vec<*mut *mut PJRT_Buffer>,
    result_list: Vec<*mut PJRT_Buffer>,
    options: PJRT_ExecuteOptions,
    host: host::Lists,
    chunks: [PJRT_Chunk; 5],
    /// How often each function did what it should.
    succeeded: Vec<usize>,
}

impl World {
    fn new(seed: u64) -> Self {
        let program = PJRT_Program {
            struct_size: size_of::<PJRT_Program>(),
            extension_start: std::ptr::null_mut(),
            code: PROGRAM.as_ptr(),
            code_size: PROGRAM.len(),
            format: "mlir".as_ptr(),
            format_size: 4,
        };
        Self {
            random: Random(seed),
            objects: vec![0, 8],
            made: [const { Vec::new() }; 3],
            last: HashMap::new(),
            compiled: 0,
            proper: false,
            read: vec![0; PIECE / 8],
            written: vec![0; PIECE / 8],
            program: vec![
                program,
                PJRT_Program { code_size: 7, ..program },
                PJRT_Program { code: std::ptr::null(), ..program },
                PJRT_Program { code: TALK.as_ptr(), code_size: TALK.len(), ..program },
            ],
            host: host::Lists::new(),
            chunks: host::chunks(),
            simulator: vec![PJRT_NamedValue {
                struct_size: size_of::<PJRT_NamedValue>(),
                extension_start: std::ptr::null_mut(),
                name: "target".as_ptr(),
                name_size: 6,
                r#type: named::STRING,
                value: PJRT_NamedValue_Value { string: "gpusim".as_ptr() },
                value_size: 6,
            }],
            arguments: Vec::new(),
            list: vec![std::ptr::null_mut(); 4],
            results: Vec::new(),
            result_list: vec![std::ptr::null_mut(); 4],
            // SAFETY: zeros are what a caller leaves out.
            options: PJRT_ExecuteOptions {
                struct_size: PJRT_ExecuteOptions::SIZE,
                ..unsafe { std::mem::zeroed() }
            },
            succeeded: Vec::new(),
        }
    }

    fn object(&mut self) -> usize {
        // The later ones more often.
        let n = self.objects.len();
        let from = if self.random.below(2) == 0 { n.saturating_sub(20) } else { 0 };
        self.objects[from + self.random.below(n - from)]
    }

    /// One of the latest objects of a kind.
    fn latest(&mut self, kind: usize) -> u64 {
        let list = &self.made[kind];
        if list.is_empty() { 0 } else { list[self.random.below(list.len())] as u64 }
    }

    /// The latest object that calls returned in a field.
    fn last(&self, field: &str) -> Option<u64> {
        self.last.get(field).map(|&address| address as u64)
    }

    /// The bits of a field of a call that is as it should be; `None` for those that may be anything.
    fn proper_value(&mut self, function: &str, field: &str) -> Option<u64> {
        Some(match field {
            "client" => self.latest(0),
            "executable" => self.latest(1),
            "stream" | "fulfill_alias_buffer_cb" | "callback_data" | "topology" => self.last(field)?,
            "device" if function == "PJRT_Device_PoisonExecution" => self.last(field)?,
            "type" => 11,
            "dims" => TWO.as_ptr().addr() as u64,
            "num_dims" | "num_devices" => 1,
            "num_args" => 2,
            "program" if !function.ends_with("OptimizedProgram") => {
                // One that talks to its host, and one that does not.
                self.compiled += 1;
                let i = [0, 3][self.compiled % 2];
                (&raw const self.program[i]).addr() as u64
            }
            "argument_lists" => {
                let buffers = [self.latest(2), self.latest(2)];
                self.list[..2]
                    .copy_from_slice(&buffers.map(|b| std::ptr::without_provenance_mut(b as usize)));
                self.arguments = vec![self.list.as_ptr()];
                self.arguments.as_ptr().addr() as u64
            }
            // Some clients have a simulated GPU.
            "create_options" => self.simulator.as_ptr().addr() as u64,
            "num_options" => self.random.below(2) as u64,
            "num_byte_strides" | "memory" | "device" | "execute_device" | "compile_options_size" => 0,
            _ => return None,
        })
    }

    /// The bits of a field.
    fn value(&mut self, function: &str, field: &str) -> u64 {
        if let Some(bits) = self.proper.then(|| self.proper_value(function, field)).flatten() {
            return bits;
        }
        let dims = self.random.pick(&[0, 1, 2, 3, 2, 2, u64::MAX]);
        let middle = PIECE / 16;
        let address = match field {
            _ if HANDLES.contains(&field) => self.object(),
            "extension_start" => 0,
            "type" | "element_type" | "shape_element_type" => {
                return self.random.pick(&[11, 11, 11, 1, 4, 14, 0, 99]);
            }
            "program" => {
                // A program that is returned has no space for its text, so that its size is told.
                let i = if function.ends_with("OptimizedProgram") { 2 } else { self.random.below(2) };
                (&raw mut self.program[i]).addr()
            }
            "argument_lists" => {
                for i in 0..self.list.len() {
                    self.list[i] = std::ptr::without_provenance_mut(self.object());
                }
                self.arguments = vec![self.list.as_ptr(); 2];
                self.arguments.as_ptr().addr()
            }
            "output_lists" => {
                self.results = vec![self.result_list.as_mut_ptr(); 2];
                self.results.as_ptr().addr()
            }
            "options" => {
                let talks = self.random.below(4) != 0;
                self.host.set(&mut self.options, talks);
                self.options.launch_id = self.random.below(4) as i32;
                (&raw const self.options).addr()
            }
            "launch_id" => return self.random.below(4) as u64,
            "memory_space_kind_id" => return self.random.below(4) as u64,
            "chunk" => {
                let i = self.random.below(self.chunks.len());
                (&raw mut self.chunks[i]).addr()
            }
            "num_args" | "num_devices" => return self.random.pick(&[1, 2, 2, 0, 3]) as u64,
            "dst_size" => return self.random.pick(&[PIECE as u64 / 4, 0, 3]),
            "on_delete_callback" | "callback" => {
                callback as unsafe extern "C" fn(*mut c_void, *mut c_void) as usize
            }
            "handler"
            | "handler_execute"
            | "handler_instantiate"
            | "handler_prepare"
            | "handler_initialize" => self.random.pick(&[0, handler as Handler as usize]),
            "api_version" => return self.random.pick(&[0, 1, 2]),
            "create_options" | "shape_specs" | "device_layouts" | "process_infos" => 0,
            _ if field.ends_with("layout") => 0,
            _ if is_count(field) => return self.random.pick(&[0, 1, 2, 3]),
            _ if field.contains("index") || field.contains("offset") || field.contains("transfer_size") => {
                return self.random.pick(&[0, 1, 2, 8, u64::MAX]);
            }
            _ if field.ends_with("code") || field.contains("semantics") || field.starts_with("is_") => {
                return self.random.pick(&[0, 1, 2, 3]);
            }
            "dst" | "default_assignment" | "device_complete_events" => self.written.as_mut_ptr().addr(),
            "num_replicas" | "num_partitions" | "id" | "local_hardware_id" => return dims,
            _ => {
                // Sizes and strides stay small, so that what they address is in the piece.
                let i = middle + self.random.below(4);
                self.read[i] = dims.min(3);
                self.read.as_ptr().wrapping_add(middle).addr()
            }
        };
        if function.ends_with("OnReady") && field == "user_arg" { 0 } else { address as u64 }
    }

    /// Calls a function, and keeps the objects that it returns.
    fn call(&mut self, slot: usize, callees: &[(&str, Function)], described: &[Described]) {
        let (function, entry) = callees[slot];
        let name = format!("{function}_Args");
        let Some((_, size, fields)) = described.iter().find(|d| d.0 == name) else { return };
        let mut args = vec![0_u64; size.div_ceil(8) + 2];
        let start = args.as_mut_ptr().cast::<u8>();
        for (i, (field, offset)) in fields.iter().enumerate() {
            let end = fields.get(i + 1).map_or(*size, |next| next.1);
            let bits = if i == 0 {
                if !self.proper && self.random.below(20) == 0 {
                    self.random.below(size + 1) as u64
                } else {
                    *size as u64
                }
            } else {
                self.value(function, field.trim_start_matches("r#"))
            };
            let bytes = bits.to_le_bytes();
            // SAFETY: the field is inside of the arguments.
            unsafe { bytes.as_ptr().copy_to_nonoverlapping(start.add(*offset), (end - offset).min(8)) };
        }
        if function == "PJRT_Event_Await" && !is_ready(&args, callees) {
            return;
        }
        let given = args.clone();
        // SAFETY: the arguments have the size that they say, and addresses of data are those of memory that is there.
        let error = unsafe { entry(start.cast()) };
        if !error.is_null() {
            // Few are kept, as the memory of this test has an end.
            if self.random.below(50) == 0 {
                self.objects.push(error.addr());
            } else {
                ERRORS.remove(error);
            }
            return;
        }
        self.succeeded[slot] += 1;
        if let Some(kind) = PROPER.iter().position(|&(name, _)| name == function) {
            let field = PROPER[kind].1;
            let offset = fields.iter().find(|f| f.0 == field).map_or(0, |f| f.1);
            let made = &mut self.made[kind];
            made.insert(0, args[offset / 8] as usize);
            made.truncate(4);
        }
        for &(field, offset) in *fields {
            let at = offset / 8;
            if HANDLES.contains(&field) && args[at] != given[at] {
                self.last.insert(field, args[at] as usize);
                self.objects.push(args[at] as usize);
            }
        }
        if function == "PJRT_LoadedExecutable_Execute" {
            let made = self.result_list.iter().map(|buffer| buffer.addr()).filter(|&at| at != 0);
            self.objects.extend(made);
        }
        for stream in host::new_streams() {
            self.last.insert("stream", stream);
            self.objects.push(stream);
        }
        if self.objects.len() > 400 {
            self.objects.drain(2..200);
        }
    }
}

/// Whether the event of a call to wait has happened: nobody sets the others.
fn is_ready(args: &[u64], callees: &[(&str, Function)]) -> bool {
    let mut asked = PJRT_Event_IsReady_Args {
        struct_size: size_of::<PJRT_Event_IsReady_Args>(),
        extension_start: std::ptr::null_mut(),
        event: std::ptr::without_provenance_mut(args[2] as usize),
        is_ready: 0,
    };
    let Some(callee) = callees.iter().find(|callee| callee.0 == "PJRT_Event_IsReady") else { return false };
    // SAFETY: the arguments are of the function.
    let error = unsafe { (callee.1)((&raw mut asked).cast()) };
    !error.is_null() || asked.is_ready != 0
}

#[test]
fn random_calls_return() {
    // SAFETY: the table is a constant.
    let table = unsafe { &*GetPjrtApi() };
    let described = all_layouts();
    let seed =
        std::env::var("STRATA_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0x9e37_79b9_7f4a_7c15);
    let mut world = World::new(seed);
    let callees = callees(table);
    assert_eq!(callees.len(), NAMES.len() + 4 + host::LATER.len());
    world.succeeded = vec![0; callees.len()];
    let slot = |name: &str| NAMES.iter().position(|&other| other == name).unwrap_or_default();
    // Compiling takes long, and so do clients.
    let rare =
        ["PJRT_Client_Compile", "PJRT_Compile", "PJRT_Client_Create", "PJRT_Executable_OptimizedProgram"]
            .map(slot);
    let often = ["PJRT_LoadedExecutable_Execute", "PJRT_Client_BufferFromHostBuffer"].map(slot);
    let destroy = [
        slot("PJRT_Client_Destroy"),
        slot("PJRT_LoadedExecutable_Destroy"),
        slot("PJRT_LoadedExecutable_Delete"),
    ];
    let mut missed = REACHED.to_vec();
    // Programs may be few, and streams come from other threads, so that it may take more calls until all were used.
    for number in 0..20 * CALLS {
        if number >= CALLS && number % 1000 == 0 {
            missed.retain(|name| !callees.iter().zip(&world.succeeded).any(|(c, &n)| c.0 == *name && n > 0));
            if missed.is_empty() && world.succeeded[often[0]] > 100 {
                break;
            }
        }
        let mut slot =
            if number % 4 == 0 { world.random.pick(&often) } else { world.random.below(callees.len()) };
        let is_rare = rare.contains(&slot) || destroy.contains(&slot);
        if is_rare && world.random.below(200) != 0 {
            slot = often[1];
        }
        world.proper = world.random.below(2) == 0;
        if number < 3 {
            (slot, world.proper) = ([rare[2], rare[0], rare[0]][number], true);
        }
        world.call(slot, &callees, &described);
    }
    let unused = (0..callees.len())
        .filter(|&slot| world.succeeded[slot] == 0)
        .map(|slot| callees[slot].0)
        .collect::<Vec<_>>();
    host::end();
    assert!(missed.is_empty(), "never did what they should: {missed:?}");
    assert!(
        world.succeeded[often[0]] > 100,
        "programs ran {} times; never well: {unused:?}",
        world.succeeded[often[0]]
    );
}
