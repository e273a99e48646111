//! [`Plan`]: how the inherent attributes of an op are stored as properties.

use strata_core::{Context, OpInfo};

use crate::{PropertyForm, codec::codec_of};

/// The sizes of operand or result groups.
pub(crate) struct Segments {
    /// The slot of the attribute.
    pub slot: usize,
    /// The number of groups.
    pub groups: usize,
}

/// The properties of an op in their order: attributes by name, then sizes of groups.
#[derive(Default)]
pub(crate) struct Plan {
    /// Slots with their forms.
    pub properties: Vec<(usize, PropertyForm)>,
    /// Sizes of groups.
    pub segments: Vec<Segments>,
}

impl Plan {
    pub(crate) fn new(cx: &Context, info: &'static OpInfo) -> Self {
        let segments = [
            (info.operand_segments(), info.operands.len()),
            (info.result_segments(), info.results.len()),
        ];
        let segments: Vec<Segments> =
            segments.into_iter().filter_map(|(slot, groups)| Some(Segments { slot: slot?, groups })).collect();
        let special = codec_of(cx, info.dialect()).and_then(|c| (c.properties)(info));
        let properties = match special {
            Some(list) => {
                list.iter().filter_map(|p| Some((info.attr_slot(p.name)?, p.form))).collect()
            }
            None => by_declaration(info, &segments),
        };
        Self { properties, segments }
    }
    pub(crate) fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.segments.is_empty()
    }
}

fn by_declaration(info: &'static OpInfo, segments: &[Segments]) -> Vec<(usize, PropertyForm)> {
    let slots = info.attrs.iter().enumerate().filter(|(i, _)| segments.iter().all(|s| s.slot != *i));
    let mut all: Vec<_> = slots
        .map(|(i, a)| {
            let required = a.required && a.default.is_none();
            (i, if required { PropertyForm::Required } else { PropertyForm::Optional })
        })
        .collect();
    all.sort_by_key(|p| info.attrs[p.0].name);
    all
}
