import { isJsonObject, type Json } from "#/json/json.ts";

const widest = 100;

export function code(text: string): string {
  return `\`${text}\``;
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(", ");
}

/** A member's place as people write it: `names.full`, `lines[].number`. */
export function dotted(path: readonly string[]): string {
  return path.join(".");
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** JSON for reading: what fits on a line stays on it. */
export function prettyJson(value: Json, indent = ""): string {
  const short = spaced(value);
  if (indent.length + short.length <= widest || (!isJsonObject(value) && !Array.isArray(value))) return short;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => `${inner}${prettyJson(entry, inner)}`)
    : Object.entries(value).map(([name, entry]) => `${inner}${JSON.stringify(name)}: ${prettyJson(entry, inner)}`);
  const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${opening}\n${parts.join(",\n")}\n${indent}${closing}`;
}

function spaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${spaced(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
