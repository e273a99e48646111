//! Parts of pipelines.

use strata_pass::pipeline::PipelineElement;

/// A pipeline without one of its parts: first whole passes and nested pipelines, each before what is in it, then options. `None` if there
/// are fewer parts.
pub(crate) fn without(pipeline: &[PipelineElement], part: usize) -> Option<Vec<PipelineElement>> {
    let mut next = pipeline.to_vec();
    let mut left = part;
    // The anchor of all passes stays.
    let anchors = matches!(&next[..], [only] if only.children.is_some());
    let done = match &mut next[..] {
        [anchor] if anchors => anchor.children.as_mut().is_some_and(|all| drop_pass(all, &mut left)),
        _ => drop_pass(&mut next, &mut left),
    };
    (done || drop_option(&mut next, &mut left)).then_some(next)
}

fn drop_pass(all: &mut Vec<PipelineElement>, left: &mut usize) -> bool {
    for i in 0..all.len() {
        if *left == 0 {
            all.remove(i);
            return true;
        }
        *left -= 1;
        if all[i].children.as_mut().is_some_and(|inner| drop_pass(inner, left)) {
            return true;
        }
    }
    false
}

fn drop_option(all: &mut [PipelineElement], left: &mut usize) -> bool {
    all.iter_mut().any(|element| {
        if *left < element.options.len() {
            element.options.remove(*left);
            return true;
        }
        *left -= element.options.len();
        element.children.as_mut().is_some_and(|inner| drop_option(inner, left))
    })
}

#[cfg(test)]
mod tests {
    use strata_pass::pipeline::{parse_pipeline, print_pipeline};

    use super::*;

    #[test]
    fn parts_are_numbered() {
        let all = parse_pipeline("builtin.module(a{x=1 y=2},func.func(b,c),d)").expect("a pipeline");
        let texts: Vec<String> = (0..).map_while(|i| without(&all, i)).map(|p| print_pipeline(&p)).collect();
        assert_eq!(
            texts,
            [
                "builtin.module(func.func(b,c),d)",
                "builtin.module(a{x=1 y=2},d)",
                "builtin.module(a{x=1 y=2},func.func(c),d)",
                "builtin.module(a{x=1 y=2},func.func(b),d)",
                "builtin.module(a{x=1 y=2},func.func(b,c))",
                "builtin.module(a{y=2},func.func(b,c),d)",
                "builtin.module(a{x=1},func.func(b,c),d)",
            ]
        );
    }
}
