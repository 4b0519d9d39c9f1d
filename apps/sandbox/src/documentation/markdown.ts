import { isJsonObject, type Json } from "#/json/json.ts";

const maxWidth = 100;

export function code(text: string): string {
  return `\`${text}\``;
}

export function codes(texts: readonly string[]): string {
  return texts.map(code).join(", ");
}

/** A path in dotted notation, such as `names.full`. */
export function dotted(path: readonly string[]): string {
  return path.join(".");
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
}

export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** JSON with line breaks, except in values that fit on one line. */
export function prettyJson(value: Json, indent = ""): string {
  const short = onOneLine(value);
  if (indent.length + short.length <= maxWidth || (!isJsonObject(value) && !Array.isArray(value))) return short;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => `${inner}${prettyJson(entry, inner)}`)
    : Object.entries(value).map(([name, entry]) => `${inner}${JSON.stringify(name)}: ${prettyJson(entry, inner)}`);
  const [opening, closing] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${opening}\n${parts.join(",\n")}\n${indent}${closing}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${onOneLine(inner)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
