// The page: its parts, and what connects them.

import { byId, h } from "./dom";
import { Editor, SOURCE } from "./editor/editor";
import { PipelineEditor } from "./editor/pipeline";
import { Engine } from "./engine/client";
import { EXAMPLES, load } from "./examples";
import { plural, time } from "./format";
import { Model } from "./model";
import { Server } from "./server";
import { decode, encode } from "./share";
import { splitter } from "./split";
import { StageList } from "./stage-list";
import { Tabs } from "./tabs";
import { applyTheme, toggleTheme } from "./theme";
import { Timeline } from "./timeline";
import { TracePanel } from "./trace-panel";
import { BuffersView } from "./views/buffers";
import { ChangesView } from "./views/changes";
import { GraphView } from "./views/graph";
import { IrView } from "./views/ir";
import { KernelsView } from "./views/kernels";
import { LoopsView } from "./views/loops";
import { MachineView } from "./views/machine";
import { RunView } from "./views/run";

/** Milliseconds after the last key until the program is read, and until passes run. */
const CHECK_DELAY = 150;
const RUN_DELAY = 500;
/** Bytes of programs that run by themselves while they are edited. */
const AUTOMATIC = 300_000;

applyTheme();
const engine = new Engine();
const model = new Model(engine);
const server = new Server();
engine.onSlow = (isSlow) => (byId("stop").hidden = !isSlow);

const editor = new Editor(byId("editor"), {
  changed: () => edited(),
  run: () => void start(),
  clicked: (line) => void selectSource(line),
});
const pipeline = new PipelineEditor(byId("pipeline"), { changed: () => edited(), run: () => void start() });

const ir = new IrView();
const goToLine = (line: number) => {
  tabs.open("ir");
  ir.reveal(line);
};
const tabs = new Tabs(model, [
  ir, new ChangesView(), new GraphView(model), new LoopsView(goToLine), new BuffersView(model, () => {}),
  new KernelsView(model), new RunView(model), new MachineView(server, () => editor.text, (lines) => editor.origins(lines)),
]);
const trace = new TracePanel(model, (stage, line) => {
  model.show(stage);
  goToLine(line);
});
byId("timeline").append(new Timeline(model).element);
byId("stages").append(new StageList(model).element);
byId("views").append(tabs.element, trace.element);
splitter(byId("border-editor"), "--editor-width", 240, 1200, 1);
splitter(byId("border-stages"), "--stages-width", 180, 600, 1);

// ---------------------------------------------------------------- running

let checkTimer = 0;
let runTimer = 0;
let quiet = false;

function edited(): void {
  if (quiet) return;
  clearTimeout(checkTimer);
  clearTimeout(runTimer);
  checkTimer = window.setTimeout(() => void check(), CHECK_DELAY);
  if (byId<HTMLInputElement>("automatic").checked && editor.text.length < AUTOMATIC) {
    runTimer = window.setTimeout(() => void start(), RUN_DELAY);
  }
}

async function check(): Promise<void> {
  const text = editor.text;
  try {
    const { diagnostics } = await engine.check(text);
    if (text === editor.text) editor.diagnostics(diagnostics);
  } catch {
    // The run that follows tells what happened.
  }
}

function start(): Promise<void> {
  clearTimeout(runTimer);
  model.validate = byId<HTMLInputElement>("validate").checked ? 2 : 0;
  return model.start(editor.text, pipeline.text);
}

async function open(source: string, text: string): Promise<void> {
  quiet = true;
  editor.text = source;
  pipeline.text = text;
  quiet = false;
  await start();
}

/** Looks at the first op of the program that comes from a line of the editor. */
async function selectSource(line: number): Promise<void> {
  if (model.stages.length === 0 || model.running) return;
  const version = await model.load(0);
  const wanted = Array.from({ length: version.size }, (_, i) => version.at(i)).find((op) => op.source === line);
  if (!wanted) return;
  const at = model.at;
  model.at = 0;
  await model.select(wanted.number);
  model.at = at;
  if (at !== 0) {
    // The selection was made at the input; the stage that is shown marks what became of it.
    model.refresh();
  }
}

// ---------------------------------------------------------------- what the model tells

model.on(["diagnostics"], () => editor.diagnostics(model.diagnostics));
model.on(["selection"], () => {
  const { selection } = model;
  const places = selection?.trace.location.places ?? [];
  editor.origins(places.filter((place) => place.file === SOURCE).map((place) => place.line ?? 0));
});
model.on(["status", "stages", "stage"], () => {
  const { stages, running, problem } = model;
  const status = byId("status");
  document.body.classList.toggle("running", running);
  const done = stages.filter((stage) => stage.version !== undefined).length;
  const all = stages.reduce((sum, stage) => sum + stage.time, 0);
  const failed = stages.find((stage) => stage.result?.status && stage.result.status !== "success");
  const differs = stages.find((stage) => stage.result?.verdicts?.some((verdict) => verdict.verdict === "differs"));
  status.classList.toggle("bad", problem !== "" || failed !== undefined || differs !== undefined);
  if (problem) status.textContent = problem;
  else if (failed) status.textContent = `${failed.pass.name} failed: ${failed.result?.diagnostics?.find((d) => d.severity === "error")?.message ?? ""}`;
  else if (differs) status.textContent = `${differs.pass.name} changed a result`;
  else if (running) status.textContent = `pass ${Math.max(0, done - 1)} of ${stages.length - 1}…`;
  else status.textContent = `${plural(stages.length - 1, "pass").replace("passs", "passes")} in ${time(all)}`;
  status.dataset.state = running ? "running" : "idle";
  const shown = model.stage;
  byId("shown-stage").replaceChildren(
    shown ? h("b", { text: shown.pass.name }) : "", shown ? h("span", { text: shown.pass.summary }) : "");
});

// ---------------------------------------------------------------- the header

const examples = byId<HTMLSelectElement>("examples");
examples.append(h("option", { text: "Examples…", attrs: { value: "" } }), ...EXAMPLES.map((example) => h("option", { text: example.title, attrs: { value: example.id } })));
async function openExample(id: string): Promise<void> {
  const example = EXAMPLES.find((one) => one.id === id);
  if (!example) return;
  examples.value = id;
  history.replaceState(null, "", `#e=${id}`);
  await open(await load(example), example.pipeline);
}
examples.addEventListener("change", () => void openExample(examples.value));

const named = byId<HTMLSelectElement>("pipelines");
named.addEventListener("change", () => {
  if (named.value) pipeline.text = named.value;
  named.value = "";
});
byId("run").addEventListener("click", () => void start());
byId("stop").addEventListener("click", () => model.stop());
byId("theme").addEventListener("click", toggleTheme);
byId("validate").addEventListener("change", () => void start());
byId("share").addEventListener("click", async () => {
  const fragment = await encode({ source: editor.text, pipeline: pipeline.text });
  history.replaceState(null, "", fragment);
  const button = byId("share");
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Link copied";
  } catch {
    button.textContent = "Link is in the address bar";
  }
  setTimeout(() => (button.textContent = "Share"), 2000);
});
const help = byId<HTMLDialogElement>("help");
byId("help-button").addEventListener("click", () => help.showModal());
byId("help-close").addEventListener("click", () => help.close());
byId("file").addEventListener("change", async (event) => {
  const file = (event.target as HTMLInputElement).files?.[0];
  examples.value = "";
  if (file) await open(await file.text(), pipeline.text);
});

// ---------------------------------------------------------------- keys

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") return void start();
  const target = event.target as HTMLElement;
  const typing = target.closest(".cm-editor, input:not([type=checkbox]), select, textarea, dialog") !== null;
  if (event.key === "Escape" && !help.open) {
    if (typing) target.blur();
    else void model.select(undefined);
    return;
  }
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const keys: Record<string, () => void> = {
    "]": () => model.move(1, true),
    "[": () => model.move(-1, true),
    "}": () => model.move(1, false),
    "{": () => model.move(-1, false),
    n: () => tabs.current.jump?.(1),
    N: () => tabs.current.jump?.(-1),
    e: () => editor.focus(),
    p: () => pipeline.focus(),
    t: toggleTheme,
    "?": () => help.showModal(),
  };
  const act = /^[1-8]$/.test(event.key) ? () => tabs.openNumber(Number(event.key) - 1) : keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// ---------------------------------------------------------------- the start

async function begin(): Promise<void> {
  const { hash } = location;
  try {
    const shared = await decode(hash);
    if (shared) {
      examples.value = "";
      return await open(shared.source, shared.pipeline);
    }
  } catch (error) {
    byId("status").textContent = error instanceof Error ? error.message : String(error);
  }
  const wanted = hash.startsWith("#e=") ? hash.slice(3) : "";
  await openExample(EXAMPLES.some((example) => example.id === wanted) ? wanted : EXAMPLES[0]!.id);
}

addEventListener("hashchange", () => void begin());
const names = engine.names().then((all) => {
  pipeline.names = all;
  named.append(...all.pipelines.map((one) => h("option", { text: one.name, title: one.summary, attrs: { value: one.name } })));
});
names.catch(() => {});
void begin();
