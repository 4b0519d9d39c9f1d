const token =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`|\.{3}|\.\s*[A-Za-z_$][\w$]*|[A-Za-z_$][\w$]*|[{}()[\],;]/g;

/** A name that code uses for a property or in a literal, with its line. */
export interface NamedInSource {
  name: string;
  line: number;
}

const compound = /[A-Za-z][A-Za-z0-9]*(?:[_-][A-Za-z0-9]+)+/g;

/** Compound words, such as names of headers or columns, anywhere outside comments. */
export function compoundNames(source: string): NamedInSource[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`/\w])\/\/[^\n]*/g, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  );
  return [...code.matchAll(compound)].map((match) => ({
    name: match[0],
    line: code.slice(0, match.index).split("\n").length,
  }));
}

/**
 * Names of properties, and the words of literals that are not sentences, such as pointers, addresses and queries. Comments,
 * sentences, variables and module specifiers do not count.
 */
export function sourceNames(source: string): NamedInSource[] {
  return namesIn(source, 0, source.length).map(({ name, at }) => ({
    name,
    line: source.slice(0, at).split("\n").length,
  }));
}

interface NamedAt {
  name: string;
  at: number;
}

/** Open brackets, by what they contain; imported and exported names are variables. */
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

/** True for a word in braces that names a member: before a colon, or between commas. Braces of JSX, which begin without a space, have no members. */
function isMember(source: string, { at, next, before }: { at: number; next: number; before: string }): boolean {
  const rest = source.slice(next, next + 40);
  if (/^\s*\??:/.test(rest)) return /^(?:[{},;]|readonly)$/.test(before);
  const isFirst = before === "{" && /\s/.test(source[at - 1] ?? "");
  return (isFirst || before === ",") && /^\s*(?:[,}]|=(?![=>]))/.test(rest);
}

/** The words of a literal, and the whole of it; one with spaces is a sentence or a list of classes, and has none. */
function wordsOf(text: string, at: number): NamedAt[] {
  if (text === "" || /\s/.test(text)) return [];
  const words = [...text.matchAll(/[A-Za-z0-9_$-]+/g)].map((word) => ({ name: word[0], at: at + word.index }));
  return words.length === 1 && words[0]?.name === text ? words : [{ name: text, at }, ...words];
}

/** The ranges of text and of code in a template literal, and where it ends. */
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

/** The brace that ends the code in a template literal, skipping nested templates and braces. */
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
