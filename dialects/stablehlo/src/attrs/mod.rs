//! The attributes of the dialect.

mod accuracy;
mod bounds;
mod conv;
mod dims;
mod enums;
mod mesh;

pub use accuracy::ResultAccuracy;
pub use bounds::{LongForm, TypeExtensions};
pub use conv::ConvDimensionNumbers;
pub(crate) use conv::{parse_conv_dims, print_conv_dims};
pub use dims::{
    ChannelHandle, Count, DotAlgorithm, DotDimensionNumbers, GatherDimensionNumbers, List,
    OutputOperandAlias, ScatterDimensionNumbers,
};
pub use enums::{
    ComparisonDirection, ComparisonType, FftType, Precision, ResultAccuracyMode, RngAlgorithm,
    RngDistribution, Transpose,
};
pub use mesh::{AxisRef, GroupAxes, Mesh, MeshAxis, ReplicaGroupMeshAxesAttr, SubAxis, SubAxisInfo};
