/** One part of a composed text: the meaning that it is of, and what stands close to it. */
interface TemplatePart {
  /** The references to follow and the meaning at their end; a single name is a meaning of the record itself. */
  readonly path: readonly string[];
  /** What separates it from the part before it. */
  readonly separator: string;
  /** Brackets and quotes that open right before it and close right after it. */
  readonly opening: string;
  readonly closing: string;
}

/** A template such as `{givenName} {familyName}, {suffix}`, taken apart. */
export interface ComposedTemplate {
  readonly parts: readonly TemplatePart[];
  /** What is written before the first part and after the last one, wherever any part has a text. */
  readonly before: string;
  readonly after: string;
}

const placeholder = /\{([a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)*)\}/;
const closings = /^["'\p{Pe}\p{Pf}]+/u;
const openings = /["'\p{Ps}\p{Pi}]+$/u;

/** Takes a template apart; what stands between braces and names no meaning is left in the texts around the parts. */
export function parseComposedTemplate(template: string): ComposedTemplate {
  // Texts and paths take turns: the expression that splits them has one group.
  const pieces = template.split(placeholder);
  const paths = pieces.filter((_, at) => at % 2 === 1);
  const texts = pieces.filter((_, at) => at % 2 === 0);
  const closing = texts.map((text, at) => (at === 0 ? "" : (closings.exec(text)?.[0] ?? "")));
  const rest = texts.map((text, at) => text.slice(closing[at]?.length ?? 0));
  const opening = rest.map((text, at) => (at === paths.length ? "" : (openings.exec(text)?.[0] ?? "")));
  const between = rest.map((text, at) => text.slice(0, text.length - (opening[at]?.length ?? 0)));
  return {
    parts: paths.map((path, at) => ({
      path: path.split("."),
      separator: at === 0 ? "" : (between[at] ?? ""),
      opening: opening[at] ?? "",
      closing: closing[at + 1] ?? "",
    })),
    before: paths.length === 0 ? "" : (between[0] ?? ""),
    after: paths.length === 0 ? "" : (between.at(-1) ?? ""),
  };
}

/** Texts in braces that name no meaning, and braces that stand alone. */
export function malformedParts(template: string): readonly string[] {
  return template.replaceAll(new RegExp(placeholder, "g"), "").match(/\{[^{}]*\}?|\}/g) ?? [];
}

/**
 * The text of these parts, in the order of the template; null where no part has any. A part that is missing or blank
 * takes its brackets with it, and what separates it: between two parts stands what the template has before the latter.
 */
export function composeText(
  { parts, before, after }: ComposedTemplate,
  texts: readonly (string | null)[],
): string | null {
  const said = parts.flatMap(({ separator, opening, closing }, at) => {
    const text = texts[at]?.trim() ?? "";
    return text === "" ? [] : [{ separator, text: `${opening}${text}${closing}` }];
  });
  if (said.length === 0) return null;
  const joined = said.map(({ separator, text }, at) => (at === 0 ? text : `${separator}${text}`)).join("");
  return `${before}${joined}${after}`;
}
