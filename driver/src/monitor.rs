//! How a compilation is watched from outside: it may be cancelled, and it tells its stage.

use std::sync::Arc;

use strata_pass::PassManagerConfig;
use strata_process::Stage;

use crate::cancel::CancelToken;

/// A token that cancels a compilation, and where it says which stage it is in.
#[derive(Clone, Copy, Debug, Default)]
pub struct Monitor<'a> {
    /// Ends the compilation before the next pass.
    pub cancel: Option<&'a CancelToken>,
    /// Gets the name of each pass, or of another stage.
    pub stage: Option<&'a Stage>,
}

impl<'a> From<&'a CancelToken> for Monitor<'a> {
    fn from(token: &'a CancelToken) -> Self {
        Self { cancel: Some(token), stage: None }
    }
}

impl Monitor<'_> {
    /// Whether the compilation was cancelled.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_some_and(CancelToken::is_cancelled)
    }
    /// Enters a stage.
    pub fn enter(&self, stage: &'static str) {
        if let Some(to) = self.stage {
            to.set(stage);
        }
    }
    /// Lets passes that run so be watched.
    pub(crate) fn watch(&self, config: &mut PassManagerConfig) {
        config.cancel = self.cancel.map(CancelToken::flag);
        if let Some(stage) = self.stage.cloned() {
            config.on_pass = Some(Arc::new(move |pass| stage.set(pass)));
        }
    }
}
