//! Shardy's pipelines before and after propagation.

use strata_pass::{Pipeline, option_enum, pipeline::PipelineElement};

use super::passes;

/// Run a sequence of import passes needed as a pre-processing step for Shardy propagation.
#[strata_pass::pipeline(name = "sdy-import-pipeline")]
pub struct SdyImportPipeline;

/// Calls are inlined first, so that shardings spread through functions. Nothing is simplified on the way, as ops have shardings.
impl Pipeline for SdyImportPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let mut all = vec![PipelineElement::pass("inline").option("default-pipeline", String::new())];
        all.extend(passes([
            "symbol-dce",
            "sdy-lift-inlined-meshes",
            "sdy-remove-size-one-axes",
            "sdy-constant-or-scalar-splitter",
            "sdy-manual-axes-cleanup",
            "sdy-add-data-flow-edges",
            "sdy-apply-sharding-constraints",
            "sdy-sharding-group-import",
        ]));
        all
    }
}

/// Run a sequence of export passes needed as a post-processing step for Shardy propagation.
#[strata_pass::pipeline(name = "sdy-export-pipeline")]
pub struct SdyExportPipeline {
    /// Whether to keep existing and created op sharding rules
    pub keep_sharding_rules: bool,
    /// Whether to update the shardings of arguments and results that are not divisible
    pub update_non_divisible_input_output_shardings: bool,
    /// Whether to remove parts of axes from the shardings of the arguments and results of the main function
    pub remove_sub_axes_in_input_output_shardings: bool,
    /// Whether to leave sharding groups and constraints, and to insert no reshards
    pub avoid_export_for_partitioning: bool,
    /// Enable inserting explicit reshards and collectives to conflicting shardings
    pub enable_insert_explicit_collectives: bool,
}

impl Pipeline for SdyExportPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut all = vec![element("sdy-constant-or-scalar-merger")];
        if !self.avoid_export_for_partitioning {
            all.extend(passes(["sdy-remove-sharding-groups", "sdy-sharding-constraint-to-reshard"]));
        }
        all.push(element("sdy-sink-data-flow-edges"));
        if self.update_non_divisible_input_output_shardings {
            all.push(element("sdy-update-non-divisible-input-output-shardings"));
        }
        if self.remove_sub_axes_in_input_output_shardings {
            all.push(element("sdy-remove-sub-axes-in-input-output-shardings"));
        }
        all.push(element("sdy-close-shardings"));
        if !self.avoid_export_for_partitioning {
            let full = self.enable_insert_explicit_collectives;
            all.push(element("sdy-insert-explicit-reshards").option("enable-full-version", full));
            if full {
                all.push(element("sdy-canonicalize").option("kind", "reshards".to_owned()));
                all.push(element("sdy-reshard-to-collectives"));
            }
            all.push(element("sdy-canonicalize").option("kind", "collectives".to_owned()));
        }
        if !self.keep_sharding_rules {
            all.push(element("sdy-drop-sharding-rules"));
        }
        all
    }
}

/// Runs the SDY propagation pass, preceded by a sequence of import passes needed as a pre-processing step for propagation.
#[strata_pass::pipeline(name = "sdy-propagation-pipeline")]
pub struct SdyPropagationPipeline {
    /// Whether to keep existing and created op sharding rules
    pub keep_sharding_rules: bool,
    /// Whether to disallow split axes and non-divisible sharding axes during propagation
    pub conservative_propagation: bool,
    /// Whether to update the shardings of arguments and results that are not divisible
    pub update_non_divisible_input_output_shardings: bool,
    /// Whether to remove parts of axes from the shardings of the arguments and results of the main function
    pub remove_sub_axes_in_input_output_shardings: bool,
    /// Whether to leave sharding groups and constraints, and to insert no reshards
    pub avoid_export_for_partitioning: bool,
    /// Enable inserting explicit reshards and collectives to conflicting shardings
    pub enable_insert_explicit_collectives: bool,
}

/// The rules of propagation are those that reshards are inserted by, so that they are kept until the export is over.
impl Pipeline for SdyPropagationPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        let mut all = SdyImportPipeline.elements();
        all.extend(passes(["sdy-import-func-calls", "symbol-dce"]));
        all.push(
            element("sdy-user-priority-propagate")
                .option("keep-sharding-rules", true)
                .option("conservative-propagation", self.conservative_propagation),
        );
        all.push(element("sdy-export-named-computations"));
        let export = SdyExportPipeline {
            keep_sharding_rules: self.keep_sharding_rules,
            update_non_divisible_input_output_shardings: self.update_non_divisible_input_output_shardings,
            remove_sub_axes_in_input_output_shardings: self.remove_sub_axes_in_input_output_shardings,
            avoid_export_for_partitioning: self.avoid_export_for_partitioning,
            enable_insert_explicit_collectives: self.enable_insert_explicit_collectives,
        };
        all.extend(export.elements());
        all
    }
}

/// Run all passes between a program with some shardings and one with collectives, on whole tensors.
#[strata_pass::pipeline(name = "sdy-partitioner-pipeline")]
pub struct SdyPartitionerPipeline {
    /// Exchange what windowed operations and others need of neighbouring parts; dimensions become whole otherwise.
    #[option(default = true)]
    pub enable_halo_exchange: bool,
    /// Which tensors become longer whose sizes devices cannot share evenly; others are shared by fewer devices.
    #[option(default = Padding::Profitable)]
    pub padding: Padding,
}

option_enum! {
    /// Tensors that become longer.
    pub enum Padding {
        /// Those with which less is computed and moved.
        Profitable = "profitable",
        /// All that can.
        Always = "always",
        /// None.
        Never = "never",
    }
}

/// Dimensions that an op needs whole are replicated or exchanged, and no tensor is divided unevenly, so that each op can compute on its
/// parts.
impl Pipeline for SdyPartitionerPipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let element = PipelineElement::pass;
        // Nothing spreads through composites.
        let decompose = vec![element("stablehlo-legalize-composite-to-call")];
        let mut all =
            vec![element("sdy-import-maximal-shardings"), PipelineElement::nested("func.func", decompose)];
        all.extend(SdyImportPipeline.elements());
        all.extend(passes([
            "sdy-user-priority-propagate",
            "sdy-constant-or-scalar-merger",
            "sdy-remove-sharding-groups",
            "sdy-sharding-constraint-to-reshard",
            "sdy-sink-data-flow-edges",
        ]));
        if self.padding != Padding::Never {
            let only = self.padding == Padding::Profitable;
            all.push(element("sdy-pad-for-divisibility").option("only-profitable", only));
        }
        all.extend(passes([
            "sdy-remove-non-divisible-axes",
            "sdy-remove-sub-axes-in-input-output-shardings",
            "sdy-close-shardings",
            "sdy-reduce-parts-first",
        ]));
        all.extend([
            element("sdy-insert-explicit-reshards")
                .option("enable-full-version", true)
                .option("replicate-permutation-factors", true)
                .option("enable-halo-exchange", self.enable_halo_exchange),
            element("sdy-resolve-permutation-factors")
                .option("enable-halo-exchange", self.enable_halo_exchange),
            element("sdy-canonicalize").option("kind", "reshards".to_owned()),
            element("sdy-recompute-constants"),
            element("sdy-reshard-to-collectives"),
            element("sdy-canonicalize").option("kind", "collectives".to_owned()),
            element("sdy-drop-sharding-rules"),
        ]);
        all
    }
}

/// Run all passes between a program on whole tensors with collectives and the program of one device, with as few collectives as possible.
#[strata_pass::pipeline(name = "sdy-localize-pipeline")]
pub struct SdyLocalizePipeline {
    /// The most bytes of collectives that become one
    #[option(default = 30 << 20)]
    pub combine_threshold_in_bytes: u64,
}

impl Pipeline for SdyLocalizePipeline {
    fn elements(&self) -> Vec<PipelineElement> {
        let mut all = Vec::from(passes(["sdy-convert-global-to-local", "sdy-drop-sharding-and-mesh"]));
        let combiner = |name: &str| {
            PipelineElement::pass(name).option("combine-threshold-in-bytes", self.combine_threshold_in_bytes)
        };
        let mut on_functions = Vec::from(passes([
            "stablehlo-while-loop-all-reduce-code-motion",
            "stablehlo-simplify-collectives",
        ]));
        on_functions
            .extend([combiner("stablehlo-all-reduce-combiner"), combiner("stablehlo-all-gather-combiner")]);
        all.push(PipelineElement::nested("func.func", on_functions));
        all
    }
}
