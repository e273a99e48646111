//! Inherent attributes of ops in generic form: `<{…}>` and `{…}`, with upstream's errors for those of the wrong kind.

use strata_core::{
    Attr, DenseArrayAttr, OpInfo, OpState, Str,
    attrs::DictionaryAttr,
    op_info::{AttrSpec, UNREGISTERED},
    verify::unsatisfied,
};

use super::{PResult, Parser};

/// Names of the attributes with the sizes of groups.
const SEGMENTS: [&str; 2] = ["operandSegmentSizes", "resultSegmentSizes"];

impl<'s> Parser<'s> {
    /// `<…>` after the operands of an op in generic form. They are checked where the whole op is read.
    pub(super) fn properties(&mut self) -> PResult<Option<Attr>> {
        if !self.eat("<") {
            return Ok(None);
        }
        let properties = self.attr()?;
        self.expect_in(">", " to close properties")?;
        Ok(Some(properties))
    }
    /// Puts properties, or else inherent attributes of the discardable dictionary `attrs`, into the slots of the op.
    pub(super) fn inherent(
        &mut self,
        state: &mut OpState,
        properties: Option<Attr>,
        attrs: Vec<(Str, Attr)>,
    ) -> PResult<()> {
        let cx = self.cx;
        let registered = !std::ptr::eq(state.info, &UNREGISTERED);
        for &(name, attr) in &attrs {
            state.set_attr(cx, cx.str(name), attr);
        }
        let checked = match properties {
            Some(dict) if registered => self.set_properties(state, dict),
            Some(dict) => {
                // Kept apart, so that they are printed where they came from.
                state.extra.push((cx.intern("<properties>"), dict));
                Ok(())
            }
            None if registered => {
                self.check_inherent(state).map_err(|e| format!("'{}' op {e}", state.info.name))
            }
            None => Ok(()),
        };
        checked.map_err(|e| self.err_at(state.loc, e))?;
        self.default_segments(state);
        Ok(())
    }
    /// As in MLIR, the first wrong property by name is reported, and properties that the op does not have are
    /// dropped.
    fn set_properties(&self, state: &mut OpState, properties: Attr) -> Result<(), String> {
        let (cx, info) = (self.cx, state.info);
        let fail = |e: String| {
            format!("invalid properties {} for op {}: {e}", cx.attr_to_string(properties), info.name)
        };
        if info.attrs.is_empty() {
            return Err(fail("this operation has empty properties".to_owned()));
        }
        let Some(dict) = cx.attr_as::<DictionaryAttr>(properties) else {
            return Err(fail("expected DictionaryAttr to set properties".to_owned()));
        };
        let entries = || {
            let entries = dict.entries().iter().map(|&(name, attr)| (cx.str(name), attr));
            entries.filter_map(|(name, attr)| Some((spec_of(info, name)?, attr)))
        };
        for (spec, attr) in entries().filter(|(spec, _)| !is_segments(spec)) {
            if !(spec.is_kind)(attr, cx) {
                let text = cx.attr_to_string(attr);
                return Err(fail(format!(
                    "Invalid attribute `{}` in property conversion: {text}",
                    spec.name
                )));
            }
        }
        for (spec, attr) in entries() {
            if is_segments(spec) {
                self.check_segments(info, spec, attr).map_err(fail)?;
            }
            state.set_attr(cx, spec.name, attr);
        }
        Ok(())
    }
    fn check_segments(&self, info: &OpInfo, spec: &AttrSpec, attr: Attr) -> Result<(), String> {
        let Some(sizes) = self.cx.attr_as::<DenseArrayAttr>(attr).filter(|_| (spec.is_kind)(attr, self.cx))
        else {
            return Err(format!("for `{}`: expected DenseI32ArrayAttr", spec.name));
        };
        let (n, wanted) = (sizes.values.len(), n_groups(info, spec));
        if n == wanted {
            return Ok(());
        }
        Err(format!("for `{}`: size mismatch in attribute conversion: {n} vs {wanted}", spec.name))
    }
    /// Attributes in `{…}` may be of any kind; their constraints are checked before the op is created.
    fn check_inherent(&self, state: &OpState) -> Result<(), String> {
        let slots = state.info.attrs.iter().zip(&state.attrs);
        let given = slots.filter_map(|(spec, attr)| Some((spec, (*attr)?)));
        let refused = given.filter(|&(spec, attr)| !is_segments(spec) && !(spec.check)(attr, self.cx));
        match refused.map(|(spec, _)| spec).min_by_key(|spec| spec.name) {
            Some(spec) => Err(unsatisfied(spec)),
            None => Ok(()),
        }
    }
    /// Sets missing or malformed group sizes to zero.
    fn default_segments(&self, state: &mut OpState) {
        for (slot, spec) in state.info.attrs.iter().enumerate().filter(|(_, spec)| is_segments(spec)) {
            let given = state.attrs.get(slot).copied().flatten();
            if given.is_none_or(|attr| self.check_segments(state.info, spec, attr).is_err()) {
                let zeros = vec![0; n_groups(state.info, spec)];
                state.set_attr(self.cx, spec.name, self.cx.i32_array(&zeros));
            }
        }
    }
}

fn spec_of(info: &OpInfo, name: &str) -> Option<&'static AttrSpec> {
    Some(&info.attrs[info.attr_slot(name)?])
}

fn is_segments(spec: &AttrSpec) -> bool {
    SEGMENTS.contains(&spec.name)
}

fn n_groups(info: &OpInfo, spec: &AttrSpec) -> usize {
    if spec.name == SEGMENTS[0] { info.operands.len() } else { info.results.len() }
}
