//! Programs whose kernels run on a device: the host's part is compiled code that calls the runtime.

use std::sync::Arc;

use strata_codegen_llvm::{Target, Threads, compile_objects, load_objects};
use strata_lowering_llvm::{ConvertProgramToLlvm, emit_runtime_calls, entry::emit_entry};
use strata_runtime_cpu::device::{Device, Launch};
use strata_runtime_exec::{BufferSizes, LoadedProgram, Resident, RunOptions};

use crate::fake_device::{FakeDevice, Memory};
use crate::from_ir::lower;

/// `@main` doubles its argument in a buffer, as long as the first element is below a limit, and adds a number.
const PROGRAM: &str = r#"
module @m attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @double(%a: memref<4xf32>, %b: memref<?xf32>, %n: i32) kernel { gpu.return }
    gpu.func @add(%a: memref<?xf32>, %b: memref<4xf32>, %c: f32, %on: i1) kernel { gpu.return }
  }
  func.func private @step(%x: memref<4xf32>, %t: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %n = arith.constant 7 : i32
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%x : memref<4xf32>, %t : memref<?xf32>, %n : i32)
    return
  }
  func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) attributes {strata.num_inputs = 1 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %shared = arith.constant 1024 : i32
    %limit = arith.constant 10.0 : f32
    %zero = arith.constant 0.0 : f32
    %true = arith.constant true
    %t = gpu.alloc (%c4) : memref<?xf32>
    gpu.memset %t, %zero : memref<?xf32>, f32
    %first = memref.alloca() : memref<1xf32>
    cf.br ^head
  ^head:
    func.call @step(%x, %t) : (memref<4xf32>, memref<?xf32>) -> ()
    %c = memref.cast %t : memref<?xf32> to memref<4xf32>
    gpu.memcpy %x, %c : memref<4xf32>, memref<4xf32>
    %v = memref.subview %x[3] [1] [1] : memref<4xf32> to memref<1xf32, strided<[1], offset: 3>>
    gpu.memcpy %first, %v : memref<1xf32>, memref<1xf32, strided<[1], offset: 3>>
    %f = memref.load %first[%c0] : memref<1xf32>
    %less = arith.cmpf olt, %f, %limit : f32
    cf.cond_br %less, ^head, ^end
  ^end:
    gpu.launch_func @kernels::@add clusters in (%c2, %c1, %c1) blocks in (%c2, %c1, %c1) threads in (%c2, %c1, %c1) dynamic_shared_memory_size %shared args(%t : memref<?xf32>, %y : memref<4xf32>, %limit : f32, %true : i1)
    gpu.wait
    gpu.dealloc %t : memref<?xf32>
    return
  }
}
"#;

/// `a`, then the parts of the descriptor of `b`, then 7.
fn double(memory: &mut Memory, launch: &Launch<'_>) -> Result<(), String> {
    let [a, allocated, b, 0, 4, 1, 7] = *launch.slots else { return Err(format!("{:?}", launch.slots)) };
    assert_eq!(allocated, b);
    for i in 0..u64::from(launch.block[0]) {
        let x = memory.float(a, i)?;
        memory.set_float(b, i, 2.0 * x)?;
    }
    Ok(())
}

fn add(memory: &mut Memory, launch: &Launch<'_>) -> Result<(), String> {
    let [_, a, 0, 4, 1, b, c, 1] = *launch.slots else { return Err(format!("{:?}", launch.slots)) };
    let c = f32::from_bits(u32::try_from(c).map_err(|e| e.to_string())?);
    for i in 0..4 {
        let x = memory.float(a, i)?;
        memory.set_float(b, i, x + c)?;
    }
    Ok(())
}

fn program(text: &str, device: Arc<dyn Device>, sizes: BufferSizes) -> Arc<LoadedProgram> {
    let pass = ConvertProgramToLlvm {
        use_bare_ptr_memref_call_conv: true,
        internalize: true,
        report_assertions: true,
        ..Default::default()
    };
    let mut module = lower(text, &pass);
    emit_runtime_calls(&mut module).unwrap_or_else(|e| panic!("{e:?}"));
    emit_entry(&mut module, "main", "").unwrap_or_else(|e| panic!("{e:?}"));
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let objects = compile_objects(&module, &target, Threads::new(1)).unwrap_or_else(|e| panic!("{e}"));
    let symbols: Vec<_> =
        strata_runtime_cpu::symbols().into_iter().map(|(n, at)| (n.to_owned(), at)).collect();
    let jit = load_objects(objects, &symbols).unwrap_or_else(|e| panic!("{e}"));
    let entry = jit.entry_point("m_main").unwrap_or_else(|e| panic!("{e}"));
    let options = RunOptions { threads: 1, device: Some(device), ..RunOptions::default() };
    LoadedProgram::new(entry, sizes, options)
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn sizes(inputs: &[usize], outputs: &[usize]) -> BufferSizes {
    BufferSizes { inputs: inputs.to_vec(), outputs: outputs.to_vec(), ..BufferSizes::default() }
}

#[test]
fn the_host_launches_and_reads_back() {
    let device = Arc::new(FakeDevice::new(&[("kernels::double", double), ("kernels::add", add)]));
    let program = program(PROGRAM, device.clone(), sizes(&[16], &[16]));
    let mut out = vec![0; 16];
    program.call(&[&bytes(&[1.0, 2.0, -3.0, 3.0])], &mut [&mut out]).unwrap();
    assert_eq!(out, bytes(&[14.0, 18.0, -2.0, 22.0]));
    let said = device.diary();
    let expected = [
        "alloc 16",
        "upload 16",
        "alloc 16",
        "alloc 16",
        "fill 4 of [0, 0, 0, 0]",
        "launch kernels::double [1, 1, 1] [4, 1, 1] [1, 1, 1] 0 with 7 slots",
        "copy 16",
        "download 4",
        "launch kernels::double [1, 1, 1] [4, 1, 1] [1, 1, 1] 0 with 7 slots",
        "copy 16",
        "download 4",
        "launch kernels::add [2, 1, 1] [2, 1, 1] [2, 1, 1] 1024 with 8 slots",
        "synchronize",
        "free",
        "synchronize",
        "download 16",
        "free",
        "free",
    ];
    assert_eq!(said, expected);
    assert_eq!(device.blocks(), 0);
}

#[test]
fn arguments_may_stay_on_the_device() {
    let device = Arc::new(FakeDevice::new(&[("kernels::double", double), ("kernels::add", add)]));
    let program = program(PROGRAM, device.clone(), sizes(&[16], &[16]));
    let mut resident = Resident::new(&program, &[&bytes(&[0.0, 1.0, 2.0, 5.0])], true).unwrap();
    for last in [20.0, 30.0, 50.0] {
        device.diary();
        resident.call().unwrap();
        resident.synchronize().unwrap();
        assert!(!device.diary().iter().any(|line| line.starts_with("upload")));
        assert_eq!(resident.results().unwrap()[0][12..], (last as f32).to_le_bytes());
    }
    assert!(!resident.is_recorded());
    drop(resident);
    assert_eq!(device.blocks(), 0);
    assert_eq!(program.device_memory()[0].peak, 48);
    assert!(Resident::new(&program, &[&[0; 12]], false).is_err());
}

#[test]
fn errors_of_the_device_end_the_call() {
    // There is no kernel `add`.
    let device = Arc::new(FakeDevice::new(&[("kernels::double", double)]));
    let program = program(PROGRAM, device.clone(), sizes(&[16], &[16]));
    let mut out = vec![0; 16];
    let call = |out: &mut Vec<u8>| program.call(&[&bytes(&[1.0, 2.0, 3.0, 40.0])], &mut [out]);
    for _ in 0..2 {
        let why = call(&mut out).unwrap_err().to_string();
        assert!(why.contains("there is no kernel 'kernels::add'"), "{why}");
        let said = device.diary();
        assert!(!said.contains(&"download 16".to_owned()), "{said:?}");
        assert_eq!(device.blocks(), 0);
    }
}

/// A tensor map goes to a kernel as its address.
const MAPS: &str = r#"
module @m attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @use(%d: !nvgpu.tensormap.descriptor<tensor = memref<8x64xbf16, 3>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = zero, interleave = none>) kernel { gpu.return }
  }
  func.func @main(%x: memref<32x256xbf16>, %y: memref<1xf32>) attributes {strata.num_inputs = 1 : i64} {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %u = memref.cast %x : memref<32x256xbf16> to memref<*xbf16>
    %d = nvgpu.tma.create.descriptor %u box[%c8, %c64] : memref<*xbf16> -> !nvgpu.tensormap.descriptor<tensor = memref<8x64xbf16, 3>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = zero, interleave = none>
    gpu.launch_func @k::@use blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%d : !nvgpu.tensormap.descriptor<tensor = memref<8x64xbf16, 3>, swizzle = swizzle_128b, l2promo = l2promo_256b, oob = zero, interleave = none>)
    return
  }
}
"#;

#[test]
fn tensor_maps_go_to_kernels() {
    let device = Arc::new(FakeDevice::new(&[("k::use", |memory, launch| {
        let [map] = *launch.slots else { return Err("one parameter".to_owned()) };
        assert_eq!(memory.range(map, 128)?, [7; 128]);
        Ok(())
    })]));
    let program = program(MAPS, device.clone(), sizes(&[16384], &[4]));
    let mut out = vec![0; 4];
    program.call(&[&vec![0; 16384]], &mut [&mut out]).unwrap();
    let said = device.diary();
    let map = said.iter().find(|line| line.starts_with("TensorMap")).unwrap();
    assert!(map.contains("element: 9,"), "{map}");
    assert!(
        map.ends_with("sizes: [256, 32], strides: [512], box_sizes: [64, 8], interleave: 0, swizzle: 3, l2_promotion: 3, fill: 0 }"),
        "{map}"
    );
}
