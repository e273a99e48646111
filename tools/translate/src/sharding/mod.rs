//! `--sharding-to-html` and `--sharding-to-text`: the sharding of every value of a program, and a picture of each sharding with the devices
//! that have each tile.
//!
//! ```text
//! %0 = stablehlo.add %a, %a {sdy.sharding = …<@mesh, [{"x"}, {"y"}]>}     ──►     ┌───┬───┐
//!                                                                               │ 0 │ 1 │
//!                                                                               ├───┼───┤
//!                                                                               │ 2 │ 3 │
//!                                                                               └───┴───┘
//! ```
//! Equal shardings have one picture. Tensors of one dimension are a row of tiles; of more than two dimensions all but the last are rows.

mod grid;
mod html;
mod text;

use std::collections::HashMap;

use strata_ir::prelude::*;
use strata_sdy::{
    attrs::TensorSharding,
    shardings::{self, Meshes},
};

use grid::Grid;

/// The most values that are listed.
const MOST_VALUES: usize = 20_000;
/// The most shardings that are drawn.
const MOST_PICTURES: usize = 500;

/// The values of a program and the pictures of their shardings.
#[derive(Default)]
struct Drawing {
    functions: Vec<Function>,
    pictures: Vec<Picture>,
    /// The number of values that are not listed.
    left_out: usize,
}

/// The values of a function.
struct Function {
    name: String,
    values: Vec<Row>,
}

/// A value.
struct Row {
    /// The op or the place that has it.
    what: String,
    /// How many computations it is in.
    depth: usize,
    location: String,
    ty: String,
    /// The number of its picture.
    sharding: Option<usize>,
}

/// A sharding.
struct Picture {
    sharding: String,
    mesh: String,
    /// The tiles; the error says why they are not drawn.
    grid: Result<Grid, String>,
}

/// The form of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A document.
    Html,
    /// Lines for terminals.
    Text,
}

/// The pictures of the shardings of a module.
pub(crate) fn write(module: &Body, style: Style) -> String {
    let drawing = draw(module);
    match style {
        Style::Html => html::document(&drawing),
        Style::Text => text::text(&drawing),
    }
}

/// The drawing of a module.
fn draw(module: &Body) -> Drawing {
    let mut work = Work {
        cx: module.cx(),
        meshes: Meshes::of_module(module),
        drawing: Drawing::default(),
        listed: 0,
        numbers: HashMap::new(),
    };
    let functions: Vec<(Op, &Body)> = module.children().collect();
    for (op, body) in functions {
        let name = module
            .symbol_name(op)
            .map_or_else(|| module.op_name(op).to_owned(), |name| format!("@{}", module.cx().str(name)));
        let mut values = Vec::new();
        work.body(body, 0, &mut values);
        work.results(body, &mut values);
        work.drawing.functions.push(Function { name, values });
    }
    work.drawing
}

struct Work<'a> {
    cx: &'a Context,
    meshes: Meshes,
    drawing: Drawing,
    listed: usize,
    /// The numbers of pictures by their sharding.
    numbers: HashMap<Attr, usize>,
}

impl Work<'_> {
    /// The values of a body and of the bodies in it, in their order.
    fn body(&mut self, body: &Body, depth: usize, rows: &mut Vec<Row>) {
        self.arguments(body, Op::SELF, depth, rows);
        for op in body.all_ops() {
            let name = body.op_name(op);
            let results = body.results(op);
            for (i, &value) in results.iter().enumerate() {
                let what = if results.len() > 1 { format!("{name} #{i}") } else { name.to_owned() };
                self.row(
                    body,
                    (what, depth, body.loc(op)),
                    body.ty(value),
                    shardings::sharding(body, value),
                    rows,
                );
            }
            match body.child(op) {
                Some(child) => strata_ir::core::writer::deep(|| self.body(child, depth + 1, rows)),
                None => self.arguments(body, op, depth + 1, rows),
            }
        }
    }
    /// The arguments of the blocks of an op.
    fn arguments(&mut self, body: &Body, op: Op, depth: usize, rows: &mut Vec<Row>) {
        for &block in body.regions(op).iter().flat_map(|&region| body.blocks(region)) {
            for (i, &value) in body.block_args(block).iter().enumerate() {
                let place = (format!("argument {i}"), depth, body.loc(op));
                self.row(body, place, body.ty(value), shardings::sharding(body, value), rows);
            }
        }
    }
    /// The results of a function.
    fn results(&mut self, body: &Body, rows: &mut Vec<Row>) {
        let block = body.regions(Op::SELF).first().and_then(|&region| body.blocks(region).last().copied());
        let Some(end) = block.and_then(|block| body.last_op(block)) else { return };
        for (i, ty) in body.operand_types(end).enumerate() {
            let place = (format!("result {i}"), 0, body.loc(end));
            self.row(body, place, ty, shardings::function_result(body, i), rows);
        }
    }
    fn row(
        &mut self,
        body: &Body,
        (what, depth, loc): (String, usize, Location),
        ty: Type,
        sharding: Option<TensorSharding>,
        rows: &mut Vec<Row>,
    ) {
        if self.listed == MOST_VALUES {
            self.drawing.left_out += 1;
            return;
        }
        self.listed += 1;
        let place = loc.file_line_col(body.cx());
        rows.push(Row {
            what,
            depth,
            location: place.map(|(file, line, column)| format!("{file}:{line}:{column}")).unwrap_or_default(),
            ty: body.cx().type_to_string(ty),
            sharding: sharding.map(|sharding| self.number(sharding)),
        });
    }
    /// The number of the picture of a sharding.
    fn number(&mut self, sharding: TensorSharding) -> usize {
        let attr = self.cx.attr(sharding.clone());
        if let Some(&number) = self.numbers.get(&attr) {
            return number;
        }
        let mesh = self.meshes.get(self.cx, sharding.mesh_or_ref);
        let number = self.drawing.pictures.len();
        let grid = match mesh {
            None => Err("the mesh does not exist".to_owned()),
            Some(_) if number >= MOST_PICTURES => Err(format!("more than {MOST_PICTURES} shardings")),
            Some(mesh) => Grid::new(&sharding, mesh),
        };
        self.drawing.pictures.push(Picture {
            sharding: self.cx.attr_to_string(attr).trim_start_matches("#sdy.sharding").to_owned(),
            mesh: mesh.map(|mesh| self.cx.attr_to_string(self.cx.attr(mesh.clone()))).unwrap_or_default(),
            grid,
        });
        self.numbers.insert(attr, number);
        number
    }
}
