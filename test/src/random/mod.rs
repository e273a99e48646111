//! Random programs of StableHLO, of all element types, with control flow, calls, bodies and tuples.
//!
//! A program is written op by op. Each step selects a kind of op and operands among the available values, by type, and creates missing
//! ones: arguments of the program, constants, conversions. Everything is a function of the seed. [`check`] checks the properties that
//! every program must have.

pub mod check;
mod control;
pub mod domains;
mod elementwise;
mod limits;
mod movement;
pub mod moving;
pub mod noise;
pub mod sharding;
mod structured;
pub mod types;
mod writer;

pub use writer::{Level, Writer};

/// The range of seeds `A..B`, as an option of a command.
///
/// # Errors
///
/// The error in the text.
pub fn seeds(text: &str) -> Result<std::ops::Range<u64>, String> {
    let (from, to) = text.split_once("..").ok_or("not of the form A..B")?;
    let number = |text: &str| text.parse().map_err(|e| format!("{text}: {e}"));
    Ok(number(from)?..number(to)?)
}

/// A kind of step; `None` if no available value fits.
type Production = fn(&mut Writer) -> Option<()>;

/// Steps without nested blocks, with their weights.
const FLAT: &[(usize, Production)] = &[
    (6, elementwise::unary),
    (8, elementwise::binary),
    (3, elementwise::compare),
    (3, elementwise::select),
    (1, elementwise::clamp),
    (3, elementwise::convert),
    (1, elementwise::bitcast),
    (1, elementwise::complex),
    (1, elementwise::iota),
    (1, elementwise::constant),
    (1, elementwise::quantize),
    (2, elementwise::chlo),
    (1, elementwise::chlo_broadcast),
    (2, movement::broadcast_in_dim),
    (2, movement::reshape),
    (2, movement::transpose),
    (1, movement::reverse),
    (2, movement::slice),
    (1, movement::dynamic_slice),
    (1, movement::dynamic_update_slice),
    (2, movement::pad),
    (2, movement::concatenate),
    (2, movement::gather),
    (1, movement::get_dimension_size),
    (1, movement::deprecated),
    (2, structured::reduce),
    (1, structured::reduce_window),
    (1, structured::select_and_scatter),
    (2, structured::scatter),
    (1, structured::sort),
    (1, structured::map),
    (2, structured::dot_general),
    (1, structured::convolution),
    (1, structured::numeric),
    (1, control::tuple),
    (1, control::barrier),
    (1, control::collective),
];
/// Steps with nested blocks.
const NESTING: &[Production] = &[control::if_, control::case, control::while_, control::call];

/// Takes one step.
fn step(w: &mut Writer) {
    for _ in 0..8 {
        let production = if w.may_nest() && w.chance(1, 10) {
            w.one(NESTING)
        } else {
            let total: usize = FLAT.iter().map(|(weight, _)| weight).sum();
            let mut at = w.rng.below(total);
            let found = FLAT.iter().find(|(weight, _)| {
                let here = at < *weight;
                at = at.wrapping_sub(*weight);
                here
            });
            found.map_or(elementwise::binary as Production, |f| f.1)
        };
        if production(w).is_some() {
            return;
        }
    }
}

/// The text of the program for a seed, of about `size` steps.
pub fn program(seed: u64, size: usize, level: Level) -> String {
    let mut writer = Writer::new(seed, level);
    for _ in 0..size {
        step(&mut writer);
    }
    writer.finish()
}
