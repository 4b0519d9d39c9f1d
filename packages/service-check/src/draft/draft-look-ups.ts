import { formatPointer, isJsonObject, lookUpOperation, valueAt } from "@dc/api-client";
import type { Draft } from "./draft-lines.ts";
import { ownName } from "./draft-meanings.ts";
import type { DraftedType, Endpoints, LookUp } from "./find-endpoints.ts";
import { listPointer } from "./service-description.ts";

/** The meaning that has the member, drafted now where none has it yet. */
function meaningOf(draft: Draft, type: DraftedType, { collection, pointer }: LookUp): string {
  const meanings = valueAt(draft.profile, formatPointer(["records", type, "meanings"]));
  const known = isJsonObject(meanings)
    ? Object.entries(meanings).find(([, meaning]) => valueAt(meaning, "/at") === pointer)
    : undefined;
  if (known !== undefined) return known[0];
  const name = ownName(
    type,
    pointer,
    collection.records.flatMap((record) => valueAt(record, pointer) ?? []),
  );
  const question = `A ${type} is found by ${pointer}: is "${name}" a good name for it? Names of your own are free.`;
  draft.set(["records", type, "meanings", name, "kind"], "text", "records are found by it", question);
  draft.set(["records", type, "meanings", name, "at"], pointer, "records are found by it", question);
  return name;
}

/** Drafts the ways to find a record by something else than its id. */
export function draftLookUps(draft: Draft, endpoints: Endpoints): void {
  for (const lookUp of endpoints.lookUps) {
    const { exchange, collection, match, gives, parameter } = lookUp;
    const type = [...endpoints.types].find(([, known]) => known.collection === collection)?.[0];
    if (type === undefined) continue;
    const meaning = meaningOf(draft, type, lookUp);
    const operation = lookUpOperation(type, meaning);
    if (valueAt(draft.profile, formatPointer(["operations", operation])) !== undefined) continue;
    const question = `Does ${exchange.source} find a ${type} by its ${meaning}, with exactly this value or with a text that contains it?`;
    draft.set(["records", type, "findBy", meaning, "match"], match, exchange.source, question);
    if (gives !== "records")
      draft.set(["records", type, "findBy", meaning, "gives"], gives, `what ${exchange.source} answers`, question);
    const at = (...keys: string[]) => ["operations", operation, ...keys];
    draft.set(at("method"), exchange.method, exchange.source, question);
    draft.set(at("path"), exchange.template.replaceAll("{}", "{value}"), exchange.source, question);
    if (parameter !== null)
      draft.set(at("query", parameter), "{value}", "its value is what the records that are found have", question);
    draft.set(at("success"), [exchange.status], exchange.source, question);
    draft.set(
      at("resource"),
      gives === "record" ? endpoints.resource : (listPointer(exchange.responseBody) ?? ""),
      "what is found is there",
      question,
    );
  }
}
