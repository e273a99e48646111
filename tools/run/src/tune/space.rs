//! The search space: options of the passes of the pipeline, and the values that are tried.

use strata_pass::pipeline::{PipelineElement, parse_pipeline, print_pipeline};
use strata_registry::pipelines::CpuPipeline;

/// The level of the functions that an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Functions of the program, before their loops are fused, tiled and divided into chunks for threads.
    Program,
    /// Kernels: what was outlined, and what is left of the program.
    Kernel,
}

/// An option, or the same option of several passes that have to agree.
pub(super) struct Knob {
    pub level: Level,
    pub passes: &'static [&'static str],
    pub option: &'static str,
    /// The values that are tried.
    pub values: Vec<u64>,
}

const FUSION: &[&str] = &["linalg-tile-and-fuse"];
const PACKING: &[&str] = &["linalg-pack-contractions"];
const VECTORS: &[&str] = &["linalg-pack-contractions", "linalg-tile", "linalg-vectorize"];

/// The options that are tried for a target whose pipeline is `usual`.
pub(super) fn knobs(usual: &CpuPipeline) -> Vec<Knob> {
    let knob = |level, passes, option, values| Knob { level, passes, option, values };
    let around = |bytes: Option<u64>, usual: u64| {
        let bytes = bytes.unwrap_or(usual);
        vec![bytes / 2, bytes * 2]
    };
    let narrower = [128, 256, 512].into_iter().filter(|&bits| bits != u64::from(usual.vector_bits.bits()));
    vec![
        // From which size on ops are fused into loops over tiles; the last value is never.
        knob(Level::Program, FUSION, "min-fused-bytes", vec![0, 64 << 10, 1 << 20, 1 << 40]),
        // From how much work on loops become parallel, and the work of a chunk.
        knob(Level::Program, FUSION, "min-parallel-work", vec![6_000, 100_000]),
        knob(Level::Program, FUSION, "min-chunk-work", vec![3_000, 6_000, 24_000, 48_000]),
        knob(
            Level::Kernel,
            VECTORS,
            "vector-bits",
            narrower.filter(|&bits| bits <= u64::from(usual.vector_bits.bits())).collect(),
        ),
        // The sizes of blocks and slabs follow those of the caches.
        knob(Level::Kernel, PACKING, "l1-bytes", around(usual.l1_bytes, 32 << 10)),
        knob(Level::Kernel, PACKING, "l2-bytes", around(usual.l2_bytes, 512 << 10)),
        // From how many pages on an operand is packed: nearly always, and nearly never.
        knob(Level::Kernel, PACKING, "pages", vec![1, 4096]),
    ]
}

/// The schedule `pipeline` with another value of an option.
pub(super) fn with_value(pipeline: &str, knob: &Knob, value: u64) -> String {
    let mut elements = parse_pipeline(pipeline).unwrap_or_default();
    for &pass in knob.passes {
        let at = elements.iter().position(|element| element.name == pass).unwrap_or_else(|| {
            elements.push(PipelineElement::pass(pass));
            elements.len() - 1
        });
        let options = &mut elements[at].options;
        options.retain(|option| option.0 != knob.option);
        options.push((knob.option.to_owned(), value.to_string()));
    }
    // Databases separate words by spaces; the options of a pass are separated by them, too, so each pass has one element for each option.
    let single = elements.iter().flat_map(|element| {
        element.options.iter().map(|(name, value)| {
            let mut one = PipelineElement::pass(&element.name);
            one.options.push((name.clone(), value.clone()));
            one
        })
    });
    print_pipeline(&single.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedules_have_one_value_of_each_option_and_no_spaces() {
        let all = knobs(&CpuPipeline::default());
        let knob = |option: &str| all.iter().find(|knob| knob.option == option).unwrap();
        let one = with_value("", knob("l2-bytes"), 7);
        assert_eq!(one, "linalg-pack-contractions{l2-bytes=7}");
        let two = with_value(&one, knob("vector-bits"), 128);
        assert_eq!(
            two,
            "linalg-pack-contractions{l2-bytes=7},linalg-pack-contractions{vector-bits=128},linalg-tile{vector-bits=128},\
             linalg-vectorize{vector-bits=128}"
        );
        assert_eq!(with_value(&one, knob("l2-bytes"), 8), "linalg-pack-contractions{l2-bytes=8}");
    }
}
