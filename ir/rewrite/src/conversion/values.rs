//! [`ValueMap`]: replacements of values.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_core::{Block, Body, Builder, Def, Op, Value};

use super::{Converted, TypeConverter, casts::cast_from, unrealized_cast};

/// Maps values of the input to their replacements.
#[derive(Debug, Default)]
pub struct ValueMap(FxHashMap<Value, Value>);

/// A block that got arguments of converted types behind its old ones.
#[derive(Clone, Copy, Debug)]
pub struct ConvertedArgs {
    /// The block.
    pub block: Block,
    /// The number of old arguments, which are the first ones.
    pub old: usize,
}

impl ValueMap {
    /// The replacement of a value, if it has one.
    pub fn get(&self, old: Value) -> Option<Value> {
        self.0.get(&old).copied()
    }
    /// Sets `new` as the replacement of `old`.
    pub fn set(&mut self, old: Value, new: Value) {
        self.0.insert(old, new);
    }
    /// Replaces `old` by `new`: in all uses at once where the types are equal, else in the map.
    pub fn replace(&mut self, body: &mut Body, old: Value, new: Value) {
        if body.ty(old) == body.ty(new) {
            body.replace_all_uses(old, new);
        } else {
            self.set(old, new);
        }
    }
    /// The value of converted type for a value of the input: its replacement, the value itself where the type stays,
    /// or a cast of it.
    ///
    /// # Errors
    /// Why the type cannot be converted.
    pub fn converted(&mut self, body: &mut Body, types: &TypeConverter<'_>, old: Value) -> Converted<Value> {
        if let Some(new) = self.get(old) {
            return Ok(new);
        }
        let old_type = body.ty(old);
        let ty = types.convert(body.cx(), old_type)?;
        if ty == old_type {
            return Ok(old);
        }
        if let Some(origin) = cast_from(body, old, ty) {
            return Ok(origin);
        }
        let mut b = match body.def(old) {
            Def::Result { op, .. } => Builder::after(body, op),
            Def::Arg { block, .. } => Builder::at_start(body, block),
            Def::Forward => return Err("uses a value that is not defined".to_owned()),
        };
        let new = unrealized_cast(&mut b, old, ty)?;
        self.set(old, new);
        Ok(new)
    }
    /// Adds arguments of converted types to a block, behind the old ones; `None` where all types stay.
    ///
    /// # Errors
    /// Why a type cannot be converted.
    pub fn convert_args(
        &mut self,
        body: &mut Body,
        types: &TypeConverter<'_>,
        block: Block,
    ) -> Converted<Option<ConvertedArgs>> {
        let old = body.block_args(block).to_vec();
        let new = old.iter().map(|&v| types.convert(body.cx(), body.ty(v)));
        let new = new.collect::<Converted<Vec<_>>>()?;
        if new.iter().zip(&old).all(|(&t, &v)| t == body.ty(v)) {
            return Ok(None);
        }
        for (&arg, &ty) in old.iter().zip(&new) {
            let new = body.add_block_arg(block, ty);
            let loc = body.value_loc(arg);
            body.set_arg_loc(new, loc);
            self.replace(body, arg, new);
        }
        Ok(Some(ConvertedArgs { block, old: old.len() }))
    }
    /// Erases the converted ops and arguments. Values that unconverted ops still use get casts back to their types.
    ///
    /// # Errors
    /// When the builtin dialect, which has the cast, is not registered.
    pub fn finish(self, body: &mut Body, converted: &[Op], args: &[ConvertedArgs]) -> Converted {
        for &op in converted {
            body.set_operands(op, &[]);
        }
        let mut map: Vec<(Value, Value)> = self.0.into_iter().collect();
        map.sort_unstable();
        let gone: FxHashSet<Op> = converted.iter().copied().collect();
        for (old, new) in map {
            let stays = match body.def(old) {
                Def::Result { op, .. } => !gone.contains(&op),
                Def::Arg { block, index } => !args.iter().any(|a| a.block == block && index < a.old),
                Def::Forward => true,
            };
            if stays || !body.has_uses(old) {
                continue;
            }
            let ty = body.ty(old);
            if let Some(back) = cast_from(body, new, ty) {
                body.replace_all_uses(old, back);
                continue;
            }
            let mut b = match body.def(new) {
                Def::Result { op, .. } => Builder::after(body, op),
                Def::Arg { block, .. } => Builder::at_start(body, block),
                Def::Forward => continue,
            };
            let back = unrealized_cast(&mut b, new, ty)?;
            body.replace_all_uses(old, back);
        }
        for &op in converted.iter().rev() {
            if body.is_live(op) && body.is_unused(op) {
                body.erase_forced(op);
            }
        }
        for a in args {
            let mut number = 0;
            body.retain_block_args(a.block, |body, arg| {
                number += 1;
                number > a.old || body.has_uses(arg)
            });
        }
        Ok(())
    }
}
