//! The code behind custom calls.

use std::sync::Arc;

use crate::{Literal, Result};

/// The code behind a custom call: results from arguments, or an error.
pub(crate) type CustomCall = Arc<dyn Fn(&[Literal]) -> Result<Vec<Literal>, String> + Send + Sync>;
