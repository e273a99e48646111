//! Named pipelines follow their options: all their passes and pass options exist, each option changes something, and the text of a
//! configuration parses to that configuration.

use std::collections::BTreeSet;

use strata_pass::{OpPipeline, OptionSpec, PassRegistry, PipelineDef, pipeline::print_pipeline};
use strata_registry::pipelines::{
    Arch, BufferDeallocationPipeline, CpuPipeline, GpuKernelsPipeline, GpuPipeline, PreSerialization,
    SdyExportPipeline, SdyImportPipeline, SdyLocalizePipeline, SdyPartitionerPipeline,
    SdyPropagationPipeline, ToLinalg, VectorBits,
};

/// A value of an option that is not its default.
fn other_value(option: &OptionSpec) -> String {
    let text = match (option.name, option.default.as_str()) {
        ("vector-bits", _) => "512",
        ("arch", _) => "sm_90a",
        ("default-precision", _) => "tf32",
        ("scatter-out-of-bounds", _) => "element",
        ("targets", _) => "sample,other.routine",
        ("padding", _) => "always",
        (_, "false") => "true",
        (_, "true") => "false",
        (_, "") | ("combine-threshold-in-bytes", _) => "4096",
        (name, default) => panic!("no other value is known for {name}={default}"),
    };
    text.to_owned()
}

/// All combinations of options for a pipeline with few of them, and one or two options at a time for others.
fn configurations(specs: &[OptionSpec]) -> Vec<Vec<(String, String)>> {
    let most = if specs.len() <= 4 { specs.len() as u32 } else { 2 };
    let sets = (0_u32..1 << specs.len())
        .filter(|set| set.count_ones() <= most || set.count_ones() as usize == specs.len());
    let options = |set: u32| {
        let chosen = specs.iter().enumerate().filter(move |(i, _)| set >> i & 1 == 1);
        chosen.map(|(_, spec)| (spec.name.to_owned(), other_value(spec))).collect()
    };
    sets.map(options).collect()
}

/// The passes of a pipeline with all values of their options.
fn passes(registry: &PassRegistry, text: &str) -> String {
    let parsed = OpPipeline::parse(registry, &format!("builtin.module({text})"));
    parsed.unwrap_or_else(|why| panic!("{text}: {why}")).text()
}

fn check<P: PipelineDef>() {
    let registry = strata_registry::passes();
    let mut seen = BTreeSet::new();
    let configurations = configurations(&P::specs());
    for options in &configurations {
        let pipeline = P::parse(options).unwrap_or_else(|why| panic!("{}: {why}", P::NAME));
        let by_name = passes(&registry, &pipeline.text());
        assert_eq!(by_name, passes(&registry, &print_pipeline(&pipeline.elements())), "{}", pipeline.text());
        let again = P::parse(&pipeline.element().options).unwrap_or_else(|why| panic!("{}: {why}", P::NAME));
        assert_eq!(again.print(), pipeline.print());
        assert_eq!(pipeline.element().options.len(), options.len(), "{}", pipeline.text());
        assert!(seen.insert(by_name), "{} is another configuration too", pipeline.text());
    }
    assert_eq!(seen.len(), configurations.len());
}

#[test]
fn each_option_of_a_pipeline_changes_its_passes() {
    check::<BufferDeallocationPipeline>();
    check::<ToLinalg>();
    check::<CpuPipeline>();
    check::<GpuPipeline>();
    check::<GpuKernelsPipeline>();
    check::<PreSerialization>();
    check::<SdyImportPipeline>();
    check::<SdyLocalizePipeline>();
    check::<SdyPartitionerPipeline>();
}

#[test]
fn every_pipeline_is_checked() {
    let registry = strata_registry::passes();
    let names: Vec<&str> = registry.pipelines().map(|p| p.name).collect();
    let mut checked = [
        BufferDeallocationPipeline::NAME,
        ToLinalg::NAME,
        CpuPipeline::NAME,
        GpuPipeline::NAME,
        GpuKernelsPipeline::NAME,
        PreSerialization::NAME,
        // Of their options, one has no effect beside another, so that configurations are not all different.
        SdyExportPipeline::NAME,
        SdyImportPipeline::NAME,
        SdyLocalizePipeline::NAME,
        SdyPartitionerPipeline::NAME,
        SdyPropagationPipeline::NAME,
    ];
    checked.sort_unstable();
    assert_eq!(names, checked);
}

#[test]
fn the_stages_of_a_pipeline_are_the_pipeline() {
    use strata_pass::Pipeline;
    let pipeline = CpuPipeline { cancellable: true, profile: true, ..CpuPipeline::default() };
    let stages: Vec<_> = pipeline.stages().into_iter().flat_map(|stage| stage.elements).collect();
    assert_eq!(stages, pipeline.elements());
}

#[test]
fn wrong_values_are_explained() {
    let error = |text: &str| {
        let parsed = OpPipeline::parse(&strata_registry::passes(), &format!("builtin.module({text})"));
        parsed.err().unwrap_or_else(|| panic!("{text} is a pipeline"))
    };
    for (text, why) in [
        ("strata-cpu-pipeline{vector-bits=300}", "vector-bits must be 128, 256 or 512, got 300"),
        ("strata-cpu-pipeline{vector-bits=many}", "'many' is no width of a vector in bits"),
        (
            "strata-cpu-pipeline{scatter-out-of-bounds=all}",
            "scatter-out-of-bounds: 'all' is neither element nor window",
        ),
        ("strata-cpu-pipeline{vektor-bits=128}", "no such option vektor-bits; did you mean 'vector-bits'?"),
        ("strata-gpu-pipeline{arch=sm_35}", "arch must be sm_80, sm_90a, sm_100a, got sm_35"),
    ] {
        let got = error(text);
        assert!(got.contains(why), "{text}: {got}");
    }
}

#[test]
fn the_nearest_width_of_vectors_is_no_wider_than_the_target() {
    let cases =
        [(0, 128), (64, 128), (128, 128), (255, 128), (256, 256), (384, 256), (512, 512), (2048, 512)];
    for (bits, want) in cases {
        assert_eq!(VectorBits::nearest(bits).bits(), want, "{bits}");
    }
    assert!(Arch::ALL.contains(&Arch::default()));
}
