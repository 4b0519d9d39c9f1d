/** A composed text, or a part of one that stands in brackets or quotes: what it is made of, in order. */
export interface ComposedTemplate {
  readonly items: readonly TemplateItem[];
  /** What is written before the first item and after the last one, wherever any item has a text. */
  readonly before: string;
  readonly after: string;
}

interface TemplateItem {
  /** What separates it from the item before it. */
  readonly separator: string;
  /** The references to follow and the meaning at their end, such as `place.name`; or a part in brackets. */
  readonly content: string | ComposedTemplate;
}

const placeholder = /\{([a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*)\}/;

/** Brackets and quotes that come in pairs, by the one that opens. */
const pairs = `() [] <> ⟨⟩ «» »« ‹› ›‹ “” „“ ‘’ ‚‘ （） 「」 『』 【】 《》 〈〉 〔〕 "" ''`.split(" ");
const closingOf = new Map(pairs.map(([opening = "", closing = ""]) => [opening, closing]));
const closings = new Set(closingOf.values());

/** The paths in braces of a template, in its order. */
export function templatePaths(template: string): readonly string[] {
  return [...template.matchAll(new RegExp(placeholder, "g"))].map(([, path = ""]) => path);
}

/**
 * Takes a template such as `{familyName} ({givenName} {nick})` apart. A bracket or quote without its other half, or
 * around no part, is text as any other; so is what stands between braces and names no meaning.
 */
export function parseComposedTemplate(template: string): ComposedTemplate {
  const outermost = new OpenTemplate("");
  const open: OpenTemplate[] = [];
  const innermost = () => open.at(-1) ?? outermost;
  const dissolveInnermost = () => {
    const dissolved = open.pop();
    if (dissolved !== undefined) innermost().takeIn(dissolved);
  };
  // Texts and paths take turns: the expression that splits them has one group.
  const pieces = template.split(placeholder);
  for (const [position, piece] of pieces.entries()) {
    if (position % 2 === 1) {
      innermost().add(piece);
      continue;
    }
    const characters = piece.match(/./gsu) ?? [];
    for (const [place, character] of characters.entries()) {
      const pair = closings.has(character)
        ? open.findLastIndex(({ opening }) => closingOf.get(opening) === character)
        : -1;
      if (pair >= 0) {
        while (open.length > pair + 1) dissolveInnermost();
        const closed = open.pop();
        if (closed !== undefined) innermost().addBracketed(closed, character);
        continue;
      }
      const before = place === 0 && position > 0 ? afterPart : (characters[place - 1] ?? " ");
      const isBeforePart = place === characters.length - 1 && position < pieces.length - 1;
      if (closingOf.has(character) && !isApostrophe(character, before, isBeforePart))
        open.push(new OpenTemplate(character));
      else innermost().text += character;
    }
  }
  while (open.length > 0) dissolveInnermost();
  return { items: outermost.items, before: outermost.before, after: outermost.text };
}

const afterPart = "}";

/** A straight quote within a word or after a part opens nothing, unless it stands between two parts. */
function isApostrophe(character: string, before: string, isBeforePart: boolean): boolean {
  if (character !== "'" && character !== '"') return false;
  return /[\p{L}\p{N}]/u.test(before) || (before === afterPart && !isBeforePart);
}

/** What is read so far of a template, or of what stands in brackets within one. */
class OpenTemplate {
  readonly opening: string;
  readonly items: TemplateItem[] = [];
  before = "";
  /** What was read since the last item. */
  text = "";

  constructor(opening: string) {
    this.opening = opening;
  }

  add(content: TemplateItem["content"]): void {
    const isFirst = this.items.length === 0;
    if (isFirst) this.before = this.text;
    this.items.push({ separator: isFirst ? "" : this.text, content });
    this.text = "";
  }

  addBracketed({ opening, items, before, text }: OpenTemplate, closing: string): void {
    if (items.length === 0) this.text += `${opening}${text}${closing}`;
    else this.add({ items, before: `${opening}${before}`, after: `${text}${closing}` });
  }

  /** Takes the items of a bracket that was never closed as its own. */
  takeIn({ opening, items, before, text }: OpenTemplate): void {
    this.text += `${opening}${before}`;
    for (const { separator, content } of items) {
      this.text += separator;
      this.add(content);
    }
    this.text += text;
  }
}

/** Texts in braces that name no meaning, and braces that stand alone. */
export function malformedParts(template: string): readonly string[] {
  return template.replaceAll(new RegExp(placeholder, "g"), "").match(/\{[^{}]*\}?|\}/g) ?? [];
}

/**
 * The text of a template, given that of each path; null where no part has any. A part that is missing or blank takes
 * what separates it with it, and brackets go where all parts in them are missing: between two parts stands what the
 * template has before the latter.
 */
export function composeText(
  { items, before, after }: ComposedTemplate,
  textAt: (path: string) => string | null,
): string | null {
  const texts = items.flatMap(({ separator, content }) => {
    const text = typeof content === "string" ? textAt(content)?.trim() : composeText(content, textAt);
    return text === undefined || text === null || text === "" ? [] : [{ separator, text }];
  });
  if (texts.length === 0) return null;
  const joined = texts.map(({ separator, text }, position) => (position === 0 ? text : `${separator}${text}`)).join("");
  return `${before}${joined}${after}`;
}
