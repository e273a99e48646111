//! Meshes of devices, and references to their axes: `#sdy.mesh<["x"=2]>`, `#sdy<axis_ref"x":(1)2>`.

use std::fmt;

use strata_ir::prelude::*;

use super::{attr_syntax, parse_list, print_list};

/// An axis of a mesh: `"x"=2`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MeshAxis {
    /// Its name.
    pub name: String,
    /// The number of places along it.
    pub size: i64,
}

/// Devices in rows and columns: `<["x"=2, "y"=4], device_ids=[…]>`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Mesh {
    /// The axes, the slowest first.
    pub axes: Vec<MeshAxis>,
    /// The numbers of the devices; empty where they count up.
    pub device_ids: Vec<i64>,
}

/// `(1)2`: the part of an axis after sizes of product 1, of size 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubAxisInfo {
    /// Product of the sizes before.
    pub pre_size: i64,
    /// Size of the part.
    pub size: i64,
}

/// An axis or a part of one: `"x"`, `"x":(1)2`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AxisRef {
    /// The name of the axis.
    pub name: String,
    /// The part of it.
    pub sub_axis_info: Option<SubAxisInfo>,
}

impl MeshAxis {
    /// Checks the size.
    pub fn verify(&self) -> Result<(), String> {
        match self.size {
            ..=0 => Err(format!("axis size must be at least 1, got: {}", self.size)),
            _ => Ok(()),
        }
    }
}

impl Mesh {
    /// The number of devices; `None` if it is beyond all bounds.
    pub fn num_devices(&self) -> Option<i64> {
        self.axes.iter().try_fold(1i64, |n, a| n.checked_mul(a.size))
    }
    /// Whether it is a single device, given by its number.
    pub fn is_maximal(&self) -> bool {
        self.axes.is_empty() && self.device_ids.len() == 1
    }
    /// The size of an axis.
    pub fn axis_size(&self, name: &str) -> Option<i64> {
        self.axes.iter().find(|a| a.name == name).map(|a| a.size)
    }
    /// The position of an axis, for ordering.
    pub(crate) fn position(&self, name: &str) -> usize {
        self.axes.iter().position(|a| a.name == name).unwrap_or(usize::MAX)
    }
    /// Checks the names of the axes and the numbers of the devices.
    pub fn verify(&self) -> Result<(), String> {
        for (i, axis) in self.axes.iter().enumerate() {
            axis.verify()?;
            if self.axes[..i].iter().any(|a| a.name == axis.name) {
                return Err(format!("duplicate axis name: \"{}\"", axis.name));
            }
        }
        if self.device_ids.is_empty() {
            return Ok(());
        }
        if let Some(id) = self.device_ids.iter().find(|id| **id < 0) {
            return Err(format!("device id must be non-negative, got: {id}"));
        }
        let n = self.device_ids.len();
        if self.num_devices() != Some(n as i64) {
            let product = self.num_devices().map_or("too many".to_owned(), |p| p.to_string());
            return Err(format!(
                "total product of axis sizes must match total number of device ids, got: {product} != {n}"
            ));
        }
        if self.axes.is_empty() {
            return Ok(());
        }
        let mut sorted = self.device_ids.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(i, &id)| id != i as i64) {
            let shown: Vec<String> = sorted.iter().map(i64::to_string).collect();
            return Err(format!("sorted device ids must be iota(product(axes)), got: {}", shown.join(", ")));
        }
        Ok(())
    }
}

impl SubAxisInfo {
    /// The product of the sizes up to the end of the part; `None` on overflow.
    pub fn next_pre_size(self) -> Option<i64> {
        self.pre_size.checked_mul(self.size)
    }
}

impl AxisRef {
    /// The number of places along it.
    pub fn size(&self, mesh: &Mesh) -> i64 {
        self.sub_axis_info.map_or_else(|| mesh.axis_size(&self.name).unwrap_or(1), |s| s.size)
    }
    /// Whether the two are neighbouring parts of one axis.
    pub fn can_merge(&self, next: &Self) -> bool {
        self.name == next.name
            && match (self.sub_axis_info, next.sub_axis_info) {
                (Some(a), Some(b)) => a.next_pre_size() == Some(b.pre_size),
                _ => false,
            }
    }
    /// Where it starts and ends within its axis, as products of sizes.
    fn range(&self) -> (i64, i64) {
        self.sub_axis_info.map_or((1, i64::MAX), |s| (s.pre_size, s.next_pre_size().unwrap_or(i64::MAX)))
    }
    /// Whether some part of the axis is in both.
    pub fn overlaps(&self, other: &Self) -> bool {
        let ((a, b), (c, d)) = (self.range(), other.range());
        self.name == other.name && a < d && c < b
    }
}

impl fmt::Display for AxisRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.name)?;
        match self.sub_axis_info {
            Some(s) => write!(f, ":({}){}", s.pre_size, s.size),
            None => Ok(()),
        }
    }
}

pub(super) fn name(p: &mut Parser<'_>) -> PResult<String> {
    <String as Param>::parse(p)
}

impl Param for MeshAxis {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.quoted(&self.name).text("=").int(self.size);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        let name = name(p)?;
        p.expect("=")?;
        let axis = Self { name, size: p.integer()? };
        axis.verify().map_err(|m| p.error_at(at, m))?;
        Ok(axis)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

impl Param for SubAxisInfo {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.text("(").int(self.pre_size).text(")").int(self.size);
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        p.expect("(")?;
        let pre_size = p.integer()?;
        p.expect(")")?;
        Ok(Self { pre_size, size: p.integer()? })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        *self
    }
}

impl Param for AxisRef {
    fn print(&self, w: &mut AsmWriter<'_>) {
        w.quoted(&self.name);
        if let Some(part) = self.sub_axis_info {
            w.text(":");
            Param::print(&part, w);
        }
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let name = name(p)?;
        let sub_axis_info = if p.eat(":") { Some(SubAxisInfo::parse(p)?) } else { None };
        Ok(Self { name, sub_axis_info })
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

impl Param for Mesh {
    fn print(&self, w: &mut AsmWriter<'_>) {
        print_list("<[", &self.axes, "]", w);
        if !self.device_ids.is_empty() {
            w.text(", device_ids=");
            Param::print(&self.device_ids, w);
        }
        w.text(">");
    }
    fn parse(p: &mut Parser<'_>) -> PResult<Self> {
        let at = p.location();
        p.expect("<")?;
        let axes = parse_list(p, "[", "]")?;
        let mut device_ids = Vec::new();
        if p.eat(",") {
            p.expect("device_ids")?;
            p.expect("=")?;
            p.expect("[")?;
            device_ids.push(p.integer()?);
            while p.eat(",") {
                device_ids.push(p.integer()?);
            }
            p.expect("]")?;
        }
        p.expect(">")?;
        let mesh = Self { axes, device_ids };
        mesh.verify().map_err(|m| p.error_at(at, m))?;
        Ok(mesh)
    }
    fn map_children(&self, _: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Self {
        self.clone()
    }
}

attr_syntax! {
    MeshAxis "mesh_axis" "Named axis in a mesh";
    Mesh "mesh" "Mesh of axes and a list of devices";
    SubAxisInfo "sub_axis_info" "Info about how this sub-axis is derived from the full axis";
    AxisRef "axis_ref" "Reference to either a full axis or a split sub-axis";
}
