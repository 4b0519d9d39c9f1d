import { recordOperation, type ServiceProfile } from "@dc/api-client";
import { withArticle } from "#/article.ts";
import type { ReadRecords } from "./read-records.ts";

/** What reading cannot show of creation, and records that lack what the profile says every new one must have. */
export function creationNotes(profile: ServiceProfile, read: ReadRecords): readonly string[] {
  return profile.recordTypes.flatMap((type): readonly string[] => {
    const { required } = profile.creationRules(type);
    const isCreated = profile.data.operations[recordOperation("create", type)] !== undefined;
    if (profile.data.records[type]?.create === undefined)
      return isCreated
        ? [
            `The profile does not say what creation of ${withArticle(type)} requires (/records/${type}/create): an incomplete one is refused only by the service.`,
          ]
        : [];
    const lacking = (read.get(type) ?? []).flatMap(({ id, raw }) => {
      const missing = profile.missingAtCreation(type, raw);
      return missing.length === 0
        ? []
        : [
            `${type} ${id} has no ${missing.join(", ")}, which /records/${type}/create/required asks of every new one. Does the service require it?`,
          ];
    });
    return [
      ...lacking.slice(0, 1),
      ...(isCreated && required.length > 0
        ? [
            `What creation of ${withArticle(type)} requires (${required.join(", ")}): only a creation shows it. pnpm contract --probe-writes tries it.`,
          ]
        : []),
    ];
  });
}
