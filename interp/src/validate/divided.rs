//! Functions whose program is that of one device of several.

use strata_ir::{
    core::symbols::SymbolTable,
    prelude::{Body, CallableOp, Context, Op, Type},
};
use strata_sdy::{
    attrs::{Mesh, TensorSharding},
    shardings::{self, Meshes},
};

use crate::{Value, parts::Layout};

/// How the arguments and results of a function are divided among devices.
#[derive(Clone, Debug)]
pub struct Division {
    /// The number of devices.
    pub devices: usize,
    /// The types of the whole arguments.
    pub inputs: Vec<Type>,
    outputs: Vec<Type>,
    /// The layouts of arguments and of results.
    layouts: [Vec<Layout>; 2],
}

impl Division {
    /// The division that the shardings of a function on whole tensors give, on the mesh with the most devices that it names; on one device
    /// if it names none. None if there is no such function.
    #[must_use]
    pub fn new(module: &Body, name: &str) -> Option<Self> {
        let (cx, meshes) = (module.cx(), Meshes::of_module(module));
        let op = SymbolTable::new(module).get(cx.intern(name))?;
        let (inputs, outputs) = op.cast::<dyn CallableOp>(module)?.signature(module);
        let (inputs, outputs) = (inputs.to_vec(), outputs.to_vec());
        let body = module.child(op)?;
        let named = shardings::named_meshes(body);
        let devices = named.into_iter().filter_map(|mesh| meshes.get(cx, mesh)).filter_map(Mesh::num_devices);
        // A value without a sharding is whole on every device.
        let layout = |sharding: Option<TensorSharding>| {
            let mesh = sharding.as_ref().and_then(|sharding| meshes.get(cx, sharding.mesh_or_ref));
            sharding
                .as_ref()
                .zip(mesh)
                .map(|(sharding, mesh)| Layout::new(sharding, mesh))
                .unwrap_or_default()
        };
        let block =
            body.regions(Op::SELF).first().and_then(|&region| body.blocks(region).first().copied())?;
        let arguments = body.block_args(block).iter();
        let layouts = [
            arguments.map(|&argument| layout(shardings::sharding(body, argument))).collect(),
            (0..outputs.len()).map(|i| layout(shardings::function_result(body, i))).collect(),
        ];
        Some(Self { devices: usize::try_from(devices.max().unwrap_or(1)).ok()?, inputs, outputs, layouts })
    }
    /// The argument of a device, which has the type `ty` there.
    pub(super) fn part(
        &self,
        cx: &Context,
        i: usize,
        whole: &Value,
        ty: Type,
        device: usize,
    ) -> Result<Value, String> {
        let layout = self.layouts[0].get(i).ok_or_else(|| format!("there is no argument #{i}"))?;
        layout.part(cx, whole, ty, device)
    }
    /// The results of the whole program from those of each device. Copies of a part are equal to the bit.
    pub(super) fn whole(&self, cx: &Context, all: &[Vec<Value>]) -> Result<Vec<Value>, String> {
        let n = self.outputs.len();
        if let Some(values) = all.iter().find(|values| values.len() != n) {
            return Err(format!("a device has {} results instead of {n}", values.len()));
        }
        let result = |(i, (&ty, layout)): (usize, (&Type, &Layout))| {
            let parts: Vec<(usize, &Value)> = all
                .iter()
                .enumerate()
                .filter_map(|(device, values)| Some((device, values.get(i)?)))
                .collect();
            let whole = layout.whole(cx, &parts, ty)?;
            match layout.differing_copy(&whole, &parts)? {
                None => Ok(whole),
                Some(device) => Err(format!(
                    "device {device} has another part of result #{i} than the devices with a copy of it"
                )),
            }
        };
        self.outputs.iter().zip(&self.layouts[1]).enumerate().map(result).collect()
    }
}
