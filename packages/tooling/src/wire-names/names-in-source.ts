const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\.\s*[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*\s*\??:|[A-Za-z_$][\w$]*/g;

/** A name that code uses for a property or has as a literal, and the line where it does. */
export interface NamedInSource {
  name: string;
  line: number;
}

const compound = /[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+/g;

/** Words of several parts, such as a header's or a column's, wherever they stand outside comments: in a pointer, an address, a text on the screen. */
export function compoundsInSource(source: string): NamedInSource[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`/\w])\/\/[^\n]*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  );
  return [...code.matchAll(compound)].map((match) => ({
    name: match[0],
    line: code.slice(0, match.index).split("\n").length,
  }));
}

/** Names of properties and the whole text of literals; words in comments, variables and addresses of modules are none. */
export function namesInSource(source: string): NamedInSource[] {
  const found: NamedInSource[] = [];
  let line = 1;
  let at = 0;
  let before = "";
  for (const match of source.matchAll(token)) {
    for (; at < match.index; at += 1) if (source[at] === "\n") line += 1;
    const [text] = match;
    const name = nameIn(text);
    if (name !== null && before !== "from" && before !== "import") found.push({ name, line });
    if (!text.startsWith("/")) before = text;
  }
  return found;
}

function nameIn(text: string): string | null {
  if (text.startsWith("/")) return null;
  if (/^["'`]/.test(text)) return text.slice(1, -1);
  if (text.startsWith(".")) return text.slice(1).trim();
  return text.endsWith(":") ? text.slice(0, -1).replace("?", "").trim() : null;
}
