//! Native programs, compiled at their first run for each number of devices.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use strata_driver::{CompileOptions, Executable};
use strata_interp::Options;
use strata_ir::prelude::*;
use strata_runtime_cpu::{
    call::{Call, ElementType, Routine},
    collective::Host,
};
use strata_stablehlo::{OutfeedOp, ScatterOutOfBounds, SendOp, TokenType};

use crate::{Error, Literal, Outfeed, PrimitiveType, Result, custom_call::CustomCall};

/// A module and its compiled programs for different numbers of replicas and partitions.
pub(crate) struct Compiled {
    module: Box<Body>,
    routines: Vec<(String, Arc<Routine>)>,
    scatter_out_of_bounds: ScatterOutOfBounds,
    programs: Mutex<HashMap<[usize; 2], Arc<Executable>>>,
}

/// The results of each device as bytes, and the values sent to the host.
type Outcome = (Vec<Vec<Vec<u8>>>, Vec<Outfeed>);

impl Compiled {
    /// Compiles a module for one device, with the choices of the interpreter that compiled programs have too.
    pub fn new(module: Box<Body>, calls: &[(String, CustomCall)], options: &Options) -> Result<Self> {
        let routines = calls.iter().map(|(name, call)| (name.clone(), routine(call.clone()))).collect();
        let scatter_out_of_bounds = options.scatter_out_of_bounds;
        let compiled = Self { module, routines, scatter_out_of_bounds, programs: Mutex::default() };
        compiled.program(1, 1)?;
        Ok(compiled)
    }
    /// The program for a number of devices.
    pub fn program(&self, replicas: usize, partitions: usize) -> Result<Arc<Executable>> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = programs.get(&[replicas, partitions]) {
            return Ok(program.clone());
        }
        let mut module = self.module.clone();
        for (name, n) in [("mhlo.num_replicas", replicas), ("mhlo.num_partitions", partitions)] {
            let n = i64::try_from(n).map_err(|_| Error::new("Compile", "too many devices"))?;
            let n = module.cx().int_attr(n, module.cx().i32());
            module.set_attr(Op::SELF, name, Some(n));
        }
        let target = strata_codegen_llvm::Target::host().map_err(|e| Error::new("Compile", e.to_string()))?;
        let options = CompileOptions {
            scatter_out_of_bounds: self.scatter_out_of_bounds,
            ..CompileOptions::new(target)
        };
        let program = Executable::with_routines(&mut module, &options, self.routines.clone())
            .map_err(|e| Error::new("Compile", e))?;
        let program = Arc::new(program);
        programs.insert([replicas, partitions], program.clone());
        Ok(program)
    }
    /// Runs it on several devices at once.
    pub fn run(
        &self,
        [replicas, partitions]: [usize; 2],
        host: Host,
        inputs: &[Vec<&[u8]>],
    ) -> Result<Outcome> {
        let program = self.program(replicas, partitions)?;
        let (results, sent) = program
            .run_with_host(replicas, partitions, host, inputs)
            .map_err(|e| Error::new("Execute", e))?;
        let mut outfeed = Vec::new();
        for sent in sent {
            let values = self.sent_values(sent.channel, sent.arrays)?;
            outfeed.push(Outfeed { device: sent.process, channel: sent.channel, values });
        }
        Ok((results, outfeed))
    }
    /// The values that a device sent to the host, with the types of the sending op in the module.
    fn sent_values(&self, channel: Option<i64>, arrays: Vec<Vec<u8>>) -> Result<Vec<Literal>> {
        let mut bodies: Vec<&Body> = vec![&self.module];
        bodies.extend(self.module.children().map(|(_, body)| body));
        for body in bodies {
            for op in body.all_ops() {
                let cx = body.cx();
                let sends = match channel {
                    None => op.isa::<OutfeedOp>(body),
                    Some(_) => op.isa::<SendOp>(body),
                };
                let types: Vec<Type> =
                    body.operand_types(op).filter(|&t| cx.type_as::<TokenType>(t).is_none()).collect();
                if !sends || types.len() != arrays.len() {
                    continue;
                }
                let literals: Result<Vec<Literal>> =
                    types.iter().zip(&arrays).map(|(&ty, bytes)| literal(cx, ty, bytes.clone())).collect();
                if let Ok(literals) = literals {
                    return Ok(literals);
                }
            }
        }
        Err(Error::new("Execute", "a value left a device that no operation sends"))
    }
}

/// Bytes as a value of a tensor type.
fn literal(cx: &Context, ty: Type, bytes: Vec<u8>) -> Result<Literal> {
    let tensor = cx.type_as::<TensorType>(ty).ok_or_else(|| Error::new("Execute", "no tensor"))?;
    let name = cx.type_to_string(tensor.elem);
    let element = PrimitiveType::ALL.iter().copied().find(|t| t.ir_name() == name);
    let element = element.ok_or_else(|| Error::new("Execute", format!("no literals of {name}")))?;
    Literal::from_bytes(element, &tensor.shape, bytes)
}

/// The element type of an array that a routine gets.
fn element(ty: ElementType) -> Option<PrimitiveType> {
    use PrimitiveType as P;
    Some(match (ty.code, ty.bits) {
        (6, _) => P::Pred,
        (0, 8) => P::S8,
        (0, 16) => P::S16,
        (0, 32) => P::S32,
        (0, 64) => P::S64,
        (1, 8) => P::U8,
        (1, 16) => P::U16,
        (1, 32) => P::U32,
        (1, 64) => P::U64,
        (2, 16) => P::F16,
        (2, 32) => P::F32,
        (2, 64) => P::F64,
        (4, 16) => P::BF16,
        (5, 64) => P::C64,
        (5, 128) => P::C128,
        _ => return None,
    })
}

/// The code behind a custom call as a routine of the runtime.
fn routine(call: CustomCall) -> Arc<Routine> {
    Arc::new(move |frame: &mut Call<'_>| {
        let mut arguments = Vec::new();
        for input in &frame.inputs {
            let ty = element(input.element).ok_or("it has an argument of a type without literals")?;
            let dims: Vec<i64> = input.shape.iter().map(|&n| n as i64).collect();
            let literal = Literal::from_bytes(ty, &dims, input.bytes.to_vec()).map_err(|e| e.to_string())?;
            arguments.push(literal);
        }
        let results = call(&arguments)?;
        if results.len() != frame.outputs.len() {
            return Err(format!("it gave {} results, not {}", results.len(), frame.outputs.len()));
        }
        for (output, result) in frame.outputs.iter_mut().zip(results) {
            if result.bytes().len() != output.bytes.len() {
                return Err("it gave a result of another size".to_owned());
            }
            output.bytes.copy_from_slice(result.bytes());
        }
        Ok(())
    })
}
