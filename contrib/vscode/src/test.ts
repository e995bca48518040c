// The protocol library of the extension against the real server, without VS Code.
import { spawn } from "child_process";
import { mkdtempSync, writeFileSync } from "fs";
import { tmpdir } from "os";
import { join } from "path";
import { pathToFileURL } from "url";
import { createMessageConnection, StreamMessageReader, StreamMessageWriter } from "vscode-jsonrpc/node";
import { settings } from "./settings";

interface Diagnostic {
  severity?: number;
  message: string;
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hatha-"));
  const file = join(folder, "a.c");
  const uri = pathToFileURL(file).toString();
  const text = "int f(int a) { return 10 / a; }\n";
  writeFileSync(file, text);
  const server = spawn(process.env.HATHA ?? "hatha", ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
  const connection = createMessageConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const given: Record<string, unknown> = { cache: join(folder, "cache"), timeout: 20, jobs: null };
  let heard: (all: Diagnostic[]) => void = () => undefined;
  connection.onNotification("textDocument/publishDiagnostics", (p: { diagnostics: Diagnostic[] }) => heard(p.diagnostics));
  connection.listen();
  const root = pathToFileURL(folder).toString();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: root,
    workspaceFolders: [{ uri: root, name: "root" }],
    capabilities: {},
    initializationOptions: settings((key) => given[key]),
  });
  await connection.sendNotification("initialized", {});
  const found = new Promise<Diagnostic>((resolve) => {
    heard = (all) => all.filter((d) => (d.severity ?? 4) <= 2).slice(0, 1).forEach(resolve);
  });
  const document = { uri, languageId: "c", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument: document });
  const message = (await found).message;
  if (!message.startsWith("division-by-zero")) throw new Error(message);
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
  const status = await new Promise((resolve) => server.on("exit", resolve));
  if (status !== 0) throw new Error(`the server ended with ${status}`);
  console.log("accepted by the client of VS Code");
}

main().catch((e) => {
  console.error(e);
  process.exit(1);
});
