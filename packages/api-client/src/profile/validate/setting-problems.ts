import type { ProfileProblem } from "#/errors/profile-error.ts";
import { formatPointer } from "#/json/pointer.ts";
import { listNames } from "#/profile/names.ts";
import type { ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { malformedPlaceholders, placeholdersOf } from "#/profile/template.ts";
import { isPhoneRegion, canonicalRegion } from "./phone-regions.ts";

const errorParts = ["code", "words", "field", "requestId", "status"];

function templateProblems({ errors: { template } }: ServiceProfileData): readonly ProfileProblem[] {
  const unknown = placeholdersOf(template).filter((name) => !errorParts.includes(name));
  return [...unknown.map((name) => `{${name}}`), ...malformedPlaceholders(template)].map((wrong) => ({
    pointer: "/errors/template",
    message: `${wrong} is not known here; known: ${listNames(errorParts.map((part) => `{${part}}`))}`,
  }));
}

function regionProblems({ defaultRegion }: ServiceProfileData): readonly ProfileProblem[] {
  if (isPhoneRegion(defaultRegion)) return [];
  const meant = canonicalRegion(defaultRegion);
  const right = meant === null ? 'write one such as "US", "GB" or "DE"' : `write "${meant}"`;
  const message = `is "${defaultRegion}", which is not a region of national phone numbers: ${right}`;
  return [{ pointer: "/defaultRegion", message }];
}

function prefixProblems({ indexes: { prefix, standard, test } }: ServiceProfileData): readonly ProfileProblem[] {
  return [...new Set([standard, test ?? standard])]
    .filter((id) => !id.startsWith(prefix))
    .map((id) => ({ pointer: "/indexes/prefix", message: `must be the prefix of "${id}"` }));
}

function testIndexProblems({ indexes: { standard, test } }: ServiceProfileData): readonly ProfileProblem[] {
  if (test !== standard) return [];
  const message = `must differ from the standard index, "${standard}", which is never written to: leave it out if there is none`;
  return [{ pointer: "/indexes/test", message }];
}

/** A collection is part of the console's addresses, so it must belong to one record type. */
function collectionProblems({ records }: ServiceProfileData): readonly ProfileProblem[] {
  const types = Object.entries(records);
  return types.flatMap(([type, { collection }], at): readonly ProfileProblem[] => {
    const other = types.slice(0, at).find(([, record]) => record.collection === collection)?.[0];
    if (other === undefined) return [];
    const message = `must differ from that of "${other}", "${collection}": it is a word of your choice for one record type`;
    return [{ pointer: formatPointer(["records", type, "collection"]), message }];
  });
}

/** Reasons that are never reached, because an earlier one matches everything that they match. */
function reasonProblems({ errors: { reasons } }: ServiceProfileData): readonly ProfileProblem[] {
  const covers = (wide: (typeof reasons)[number], narrow: (typeof reasons)[number]) =>
    wide.status === narrow.status &&
    (wide.code === undefined || wide.code === narrow.code) &&
    (wide.field === undefined || wide.field.toLowerCase() === narrow.field?.toLowerCase());
  return reasons.flatMap((entry, at): readonly ProfileProblem[] => {
    const before = reasons.findIndex((earlier) => covers(earlier, entry));
    if (before === at || reasons[before]?.reason === entry.reason) return [];
    const message = `is never reached: /errors/reasons/${String(before)} matches everything that it matches and comes first; put the one with a code before it`;
    return [{ pointer: `/errors/reasons/${String(at)}`, message }];
  });
}

/** What is wrong with settings that are about no single operation or meaning. */
export function settingProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  return [
    templateProblems,
    prefixProblems,
    testIndexProblems,
    regionProblems,
    collectionProblems,
    reasonProblems,
  ].flatMap((check) => check(data));
}
