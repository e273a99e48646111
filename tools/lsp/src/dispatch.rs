//! Requests by their method.

use std::sync::{Arc, atomic::AtomicBool};

use lsp_server::ErrorCode;
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeActionParams, CodeActionProviderCapability, CompletionItem,
    CompletionOptions, CompletionParams, DocumentHighlight, DocumentHighlightKind, DocumentSymbolParams,
    ExecuteCommandOptions, ExecuteCommandParams, FoldingRangeParams, FoldingRangeProviderCapability,
    GotoDefinitionParams, HoverParams, HoverProviderCapability, InitializeResult, InlayHintParams, Location,
    OneOf, Position, ReferenceParams, RenameOptions, RenameParams, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions, SemanticTokensParams, SemanticTokensRangeParams,
    ServerCapabilities, ServerInfo, TextDocumentPositionParams, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextDocumentSyncOptions, WorkDoneProgressOptions, WorkspaceSymbolParams,
    request::{self as r, Request as _},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use strata_ir::{core::Registry, text::extents::Span};
use strata_pass::PassRegistry;

use crate::{
    actions,
    analysis::Analysis,
    colours, commands, completion,
    document::{Document, Documents},
    hints, hover, navigation, outline,
    position::Encoding,
    rename,
};

/// The dialects and passes of a session.
pub struct Session {
    /// The dialects.
    pub registry: Registry,
    /// The passes and pipelines.
    pub passes: Arc<PassRegistry>,
}

/// Why there is no answer.
pub struct Failure {
    /// The code of the protocol.
    pub code: ErrorCode,
    /// The reason, for the user.
    pub message: String,
}

/// The answer to a request.
pub type Answer = Result<Value, Failure>;

/// The most symbols of a search.
const MOST_SYMBOLS: usize = 1000;

/// The capabilities of the server.
pub fn capabilities(encoding: Encoding) -> InitializeResult {
    let no_progress = WorkDoneProgressOptions::default();
    InitializeResult {
        capabilities: ServerCapabilities {
            position_encoding: Some(encoding.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                ..TextDocumentSyncOptions::default()
            })),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            workspace_symbol_provider: Some(OneOf::Left(true)),
            folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: no_progress,
            })),
            completion_provider: Some(CompletionOptions {
                resolve_provider: Some(true),
                trigger_characters: Some(["%", "@", "^", "#", "!", ".", ":", "-"].map(str::to_owned).into()),
                ..CompletionOptions::default()
            }),
            semantic_tokens_provider: Some(
                SemanticTokensOptions {
                    work_done_progress_options: no_progress,
                    legend: SemanticTokensLegend {
                        token_types: colours::TYPES.to_vec(),
                        token_modifiers: colours::MODIFIERS.to_vec(),
                    },
                    range: Some(true),
                    full: Some(SemanticTokensFullOptions::Bool(true)),
                }
                .into(),
            ),
            inlay_hint_provider: Some(OneOf::Left(true)),
            code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX, actions::RUN_PASS]),
                ..CodeActionOptions::default()
            })),
            execute_command_provider: Some(ExecuteCommandOptions {
                commands: vec![commands::RUN_PIPELINE.to_owned()],
                work_done_progress_options: no_progress,
            }),
            ..ServerCapabilities::default()
        },
        server_info: Some(ServerInfo {
            name: "strata-lsp-server".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        }),
    }
}

fn params<T: DeserializeOwned>(value: Value) -> Result<T, Failure> {
    let failure = |e: serde_json::Error| Failure { code: ErrorCode::InvalidParams, message: e.to_string() };
    serde_json::from_value(value).map_err(failure)
}

fn value(result: impl Serialize) -> Answer {
    let failure = |e: serde_json::Error| Failure { code: ErrorCode::InternalError, message: e.to_string() };
    serde_json::to_value(result).map_err(failure)
}

fn failed(message: String) -> Failure {
    Failure { code: ErrorCode::RequestFailed, message }
}

/// A file and what is known of it.
struct Open<'a> {
    doc: &'a Document,
    analysis: &'a Analysis,
    session: &'a Session,
}

/// Answers a request about a version of a file, or about all of them.
pub fn answer(
    session: &Session,
    method: &str,
    value_of_params: Value,
    document: Option<&Document>,
    documents: &dyn Fn() -> Vec<Arc<Document>>,
) -> Answer {
    match method {
        r::WorkspaceSymbolRequest::METHOD => {
            let query = params::<WorkspaceSymbolParams>(value_of_params)?.query;
            let mut found = Vec::new();
            let mut all = documents();
            all.sort_by(|a, b| a.uri.cmp(&b.uri));
            for doc in all {
                let analysis = doc.analysis(&session.registry);
                let room = MOST_SYMBOLS.saturating_sub(found.len());
                found.extend(outline::workspace_symbols(&doc, analysis, &query, room));
            }
            value(found)
        }
        r::ResolveCompletionItem::METHOD => {
            value(completion::resolve(&session.registry, params::<CompletionItem>(value_of_params)?))
        }
        _ => {
            let open = || match document {
                Some(doc) => Ok(Open { doc, analysis: doc.analysis(&session.registry), session }),
                None => Err(Failure {
                    code: ErrorCode::InvalidParams,
                    message: format!("'{method}' is about a file that is not open"),
                }),
            };
            about_file(method, value_of_params, open)
        }
    }
}

fn about_file<'a>(method: &str, p: Value, open: impl FnOnce() -> Result<Open<'a>, Failure>) -> Answer {
    match method {
        r::HoverRequest::METHOD => {
            let at = params::<HoverParams>(p)?.text_document_position_params.position;
            let o = open()?;
            value(hover::hover(o.doc, o.analysis, &o.session.passes, at))
        }
        r::GotoDefinition::METHOD => {
            let at = params::<GotoDefinitionParams>(p)?.text_document_position_params.position;
            value(open()?.locations(at, |m| m.defines))
        }
        r::References::METHOD => {
            let p: ReferenceParams = params(p)?;
            let all = p.context.include_declaration;
            value(open()?.locations(p.text_document_position.position, |m| all || !m.defines))
        }
        r::DocumentHighlightRequest::METHOD => {
            value(open()?.highlights(params::<TextDocumentPositionParams>(p)?.position))
        }
        r::PrepareRenameRequest::METHOD => {
            let at = params::<TextDocumentPositionParams>(p)?.position;
            let o = open()?;
            value(rename::prepare(o.doc, o.analysis, at))
        }
        r::Rename::METHOD => {
            let p: RenameParams = params(p)?;
            let o = open()?;
            let edits = rename::rename(o.doc, o.analysis, p.text_document_position.position, &p.new_name);
            Ok(json!({"changes": {o.doc.uri.as_str(): edits.map_err(failed)?}}))
        }
        r::DocumentSymbolRequest::METHOD => {
            params::<DocumentSymbolParams>(p)?;
            let o = open()?;
            value(outline::document_symbols(o.doc, o.analysis))
        }
        r::FoldingRangeRequest::METHOD => {
            params::<FoldingRangeParams>(p)?;
            value(outline::folding(open()?.doc))
        }
        r::SemanticTokensFullRequest::METHOD => {
            params::<SemanticTokensParams>(p)?;
            let o = open()?;
            value(colours::semantic_tokens(o.doc, o.analysis, None))
        }
        r::SemanticTokensRangeRequest::METHOD => {
            let range = params::<SemanticTokensRangeParams>(p)?.range;
            let o = open()?;
            value(colours::semantic_tokens(o.doc, o.analysis, Some(range)))
        }
        r::Completion::METHOD => {
            let at = params::<CompletionParams>(p)?.text_document_position.position;
            let o = open()?;
            let Session { registry, passes } = o.session;
            value(completion::completion(o.doc, o.analysis, registry, passes, at))
        }
        r::InlayHintRequest::METHOD => {
            let range = params::<InlayHintParams>(p)?.range;
            let o = open()?;
            value(hints::hints(o.doc, o.analysis, range))
        }
        r::CodeActionRequest::METHOD => {
            let p: CodeActionParams = params(p)?;
            let o = open()?;
            let passes = &o.session.passes;
            value(actions::actions(o.doc, o.analysis, passes, p.range, &p.context))
        }
        _ => Err(Failure {
            code: ErrorCode::MethodNotFound,
            message: format!("there is no method '{method}'"),
        }),
    }
}

impl Open<'_> {
    /// The places that name what is at a position.
    fn mentions(&self, at: Position) -> Option<Vec<(lsp_types::Range, bool)>> {
        let (part, offset) = self.doc.place(self.analysis, at)?;
        let text = self.doc.part_text(part);
        let (entity, _) = navigation::entity_at(part, text, offset)?;
        let found = navigation::mentions(part, text, &entity);
        let range = |name: Span| self.doc.range(part, navigation::with_sigil(name));
        Some(found.into_iter().map(|m| (range(m.name), m.defines)).collect())
    }
    fn locations(&self, at: Position, wanted: impl Fn(&Mentioned) -> bool) -> Option<Vec<Location>> {
        let found = self.mentions(at)?.into_iter().map(|(range, defines)| Mentioned { range, defines });
        let place = |m: Mentioned| Location::new(self.doc.uri.clone(), m.range);
        Some(found.filter(wanted).map(place).collect())
    }
    fn highlights(&self, at: Position) -> Option<Vec<DocumentHighlight>> {
        let kind = |defines| if defines { DocumentHighlightKind::WRITE } else { DocumentHighlightKind::READ };
        let found = self.mentions(at)?.into_iter();
        Some(found.map(|(range, defines)| DocumentHighlight { range, kind: Some(kind(defines)) }).collect())
    }
}

/// A place that names something.
struct Mentioned {
    range: lsp_types::Range,
    defines: bool,
}

/// Runs a command; `apply` sends edits to the client.
pub fn command(
    session: &Session,
    method: &str,
    value_of_params: Value,
    documents: &Documents,
    cancel: &Arc<AtomicBool>,
    apply: &dyn Fn(Value),
) -> Answer {
    let open = |uri: &lsp_types::Uri| {
        let name = uri.as_str();
        documents.get(name).ok_or_else(|| failed(format!("the file '{name}' is not open")))
    };
    match method {
        commands::FROM_BYTECODE => {
            let p: commands::Convert = params(value_of_params)?;
            value(commands::from_bytecode(&session.registry, &p.uri).map_err(failed)?)
        }
        commands::TO_BYTECODE => {
            let p: commands::Convert = params(value_of_params)?;
            let doc = open(&p.uri)?;
            value(commands::to_bytecode(&session.registry, doc.uri.as_str(), &doc.text).map_err(failed)?)
        }
        _ => {
            let p: ExecuteCommandParams = params(value_of_params)?;
            if p.command != commands::RUN_PIPELINE {
                let message = format!("there is no command '{}'", p.command);
                return Err(Failure { code: ErrorCode::InvalidParams, message });
            }
            let argument = p.arguments.into_iter().next().unwrap_or_default();
            let run: commands::RunPipeline = params(argument)?;
            let doc = open(&run.uri)?;
            let (name, pipeline) = (doc.uri.as_str(), run.pipeline.as_str());
            let result =
                commands::run_pipeline(&session.registry, &session.passes, name, &doc.text, pipeline, cancel);
            let result = result.map_err(failed)?;
            if run.edit && result.text != doc.text {
                let whole = doc.lines.range(&doc.text, Span::new(0, doc.text.len()));
                let edit = json!({"range": whole, "newText": result.text});
                let version = json!({"uri": name, "version": doc.version});
                let changes = json!([{"textDocument": version, "edits": [edit]}]);
                apply(json!({"label": pipeline, "edit": {"documentChanges": changes}}));
            }
            value(result)
        }
    }
}
