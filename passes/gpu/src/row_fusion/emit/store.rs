//! Stores of a row's results.

use strata_ir::prelude::*;
use strata_passes_analysis::index_arith::is_zero;

use super::{Chunk, Emitted, Kernel};
use crate::{
    launch::only_if,
    row_fusion::{
        group::{Node, OperandOf},
        operand_position::OperandPosition,
    },
};

impl Kernel<'_> {
    pub(super) fn store(
        &mut self,
        b: &mut Builder<'_>,
        stores: &[(Node, OperandOf)],
        outs: &[OperandPosition],
    ) -> Emitted<()> {
        let full = |s: &(Node, OperandOf)| self.group.members[s.1.0].forms[s.1.1].has_columns();
        let (wide, narrow): (Vec<usize>, Vec<usize>) = (0..stores.len()).partition(|&i| full(&stores[i]));
        if !wide.is_empty() {
            if self.shape.loops {
                self.in_rounds(b, &mut None, &mut |this, b, _| {
                    this.store_chunks(b, &wide, stores, outs)?;
                    Ok(None)
                })?;
            } else {
                self.store_chunks(b, &wide, stores, outs)?;
            }
        }
        if narrow.is_empty() {
            return Ok(());
        }
        let mut values = Vec::new();
        for &i in &narrow {
            let v = self.of_rows.get(&stores[i].0).copied();
            values.push((i, v.ok_or("an output has no value")?));
        }
        let first = (self.shape.threads > 1).then(|| is_zero(b, self.lane));
        only_if(b, first, |b| {
            for (i, v) in values {
                outs[i].store(b, self.row, &self.coords, &[], &[v]);
            }
            Ok(())
        })
    }

    fn store_chunks(
        &mut self,
        b: &mut Builder<'_>,
        wide: &[usize],
        stores: &[(Node, OperandOf)],
        outs: &[OperandPosition],
    ) -> Emitted<()> {
        let width = self.shape.width as usize;
        for c in 0..self.chunks.len() {
            let Chunk { cols, valid } = self.chunks[c].clone();
            // A value that is loaded only here may be from the buffer that is written: lanes behind the end of the row do not load it.
            only_if(b, valid, |b| {
                let mut all = Vec::new();
                for &i in wide {
                    let mut values = Vec::new();
                    for slot in c * width..(c + 1) * width {
                        values.push(self.element(b, stores[i].0, slot)?);
                    }
                    all.push((i, values));
                }
                for (i, values) in all {
                    outs[i].store(b, self.row, &self.coords, &cols, &values);
                }
                Ok(())
            })?;
        }
        Ok(())
    }
}
