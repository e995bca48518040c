// The extension: it starts `hatha lsp` and hands the rest to the client of the protocol. Nothing is sent anywhere.
import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { settings } from "./settings";

let client: LanguageClient | undefined;

function configured(): Record<string, unknown> {
  const all = vscode.workspace.getConfiguration("hatha");
  return settings((key) => all.get(key));
}

async function start(): Promise<void> {
  const command = vscode.workspace.getConfiguration("hatha").get<string>("command") || "hatha";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "c" }],
    initializationOptions: configured(),
  };
  client = new LanguageClient("hatha", "hatha", server, options);
  await client.start();
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("hatha.restart", async () => {
      await client?.stop();
      await start();
    }),
    vscode.commands.registerCommand("hatha.checkFile", async () => {
      const uri = vscode.window.activeTextEditor?.document.uri.toString();
      const params = { command: "hatha.checkAll", arguments: [uri] };
      if (uri) await client?.sendRequest("workspace/executeCommand", params);
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("hatha")) return;
      await client?.sendNotification("workspace/didChangeConfiguration", { settings: { hatha: configured() } });
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}
