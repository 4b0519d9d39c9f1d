import { inTimeForm, isTimeForm, timeFormPattern, unknownZone } from "./time-form.ts";
import { isJsonArray, isJsonObject, numberOf, numberText, type Json } from "#/json/json.ts";

/** Values for the placeholders of a template; an undefined one takes its member away. */
export type TemplateValues = Readonly<Record<string, Json | undefined>>;

/** Placeholders of an entry of a list of details of an error. */
export const detailPlaceholders: readonly string[] = ["detailField", "detailWords", "detailCode"];

/** The source of a placeholder's pattern: its name, and the form that follows it. */
const form = `:(string|number|${timeFormPattern})`;
const placeholder = new RegExp(`\\{([A-Za-z]+)(?:${form})?\\}`, "g");
const placeholderAlone = new RegExp(`^\\{([A-Za-z]+)(?:${form})?\\}$`);
const malformed = new RegExp(`\\{(?![A-Za-z]+(?:${form})?\\})[^{}]*\\}?`, "g");

/** The variables that are times, and so can have a form of one. */
export const timeVariables: readonly string[] = ["from", "to", "startAt"];

/** The zone of days for which the placeholder names none. */
const ZONE = "timeZone";
/** The first time that no longer belongs to the range. */
const END = "to";

function converted(name: string, as: string | undefined, values: TemplateValues): Json | undefined {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (isTimeForm(as)) {
    const { [ZONE]: timeZone } = values;
    if (typeof value !== "string") return value;
    return inTimeForm({ instant: value, isEnd: name === END }, as, typeof timeZone === "string" ? timeZone : "UTC");
  }
  if (as === "string") return numberText(value) ?? value;
  if (as === "number" && typeof value === "string") return numberOf(value) ?? value;
  return value;
}

/** The names of the placeholders in a template, at any depth. */
export function placeholdersOf(template: Json | undefined): readonly string[] {
  if (typeof template === "string") return [...template.matchAll(placeholder)].flatMap((match) => match[1] ?? []);
  if (isJsonArray(template)) return template.flatMap(placeholdersOf);
  if (isJsonObject(template)) return Object.values(template).flatMap(placeholdersOf);
  return [];
}

/** Texts in braces that are not valid placeholders: they would be sent literally, or as another value than is meant. */
export function malformedPlaceholders(template: Json | undefined): readonly string[] {
  if (typeof template === "string") {
    const wrongTimeForms = [...template.matchAll(placeholder)].filter(
      ([, name = "", as]) => isTimeForm(as) && (!timeVariables.includes(name) || unknownZone(as) !== null),
    );
    return [...(template.match(malformed) ?? []), ...wrongTimeForms.map(([whole]) => whole)];
  }
  if (isJsonArray(template)) return template.flatMap(malformedPlaceholders);
  return isJsonObject(template) ? Object.values(template).flatMap(malformedPlaceholders) : [];
}

/** Fills a template: `"{x}"` becomes the value itself, text around it makes text, `{x:string}` and `{x:number}` convert, and times have forms of their own. Undefined when a needed value is missing. */
export function fillTemplate(template: Json, values: TemplateValues): Json | undefined {
  if (typeof template === "string") {
    const only = placeholderAlone.exec(template);
    if (only?.[1] !== undefined) return converted(only[1], only[2], values);
    let isMissing = false;
    const text = template.replaceAll(placeholder, (_match, name: string, as: string | undefined) => {
      const value = converted(name, isTimeForm(as) ? as : undefined, values);
      if (value === undefined) isMissing = true;
      return typeof value === "string" ? value : JSON.stringify(value ?? null);
    });
    return isMissing ? undefined : text;
  }
  if (isJsonArray(template)) return template.flatMap((entry) => fillTemplate(entry, values) ?? []);
  if (!isJsonObject(template)) return template;
  const members: [string, Json][] = [];
  for (const [key, inner] of Object.entries(template)) {
    const filled = fillTemplate(inner, values);
    if (filled === undefined) continue;
    const isEmptied =
      isJsonObject(filled) && isJsonObject(inner) && Object.keys(filled).length === 0 && Object.keys(inner).length > 0;
    if (!isEmptied) members.push([key, filled]);
  }
  return Object.fromEntries(members);
}

/** Fills a path template with encoded values; null when a value is missing or would change the path's shape. */
export function fillPath(template: string, values: Readonly<Record<string, string>>): string | null {
  let isWhole = true;
  const path = template.replaceAll(/\{([A-Za-z]+)\}/g, (_match, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined || value === "" || value === "." || value === ".." || !value.isWellFormed()) {
      isWhole = false;
      return "";
    }
    return encodeURIComponent(value);
  });
  // A dot of the template and one of the value can form `..`, which would change the path.
  return isWhole && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(path) ? path : null;
}
