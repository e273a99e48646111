// Starts strata-lsp-server, and adds the commands that need a dialog.

"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** @type {LanguageClient | undefined} */
let client;

/** The scheme of the read-only text of binary files. */
const BYTECODE = "strata-bytecode";

async function start() {
  const settings = vscode.workspace.getConfiguration("strata");
  const command = settings.get("server.path") || "strata-lsp-server";
  const args = settings.get("server.arguments") || [];
  client = new LanguageClient(
    "strata",
    "MLIR (Strata)",
    { command, args },
    {
      documentSelector: [{ language: "mlir" }],
      initializationOptions: { allowUnregisteredDialects: settings.get("allowUnregisteredDialects") },
    },
  );
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `The MLIR language server '${command}' does not start: ${error}. Set strata.server.path to it.`,
    );
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

/** Runs a pipeline on the active file, and shows the result beside it. */
async function runPipeline() {
  const editor = vscode.window.activeTextEditor;
  if (!client || !editor) return;
  const pipeline = await vscode.window.showInputBox({
    title: "Pass pipeline",
    value: "builtin.module(canonicalize,cse)",
    prompt: "A pipeline, or names of passes separated by commas",
  });
  if (!pipeline) return;
  const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
  try {
    const result = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: pipeline, cancellable: true },
      (_, cancelled) =>
        client.sendRequest(
          "workspace/executeCommand",
          { command: "strata.runPipeline", arguments: [{ uri, pipeline }] },
          cancelled,
        ),
    );
    if (result.messages) client.outputChannel.append(result.messages);
    const after = await vscode.workspace.openTextDocument({ language: "mlir", content: result.text });
    await vscode.commands.executeCommand("vscode.diff", editor.document.uri, after.uri, pipeline);
  } catch (error) {
    vscode.window.showErrorMessage(String(error.message || error));
  }
}

/** Opens a binary file as text. */
async function openBytecode(uri) {
  const file = uri || (await vscode.window.showOpenDialog({ canSelectMany: false }))?.[0];
  if (!file) return;
  // The server is started by the first file of the language, which this may be.
  if (!client) await start();
  const document = await vscode.workspace.openTextDocument(file.with({ scheme: BYTECODE }));
  await vscode.languages.setTextDocumentLanguage(document, "mlir");
  await vscode.window.showTextDocument(document);
}

/** Writes the active file as bytecode. */
async function saveBytecode() {
  const editor = vscode.window.activeTextEditor;
  if (!client || !editor) return;
  try {
    const uri = client.code2ProtocolConverter.asUri(editor.document.uri);
    const { output } = await client.sendRequest("mlir/convertToBytecode", { uri });
    const target = await vscode.window.showSaveDialog({ filters: { "MLIR bytecode": ["mlirbc"] } });
    if (target) await vscode.workspace.fs.writeFile(target, Buffer.from(output, "base64"));
  } catch (error) {
    vscode.window.showErrorMessage(String(error.message || error));
  }
}

async function activate(context) {
  const provider = {
    async provideTextDocumentContent(uri) {
      const file = client.code2ProtocolConverter.asUri(uri.with({ scheme: "file" }));
      const { output } = await client.sendRequest("mlir/convertFromBytecode", { uri: file });
      return output;
    },
  };
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(BYTECODE, provider),
    vscode.commands.registerCommand("strata.runPipelineOnFile", runPipeline),
    vscode.commands.registerCommand("strata.openBytecode", openBytecode),
    vscode.commands.registerCommand("strata.saveBytecode", saveBytecode),
    vscode.commands.registerCommand("strata.restart", async () => {
      await stop();
      await start();
    }),
  );
  if (!client) await start();
}

module.exports = { activate, deactivate: stop };
