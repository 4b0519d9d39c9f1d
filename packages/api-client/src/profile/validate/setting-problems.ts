import type { ProfileProblem } from "#/errors/profile-error.ts";
import { isJsonArray, isJsonObject, type Json } from "#/json/json.ts";
import { formatPointer } from "#/json/pointer.ts";
import { listNames } from "#/profile/names.ts";
import type { ServiceProfileData } from "#/profile/schema/profile-schema.ts";
import { detailPlaceholders, malformedPlaceholders, placeholdersOf } from "#/profile/template.ts";

const errorParts = ["type", "code", "title", "words", "field", "requestId", "status", ...detailPlaceholders];

/** The regions that have a numbering plan; a test compares them with those by which numbers are read. */
const regions: ReadonlySet<string> = new Set(
  "AC AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TA TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  ),
);

/** True for a region by which national phone numbers can be read. */
function isPhoneRegion(code: string): boolean {
  return regions.has(code);
}

/** The region that an alias means, such as GB for UK; null when there is none. */
function canonicalRegion(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? "";
  return isPhoneRegion(region) ? region : null;
}

function templateProblems({ errors: { template } }: ServiceProfileData): readonly ProfileProblem[] {
  const unknown = placeholdersOf(template).filter((name) => !errorParts.includes(name));
  const outside = placeholdersOf(withoutLists(template ?? null)).filter((name) => detailPlaceholders.includes(name));
  const unlisted = outside.map((name) => ({
    pointer: "/errors/template",
    message: `{${name}} must be in an entry of a list, which is repeated for each detail`,
  }));
  return [...unlisted, ...wrongPlaceholders(unknown, template)];
}

function withoutLists(template: Json): Json {
  if (isJsonArray(template)) return [];
  if (!isJsonObject(template)) return template;
  return Object.fromEntries(Object.entries(template).map(([key, inner]) => [key, withoutLists(inner)]));
}

function wrongPlaceholders(unknown: readonly string[], template: Json | undefined): readonly ProfileProblem[] {
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
  return types.flatMap(([type, { collection }], position): readonly ProfileProblem[] => {
    const earlierType = types.slice(0, position).find(([, record]) => record.collection === collection)?.[0];
    if (earlierType === undefined) return [];
    const message = `must differ from that of "${earlierType}", "${collection}": it is a word of your choice for one record type`;
    return [{ pointer: formatPointer(["records", type, "collection"]), message }];
  });
}

/** Places of an error's body that contradict each other, and codes that are looked for nowhere. */
function errorPlaceProblems({ errors }: ServiceProfileData): readonly ProfileProblem[] {
  const { type, code, field, details, reasons } = errors;
  const problems: ProfileProblem[] = [];
  if (details !== undefined && details.field === undefined && details.words === undefined && details.code === undefined)
    problems.push({
      pointer: "/errors/details",
      message: 'must say where an entry has its field, words or code; "words": "" where the entry is a text',
    });
  for (const [name, ofBody, ofDetails] of [
    ["type", type, undefined],
    ["code", code, details?.code],
    ["field", field, details?.field],
  ] as const) {
    const position = reasons.findIndex((entry) => entry[name] !== undefined);
    if (position >= 0 && ofBody === undefined && ofDetails === undefined)
      problems.push({
        pointer: `/errors/reasons/${String(position)}/${name}`,
        message: `is never found: say in /errors/${name}${name === "type" ? "" : `, or in /errors/details/${name},`} where an error has it`,
      });
  }
  return problems;
}

/** Reasons that are never reached, because an earlier one matches everything that they match. */
function reasonProblems({ errors: { reasons } }: ServiceProfileData): readonly ProfileProblem[] {
  const covers = (wide: (typeof reasons)[number], narrow: (typeof reasons)[number]) =>
    wide.status === narrow.status &&
    (wide.type === undefined || wide.type === narrow.type) &&
    (wide.code === undefined || wide.code === narrow.code) &&
    (wide.field === undefined || wide.field.toLowerCase() === narrow.field?.toLowerCase());
  return reasons.flatMap((entry, position): readonly ProfileProblem[] => {
    const before = reasons.findIndex((earlier) => covers(earlier, entry));
    if (before === position || reasons[before]?.reason === entry.reason) return [];
    const message = `is never reached: /errors/reasons/${String(before)} matches everything that it matches and comes first; put the one with a code before it`;
    return [{ pointer: `/errors/reasons/${String(position)}`, message }];
  });
}

/** Waits that say nothing, which the console would not keep to. */
function waitProblems({ waits }: ServiceProfileData): readonly ProfileProblem[] {
  if (waits === undefined) return [];
  const { header, body, betweenCallsMs, callsPerMinute } = waits;
  if ([header, body, betweenCallsMs, callsPerMinute].some((setting) => setting !== undefined)) return [];
  return [{ pointer: "/waits", message: "must say at least one of header, body, betweenCallsMs, callsPerMinute" }];
}

/** What is wrong with settings that are about no single operation or meaning. */
export function settingProblems(data: ServiceProfileData): readonly ProfileProblem[] {
  return [
    templateProblems,
    prefixProblems,
    testIndexProblems,
    regionProblems,
    collectionProblems,
    errorPlaceProblems,
    reasonProblems,
    waitProblems,
  ].flatMap((check) => check(data));
}
