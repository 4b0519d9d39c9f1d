const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`|\.{3}|\.\s*[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*|[{}()[\],;]/g;

/** A name that code uses for a property or has in a literal, and the line where it does. */
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

/**
 * Names of properties, written out or short, and the words of literals that are no sentences: of a pointer, an address, a
 * query. Words in comments and sentences, variables and addresses of modules are none.
 */
export function namesInSource(source: string): NamedInSource[] {
  return namesIn(source, 0, source.length).map(({ name, at }) => ({
    name,
    line: source.slice(0, at).split("\n").length,
  }));
}

interface NamedAt {
  name: string;
  at: number;
}

/** Brackets that are open, by what they hold; names that a module gives or takes are variables. */
type Open = "members" | "names" | "values";

function namesIn(source: string, start: number, end: number): NamedAt[] {
  const found: NamedAt[] = [];
  const open: Open[] = [];
  let before = "";
  token.lastIndex = start;
  for (let match = token.exec(source); match !== null && match.index < end; match = token.exec(source)) {
    const [text] = match;
    const at = match.index;
    if (/^\/[/*]/.test(text)) continue;
    let next = at + text.length;
    if (text === "`") {
      const template = templateAt(source, at);
      if (!isModule(before)) for (const part of template.texts) found.push(...wordsOf(source.slice(...part), part[0]));
      for (const [from, to] of template.codes) found.push(...namesIn(source, from, to));
      next = template.end;
    } else if (/^["']/.test(text)) {
      if (!isModule(before)) found.push(...wordsOf(text.slice(1, -1), at + 1));
    } else if (/^[{([]/.test(text)) {
      open.push(text === "{" ? (/^(import|export|type)$/.test(before) ? "names" : "members") : "values");
    } else if (/^[})\]]/.test(text)) {
      open.pop();
    } else if (/^\.\s*[A-Za-z_$]/.test(text)) {
      found.push({ name: text.slice(1).trim(), at });
    } else if (/^[A-Za-z_$]/.test(text) && open.at(-1) === "members" && isMember(source, { at, next, before })) {
      found.push({ name: text, at });
    }
    before = text;
    token.lastIndex = next;
  }
  return found;
}

function isModule(before: string): boolean {
  return before === "from" || before === "import";
}

/** In braces a word names a member before a colon, and between commas, with a default behind it or without; the braces of a screen's markup, which hold no blank, have none. */
function isMember(source: string, { at, next, before }: { at: number; next: number; before: string }): boolean {
  const rest = source.slice(next, next + 40);
  if (/^\s*\??:/.test(rest)) return /^(?:[{},;]|readonly)$/.test(before);
  const isFirst = before === "{" && /\s/.test(source[at - 1] ?? "");
  return (isFirst || before === ",") && /^\s*(?:[,}]|=(?![=>]))/.test(rest);
}

/** A literal with blanks is a sentence or a list of classes; of any other one each word counts, and the whole. */
function wordsOf(text: string, at: number): NamedAt[] {
  if (text === "" || /\s/.test(text)) return [];
  const words = [...text.matchAll(/[A-Za-z0-9_$-]+/g)].map((word) => ({ name: word[0], at: at + word.index }));
  return words.length === 1 && words[0]?.name === text ? words : [{ name: text, at }, ...words];
}

/** What of a template is text and what is code, as ranges, and where it ends. */
function templateAt(source: string, start: number): { texts: Range[]; codes: Range[]; end: number } {
  const texts: Range[] = [];
  const codes: Range[] = [];
  let from = start + 1;
  let at = from;
  while (at < source.length && source[at] !== "`") {
    if (source[at] === "\\") at += 2;
    else if (source.startsWith("${", at)) {
      texts.push([from, at]);
      const to = codeEnd(source, at + 2);
      codes.push([at + 2, to]);
      at = from = to + 1;
    } else at += 1;
  }
  texts.push([from, at]);
  return { texts, codes, end: at + 1 };
}

type Range = [from: number, to: number];

/** The brace that closes the code in a template, past the templates and braces within. */
function codeEnd(source: string, start: number): number {
  let depth = 1;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === "`") at = templateAt(source, at).end - 1;
    else if (source[at] === "{") depth += 1;
    else if (source[at] === "}") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return source.length;
}
