//! Calls of entries that are functions of Rust.

use std::{
    ffi::c_void,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use strata_runtime_cpu::{collective::Host, tensor::Tensor};
use strata_runtime_exec::{
    BufferSizes, DynamicTensor, EntryFn, EntryPoint, LoadedProgram, Resident, RunOptions, TensorRef,
};

/// Two numbers become their sum and their difference; equal numbers are error 7.
unsafe extern "C" fn sum(
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
    _context: *mut c_void,
) -> i32 {
    // SAFETY: the program is called with two inputs and two outputs of four bytes each.
    unsafe {
        let [a, b] = [0, 1].map(|i| (*inputs.add(i)).cast::<i32>().read_unaligned());
        (*outputs).cast::<i32>().write_unaligned(a + b);
        (*outputs.add(1)).cast::<i32>().write_unaligned(a - b);
        if a == b { 7 } else { 0 }
    }
}

/// The number of elements of a tensor whose size is known at the call.
unsafe extern "C" fn length(
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
    _context: *mut c_void,
) -> i32 {
    // SAFETY: the input is a tensor with one size, the output has eight bytes.
    unsafe {
        let tensor = &*(*inputs).cast::<Tensor>();
        (*outputs).cast::<i64>().write_unaligned(*tensor.sizes);
    }
    0
}

fn program(function: EntryFn, sizes: BufferSizes) -> Arc<LoadedProgram> {
    // SAFETY: the functions above stay inside of buffers of the sizes that the tests give.
    let entry = unsafe { EntryPoint::new(function, Arc::new(())) };
    LoadedProgram::new(entry, sizes, RunOptions { threads: 1, ..RunOptions::default() })
}

fn sums() -> Arc<LoadedProgram> {
    program(sum, BufferSizes { inputs: vec![4; 2], outputs: vec![4; 2], ..BufferSizes::default() })
}

#[test]
fn buffers_have_the_sizes_of_the_program() {
    let program = sums();
    let (mut a, mut b) = ([0; 4], [0; 4]);
    let five = 5_i32.to_ne_bytes();
    program.call(&[&five, &3_i32.to_ne_bytes()], &mut [&mut a, &mut b]).expect("it fits");
    assert_eq!([a, b].map(i32::from_ne_bytes), [8, 2]);
    for (inputs, why) in [
        (&[&five[..]][..], "the program takes 2 inputs, got 1"),
        (&[&five[..], &[0; 5]], "input #1 has 5 bytes, the program expects 4"),
    ] {
        let error = program.call(inputs, &mut [&mut a, &mut b]).expect_err("it does not fit");
        assert_eq!(error.to_string(), why);
    }
    let error = program.call(&[&five, &five], &mut [&mut a, &mut b]).expect_err("they are equal");
    assert_eq!(error.to_string(), "the program returned error 7");
}

#[test]
fn sizes_may_be_those_of_the_call() {
    let open = DynamicTensor { number: 0, rank: 1, elem_bytes: 4 };
    let sizes = BufferSizes {
        inputs: vec![0],
        outputs: vec![8],
        dynamic_inputs: vec![open],
        ..BufferSizes::default()
    };
    let program = program(length, sizes);
    let call = |bytes: &[u8], sizes: &[i64]| program.call_tensors(&[TensorRef { bytes, sizes }]);
    assert_eq!(call(&[0; 12], &[3]).expect("it fits")[0].bytes, 3_i64.to_ne_bytes());
    for (bytes, sizes, why) in [
        (&[0; 12][..], &[4][..], "input #0 has 12 bytes, the program expects 16"),
        (&[0; 12], &[3, 1], "input #0 has sizes [3, 1], not 1 of them"),
        (&[], &[-1], "input #0 has sizes [-1], not 1 of them"),
    ] {
        assert_eq!(call(bytes, sizes).expect_err("it does not fit").to_string(), why);
    }
    let error = program.call(&[&[]], &mut [&mut [0; 8]]).expect_err("its sizes are not known");
    assert_eq!(error.to_string(), "the program has tensors of unknown sizes");
}

#[test]
fn processes_have_arguments_of_their_own() {
    let program = sums();
    let numbers: Vec<[u8; 4]> = (0..4_i32).map(i32::to_ne_bytes).collect();
    let inputs: Vec<Vec<&[u8]>> = numbers.chunks(2).map(|pair| vec![&pair[0][..], &pair[1][..]]).collect();
    let mut memory = vec![vec![vec![0; 4]; 2]; 2];
    let mut outputs: Vec<Vec<&mut [u8]>> =
        memory.iter_mut().map(|list| list.iter_mut().map(Vec::as_mut_slice).collect()).collect();
    program.call_on_grid(2, 1, Host::default(), &inputs, &mut outputs).expect("two processes");
    let sums: Vec<i32> =
        outputs.iter().map(|o| i32::from_ne_bytes((&*o[0]).try_into().expect("four bytes"))).collect();
    assert_eq!(sums, [1, 5]);
    assert!(program.call_on_grid(3, 1, Host::default(), &inputs, &mut outputs).is_err());
}

#[test]
fn nothing_stays_on_a_device_that_is_not_there() {
    let error = Resident::new(&sums(), &[&[0; 4], &[0; 4]], false).err().expect("there is no device");
    assert_eq!(error.to_string(), "the program has no device");
}

#[test]
fn code_lives_as_long_as_its_program() {
    static DROPPED: AtomicUsize = AtomicUsize::new(0);
    struct Code;
    impl Drop for Code {
        fn drop(&mut self) {
            DROPPED.fetch_add(1, Ordering::Relaxed);
        }
    }
    // SAFETY: the program is not called.
    let entry = unsafe { EntryPoint::new(sum, Arc::new(Code)) };
    let program = LoadedProgram::new(entry, BufferSizes::default(), RunOptions::default());
    assert_eq!(DROPPED.load(Ordering::Relaxed), 0);
    drop(program);
    assert_eq!(DROPPED.load(Ordering::Relaxed), 1);
}

/// Adds 1 to a number in place, or 2 to one elsewhere.
unsafe extern "C" fn increment(
    inputs: *const *const c_void,
    outputs: *const *mut c_void,
    _context: *mut c_void,
) -> i32 {
    // SAFETY: the program is called with one input and one output of four bytes.
    unsafe {
        let (from, to) = ((*inputs).cast::<i32>(), (*outputs).cast::<i32>());
        let by = if from == to.cast_const() { 1 } else { 2 };
        to.write_unaligned(from.read_unaligned() + by);
    }
    0
}

#[test]
fn an_input_may_be_in_the_memory_of_its_output() {
    let sizes =
        |in_place| BufferSizes { inputs: vec![4], outputs: vec![4], in_place, ..BufferSizes::default() };
    let program = program(increment, sizes(vec![(0, 0)]));
    let mut number = 5_i32.to_ne_bytes();
    program.call_in_place(&[None], &mut [&mut number]).expect("it fits");
    assert_eq!(i32::from_ne_bytes(number), 6);
    program.call_in_place(&[Some(&1_i32.to_ne_bytes())], &mut [&mut number]).expect("it fits");
    assert_eq!(i32::from_ne_bytes(number), 3);
    let other = self::program(increment, sizes(Vec::new()));
    let error = other.call_in_place(&[None], &mut [&mut number]).expect_err("it was not compiled for that");
    assert_eq!(error.to_string(), "input #0 cannot be in the memory of an output");
    let error = program.call_in_place(&[], &mut [&mut number]).expect_err("an input is missing");
    assert_eq!(error.to_string(), "the program takes 1 inputs, got 0");
    assert_eq!(i32::from_ne_bytes(number), 3);
}
