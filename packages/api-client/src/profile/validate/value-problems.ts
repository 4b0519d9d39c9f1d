import type { ProfileProblem } from "#/errors/profile-error.ts";
import type { Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { decodeMeaning } from "#/profile/decode/decode-record.ts";
import { bookableProblems } from "#/profile/kinds/bookable.ts";
import { kindOf, type ValueMeaning } from "#/profile/kinds/kinds.ts";
import type { EntryProblem } from "#/profile/kinds/meaning-kind.ts";
import { listNames } from "#/profile/names.ts";
import type { OwnMeaning } from "#/profile/schema/profile-schema.ts";
import { malformedPlaceholders, placeholdersOf } from "#/profile/template.ts";

/** An element must contain the id or number that it is for, and only variables of its kind. */
function templateProblems(meaningKeys: readonly string[], meaning: ValueMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (write === undefined || write === "never" || !("element" in write)) return [];
  const known = kindOf(meaning).placeholders;
  const [needed = ""] = known;
  const elements = [
    ["element", write.element],
    ["elementWithExtension", "elementWithExtension" in write ? write.elementWithExtension : undefined],
  ] as const;
  return elements.flatMap(([key, template]): readonly ProfileProblem[] => {
    if (template === undefined) return [];
    const pointer = formatPointer([...meaningKeys, "write", key]);
    const used = placeholdersOf(template);
    const unknown = [
      ...used.filter((name) => !known.includes(name)).map((name) => `{${name}}`),
      ...malformedPlaceholders(template),
    ];
    const told = unknown.map((name) => ({
      pointer,
      message: `${name} is not known here; known: ${listNames(known.map((variable) => `{${variable}}`))}`,
    }));
    return used.includes(needed) ? told : [...told, { pointer, message: `must contain "{${needed}}"` }];
  });
}

const emptyValues: Readonly<Record<string, Json>> = { null: null, list: [], text: "" };

/** An empty value must be readable, or a record that has it could no longer be read. */
function emptyProblems(meaningKeys: readonly string[], meaning: ValueMeaning): readonly ProfileProblem[] {
  const { write } = meaning;
  if (write === undefined || write === "never" || write.empty === "as-given") return [];
  const fits = Object.entries(emptyValues)
    .filter(([, value]) => "reading" in decodeMeaning({ ...meaning, at: "/value" }, { value }))
    .map(([name]) => `"${name}"`);
  if (fits.includes(`"${write.empty}"`)) return [];
  const message = `"${write.empty}" would not be read back as a value of kind "${meaning.kind}" in this shape: write ${fits.join(" or ")}, or leave it out`;
  return [{ pointer: formatPointer([...meaningKeys, "write", "empty"]), message }];
}

/** Problems of what a meaning says of its values, and of how it is written: what could not be told apart or read back. */
export function valueProblems(meaningKeys: readonly string[], meaning: OwnMeaning): readonly ProfileProblem[] {
  const at = ({ keys, message }: EntryProblem) => ({ pointer: formatPointer([...meaningKeys, ...keys]), message });
  if (meaning.kind === "bookable") return bookableProblems(meaning).map(at);
  const kind = kindOf(meaning);
  const templates = templateProblems(meaningKeys, meaning);
  const unreadable = templates.length > 0 ? null : kind.unreadable(meaning);
  return [
    ...kind.problems(meaning).map(at),
    ...templates,
    ...(unreadable === null ? [] : [at(unreadable)]),
    ...emptyProblems(meaningKeys, meaning),
  ];
}
