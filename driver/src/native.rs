//! Code in this process: a module is lowered, or found in the cache, and its objects and kernels are loaded.

use std::{path::PathBuf, sync::Arc};

use strata_codegen_llvm::{Threads, compile_objects, load_objects};
use strata_ir::{
    core::symbols::{SymbolTable, for_each_symbol_ref},
    prelude::*,
};
use strata_lowering_llvm::entry::{INTERFACE, c_name, in_place};
use strata_runtime_cpu::{Threads as RunThreads, call::Routine, device::Device};
use strata_runtime_exec::{LoadedProgram, RunOptions};

use crate::{
    backend::Backend,
    cache::CompileCache,
    entry,
    error::{Error, ErrorKind, Result},
    footprint::Footprint,
    lower,
    monitor::Monitor,
    object_code::ObjectCode,
    options::CompileOptions,
    signature::{Signature, signature},
    software_floats,
};

/// How code is generated; it has no influence on what the code does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Codegen<'a> {
    /// How many threads compile.
    pub threads: Threads,
    /// Where programs that were compiled before are found.
    pub cache: Option<&'a CompileCache>,
    /// The back end that runs kernels; without it, the program is one for the CPU.
    pub backend: Option<&'a dyn Backend>,
    /// How many threads run the program; with 0 what `STRATA_NUM_THREADS` says, or as many as there are processors.
    pub run_threads: i32,
    /// The threads that run it, which other programs share; without them it has its own.
    pub pool: Option<&'a RunThreads>,
    /// Code that was made before, which is used if it is that of the program, its options, the processor and this build.
    pub code: Option<&'a ObjectCode>,
    /// Whether the code is kept as bytes, too.
    pub keep_code: bool,
    /// Shared libraries whose functions the program may call.
    pub libraries: &'a [PathBuf],
    /// Ends the compilation, and is told its stages.
    pub monitor: Monitor<'a>,
}

/// A program in this process.
pub(crate) struct Compiled {
    pub program: Arc<LoadedProgram>,
    pub signature: Signature,
    /// Its code as bytes, if it was kept.
    pub code: Option<ObjectCode>,
    pub footprint: Footprint,
}

/// Compiles a module on tensors and loads it, with its signature. Its custom calls may have `routines` of the host as their targets.
pub(crate) fn compile(
    module: &mut Body,
    options: &CompileOptions,
    routines: Vec<(String, Arc<Routine>)>,
    codegen: Codegen<'_>,
) -> Result<Compiled> {
    let targets: Vec<&str> = routines.iter().map(|r| r.0.as_str()).collect();
    let is_name = |t: &&str| t.chars().all(|c| c.is_ascii_alphanumeric() || "_.$-".contains(c));
    if let Some(name) = targets.iter().find(|t| !is_name(t)) {
        return Err(Error::new(ErrorKind::Program, format!("'{name}' cannot be the name of a routine")));
    }
    let cx = module.cx_arc().clone();
    entry::drop_unused_arguments(module, &options.entry);
    let signature =
        signature(module, &options.entry).map_err(|d| Error::diagnostics(&cx, ErrorKind::Program, &[d]))?;
    let symbol = c_name(&options.prefix, &options.entry);
    // Objects alone would not do where there are kernels.
    let keeps = codegen.backend.and_then(Backend::keeps);
    let cache = codegen.cache.filter(|_| codegen.backend.is_none() || keeps.is_some());
    let has_files = codegen.backend.is_none() || keeps.is_some();
    let needs_key = cache.is_some() || has_files && (codegen.keep_code || codegen.code.is_some());
    let key = needs_key.then(|| lower::cache_key(module, options, &targets, "objects", codegen.backend));
    let key = key.transpose()?;
    let given = codegen.code.filter(|code| Some(code.key) == key);
    let mut device: Option<Arc<dyn Device>> = None;
    let mut make = || {
        lower::lower_on(module, options, &targets, codegen.backend, codegen.monitor)?;
        not_cancelled(codegen.monitor)?;
        let refused = |why| Error::verbatim(ErrorKind::Codegen, why);
        let kernels = match (keeps, codegen.backend) {
            (Some(keeps), _) => keeps.code(module).map_err(refused)?,
            (None, backend) => {
                device = backend.map(|backend| backend.device(module)).transpose().map_err(refused)?;
                Vec::new()
            }
        };
        forget_interface(module, &symbol);
        let in_place = in_place(module, &options.entry);
        let footprint = Footprint { temporaries: Footprint::temporaries(module), code: 0 };
        codegen.monitor.enter("code generation by LLVM");
        let objects = compile_objects(module, &options.target, codegen.threads);
        Ok::<_, Error>(pack(
            kernels,
            objects.map_err(|e| Error::new(ErrorKind::Codegen, e))?,
            footprint,
            &in_place,
        ))
    };
    let files = match (given, cache, key) {
        (Some(code), ..) => code.files.clone(),
        (None, Some(cache), Some(key)) => cache.load_or(&key, make)?,
        _ => make()?,
    };
    let kept = key.filter(|_| codegen.keep_code).map(|key| ObjectCode { key, files: files.clone() });
    not_cancelled(codegen.monitor)?;
    let (kernels, objects, footprint, in_place) = unpack(files)?;
    if let Some(keeps) = keeps {
        let loaded = keeps.load(&kernels);
        device = Some(loaded.map_err(|why| Error::verbatim(ErrorKind::Codegen, why))?);
    }
    let symbols = strata_runtime_cpu::symbols().into_iter().chain(software_floats::symbols());
    let symbols: Vec<_> = symbols.map(|(n, p)| (n.to_owned(), p)).collect();
    codegen.monitor.enter("loading the code");
    let loaded = load_objects(objects, &symbols).and_then(|jit| {
        codegen.libraries.iter().try_for_each(|path| jit.add_library(path))?;
        jit.entry_point(&symbol)
    });
    let entry = loaded.map_err(|e| Error::new(ErrorKind::Codegen, e))?;
    let connect = codegen.backend.and_then(Backend::connect);
    let options =
        RunOptions { routines, threads: codegen.run_threads, pool: codegen.pool.cloned(), device, connect };
    let mut sizes = signature.buffer_sizes();
    let fits =
        |(i, j): &(usize, usize)| sizes.inputs.get(*i).is_some_and(|n| sizes.outputs.get(*j) == Some(n));
    sizes.in_place = in_place.into_iter().filter(fits).collect();
    sizes.in_place.sort_unstable();
    let program = LoadedProgram::new(entry, sizes, options);
    Ok(Compiled { program, signature, code: kept, footprint })
}

/// The files of kernels and of objects in one list, with their numbers, the footprint and the arguments in the memory of results at the
/// end.
fn pack(
    mut kernels: Vec<Vec<u8>>,
    objects: Vec<Vec<u8>>,
    footprint: Footprint,
    in_place: &[(usize, usize)],
) -> Vec<Vec<u8>> {
    let count = kernels.len() as u64;
    kernels.extend(objects);
    let pairs = in_place.iter().flat_map(|&(i, j)| [i as u64, j as u64]);
    let facts = [count, footprint.temporaries].into_iter().chain(pairs);
    kernels.push(facts.flat_map(u64::to_le_bytes).collect());
    kernels
}

/// The parts that [`pack`] puts together: files of kernels and of objects, the footprint, and pairs of arguments and results.
type Parts = (Vec<Vec<u8>>, Vec<Vec<u8>>, Footprint, Vec<(usize, usize)>);

fn unpack(mut files: Vec<Vec<u8>>) -> Result<Parts> {
    let facts = files.pop().and_then(|bytes| {
        let (facts, []) = bytes.as_chunks::<8>() else { return None };
        let facts: Vec<u64> = facts.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        let [count, temporaries, pairs @ ..] = &facts[..] else { return None };
        let (pairs, []) = pairs.as_chunks::<2>() else { return None };
        let pairs = pairs.iter().map(|&[i, j]| (i as usize, j as usize)).collect::<Vec<_>>();
        Some((*count as usize, *temporaries, pairs))
    });
    match facts.filter(|facts| facts.0 <= files.len()) {
        Some((count, temporaries, in_place)) => {
            let code = files.iter().map(|file| file.len() as u64).sum();
            let objects = files.split_off(count);
            Ok((files, objects, Footprint { temporaries, code }, in_place))
        }
        None => Err(Error::new(ErrorKind::Codegen, "an entry of the compile cache is none of a program")),
    }
}

fn not_cancelled(monitor: Monitor<'_>) -> Result<()> {
    match monitor.is_cancelled() {
        true => Err(Error::new(ErrorKind::Cancelled, "compilation was cancelled")),
        false => Ok(()),
    }
}

/// Removes the functions that tell a C program what the entry `symbol` takes: this process knows, and each function that LLVM
/// compiles takes it a while.
fn forget_interface(module: &mut Body, symbol: &str) {
    let table = SymbolTable::new(module);
    // The entry of a program of unknown sizes calls some of them itself.
    let mut called = Vec::new();
    let entry = table.get(module.cx().intern(symbol)).and_then(|entry| module.child(entry));
    if let Some(body) = entry {
        for op in body.all_ops() {
            for_each_symbol_ref(body, op, &mut |name| called.push(name.root));
        }
    }
    for suffix in INTERFACE.iter().filter(|suffix| !suffix.is_empty()) {
        let name = module.cx().intern(&format!("{symbol}{suffix}"));
        if let Some(function) = table.get(name).filter(|_| !called.contains(&name)) {
            module.erase_forced(function);
        }
    }
}
