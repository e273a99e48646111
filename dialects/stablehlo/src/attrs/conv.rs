//! `#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>`: the roles of the dimensions of a convolution.

use strata_ir::prelude::*;

type Numbers = SmallVec<[i64; 4]>;

/// Structure of dimension information for conv op
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct ConvDimensionNumbers {
    /// Batch dimension of the input.
    pub input_batch_dimension: i64,
    /// Feature dimension of the input.
    pub input_feature_dimension: i64,
    /// Spatial dimensions of the input.
    pub input_spatial_dimensions: Numbers,
    /// Input feature dimension of the kernel.
    pub kernel_input_feature_dimension: i64,
    /// Output feature dimension of the kernel.
    pub kernel_output_feature_dimension: i64,
    /// Spatial dimensions of the kernel.
    pub kernel_spatial_dimensions: Numbers,
    /// Batch dimension of the output.
    pub output_batch_dimension: i64,
    /// Feature dimension of the output.
    pub output_feature_dimension: i64,
    /// Spatial dimensions of the output.
    pub output_spatial_dimensions: Numbers,
}

/// One of the three lists: the words of its two special dimensions, where they are, and the spatial ones.
struct Part<'a> {
    words: [&'static str; 2],
    special: [i64; 2],
    spatial: &'a [i64],
}

impl ConvDimensionNumbers {
    fn parts(&self) -> [Part<'_>; 3] {
        [
            Part {
                words: ["b", "f"],
                special: [self.input_batch_dimension, self.input_feature_dimension],
                spatial: &self.input_spatial_dimensions,
            },
            Part {
                words: ["i", "o"],
                special: [self.kernel_input_feature_dimension, self.kernel_output_feature_dimension],
                spatial: &self.kernel_spatial_dimensions,
            },
            Part {
                words: ["b", "f"],
                special: [self.output_batch_dimension, self.output_feature_dimension],
                spatial: &self.output_spatial_dimensions,
            },
        ]
    }
}

/// Prints the three lists.
pub(crate) fn print_conv_dims(dims: &ConvDimensionNumbers, w: &mut AsmWriter<'_>) {
    for (part, before) in dims.parts().iter().zip(["[", "x[", "->["]) {
        w.text(before);
        // Numbers that name no position, as in an invalid attribute, leave a `?`.
        for at in 0..part.spatial.len() as i64 + 2 {
            if at != 0 {
                w.text(", ");
            }
            if let Some(k) = part.special.iter().position(|&d| d == at) {
                w.text(part.words[k]);
            } else if let Some(k) = part.spatial.iter().position(|&d| d == at) {
                w.int(k as i64);
            } else {
                w.text("?");
            }
        }
        w.text("]");
    }
}

/// A list as `[b, 0, 1, f]`: the positions of the two words and of the spatial dimensions.
fn parse_part(p: &mut Parser<'_>, words: [&str; 2]) -> PResult<([i64; 2], Numbers)> {
    let mut special = [None; 2];
    let mut spatial: Vec<(i64, i64)> = Vec::new();
    let at = p.location();
    p.expect("[")?;
    let mut index = 0;
    p.list_until("]", |p| {
        let at = p.location();
        let position = index;
        index += 1;
        if p.eat("?") {
            return Ok(());
        }
        if let Some(n) = p.integer_opt()? {
            if n < 0 {
                return Err(p.error_at(at, format!("Unexpected dimension {n}")));
            }
            if spatial.iter().any(|s| s.0 == n) {
                return Err(p.error_at(at, format!("Duplicate entries for spatial dimension {n}")));
            }
            spatial.push((n, position));
            return Ok(());
        }
        let word = p.keyword_opt().unwrap_or_default();
        let Some(k) = words.iter().position(|w| *w == word) else {
            return Err(p.error_at(at, format!("Unknown dimension {word}")));
        };
        if special[k].replace(position).is_some() {
            return Err(p.error_at(at, format!("Duplicate entries for non-spatial dimension {word}")));
        }
        Ok(())
    })?;
    for (word, found) in words.iter().zip(special) {
        if found.is_none() {
            return Err(p.error_at(at, format!("Expected non-spatial dimensions {word} not specified")));
        }
    }
    spatial.sort_unstable();
    let last = spatial.last().map_or(0, |s| s.0);
    // As upstream: the first ten, whatever the numbers are.
    let missing = (0..last).filter(|k| spatial.iter().all(|s| s.0 != *k)).take(10);
    let missing: Vec<String> = missing.map(|k| k.to_string()).collect();
    if !missing.is_empty() {
        return Err(
            p.error_at(at, format!("Expected spatial dimensions {} not specified", missing.join(", ")))
        );
    }
    Ok((special.map(|s| s.unwrap_or(0)), spatial.into_iter().map(|s| s.1).collect()))
}

/// Parses the three lists.
pub(crate) fn parse_conv_dims(p: &mut Parser<'_>) -> PResult<ConvDimensionNumbers> {
    let (input, input_spatial) = parse_part(p, ["b", "f"])?;
    p.expect("x")?;
    let (kernel, kernel_spatial) = parse_part(p, ["i", "o"])?;
    p.expect("->")?;
    let (output, output_spatial) = parse_part(p, ["b", "f"])?;
    Ok(ConvDimensionNumbers {
        input_batch_dimension: input[0],
        input_feature_dimension: input[1],
        input_spatial_dimensions: input_spatial,
        kernel_input_feature_dimension: kernel[0],
        kernel_output_feature_dimension: kernel[1],
        kernel_spatial_dimensions: kernel_spatial,
        output_batch_dimension: output[0],
        output_feature_dimension: output[1],
        output_spatial_dimensions: output_spatial,
    })
}

/// Parses `raw input_batch_dimension = 0, …`, after `raw`.
fn parse_raw(p: &mut Parser<'_>) -> PResult<ConvDimensionNumbers> {
    let mut d: ConvDimensionNumbers = Default::default();
    p.list_until(">", |p| {
        let at = p.location();
        let key = p.keyword()?;
        p.expect("=")?;
        match key {
            "input_batch_dimension" => d.input_batch_dimension = p.integer()?,
            "input_feature_dimension" => d.input_feature_dimension = p.integer()?,
            "input_spatial_dimensions" => d.input_spatial_dimensions = <Numbers as Param>::parse(p)?,
            "kernel_input_feature_dimension" => d.kernel_input_feature_dimension = p.integer()?,
            "kernel_output_feature_dimension" => d.kernel_output_feature_dimension = p.integer()?,
            "kernel_spatial_dimensions" => d.kernel_spatial_dimensions = <Numbers as Param>::parse(p)?,
            "output_batch_dimension" => d.output_batch_dimension = p.integer()?,
            "output_feature_dimension" => d.output_feature_dimension = p.integer()?,
            "output_spatial_dimensions" => d.output_spatial_dimensions = <Numbers as Param>::parse(p)?,
            _ => return Err(p.error_at(at, format!("unknown parameter '{key}'"))),
        }
        Ok(())
    })?;
    Ok(d)
}

impl Storage for ConvDimensionNumbers {
    const NAME: Option<&'static str> = Some("stablehlo.conv");
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("<");
        print_conv_dims(self, w);
        w.text(">");
    }
}

impl strata_ir::text::AttrSyntax for ConvDimensionNumbers {
    const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
        name: "stablehlo.conv",
        doc: "Which dimension is what in a convolution.",
        parse: &((|p| {
            p.expect("<")?;
            let dims = if p.eat("raw") {
                parse_raw(p)?
            } else {
                let dims = parse_conv_dims(p)?;
                p.expect(">")?;
                dims
            };
            Ok(p.cx().attr(dims))
        }) as strata_ir::text::ParseAttr),
    };
}

impl AttrConstraint for ConvDimensionNumbers {
    type Storage = ConvDimensionNumbers;
    const DESC: &'static str = "Structure of dimension information for conv op";
}
