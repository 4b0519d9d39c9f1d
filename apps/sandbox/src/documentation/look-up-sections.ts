import { textAt } from "#/json/path.ts";
import type { LookUpForm } from "#/spelling/messages.ts";
import { endpointSection, type PageContext } from "./endpoint-section.ts";
import type { ExampleRecord } from "./example-records.ts";
import { code, dotted } from "./markdown.ts";
import { nameFieldsOf } from "#/spelling/dialect.ts";

/** The endpoints that find practitioners by a value, each with an example. */
export async function lookUpSections(context: PageContext, example: ExampleRecord): Promise<string[]> {
  const sections: string[] = [];
  for (const lookUp of context.dialect.lookUps) sections.push(await lookUpSection(context, lookUp, example));
  return sections;
}

async function lookUpSection(context: PageContext, lookUp: LookUpForm, { record }: ExampleRecord): Promise<string> {
  const route = context.routes.find(({ operation, path }) => operation.name === "record.find" && path === lookUp.path);
  const { practitioner } = context.dialect.records;
  const fields =
    lookUp.fact === "displayName"
      ? nameFieldsOf(practitioner)
      : practitioner.fields.filter(({ fact }) => fact === lookUp.fact);
  if (!route || fields.length === 0) return "";
  const name = fields.map(({ at }) => code(dotted(at))).join(", ");
  const value = fields
    .map(({ at }) => textAt(record, at))
    .join(" ")
    .trim();
  const query = new URLSearchParams([
    ...(lookUp.fixed === null ? [] : [[lookUp.fixed.name, lookUp.fixed.value]]),
    ...(lookUp.query === null ? [] : [[lookUp.query, value]]),
  ]).toString();
  const { section } = await endpointSection(context, route, {
    title: lookUp.match === "exact" ? `Find a practitioner by ${name}` : `Search practitioners by ${name}`,
    paragraphs: [
      [
        whereItIs(lookUp),
        lookUp.match === "exact"
          ? `Finds practitioners with exactly this value of ${name}.`
          : `Finds practitioners in whose name (${name}) all words of this text occur, in upper or lower case.`,
        whatItGives(context, lookUp, name),
      ].join(" "),
    ],
    example: {
      method: route.method,
      path: `${route.path.replace("{id}", encodeURIComponent(value))}${query === "" ? "" : `?${query}`}`,
    },
  });
  return section;
}

function whereItIs({ query, fixed }: LookUpForm): string {
  const value = query === null ? "The value is in the path." : `The query parameter ${code(query)} is required.`;
  return fixed === null ? value : `${value} So is ${code(fixed.name)}, with the value ${code(fixed.value)}.`;
}

function whatItGives({ dialect }: PageContext, { gives }: LookUpForm, name: string): string {
  const paged = dialect.paging.style === "none" ? "" : " The list is paged.";
  switch (gives) {
    case "records":
      return `Returns a list with the same fields as a single read; it is empty if there is none.${paged}`;
    case "record":
      return `Returns the practitioner with the same fields as a single read. If there is none, the status is ${code(String(dialect.errors.statuses.not_found))}.`;
    case "parts":
      return `Returns a list in which each entry only has the id and ${name}; it is empty if there is none.${paged}`;
  }
}
