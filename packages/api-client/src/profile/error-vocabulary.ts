import type { KnownReason } from "#/errors/api-errors.ts";
import type { ServiceProfileData } from "./schema/profile-schema.ts";

type Errors = ServiceProfileData["errors"];
type ReasonEntry = Errors["reasons"][number];

/** What an error names: a code, a field, or both together. */
export interface Named {
  readonly code: string | null;
  readonly field: string | null;
}

/** The profile's own code and words for a reason, and where the reason has none for its status; null where neither has. */
export function vocabularyOf(errors: Errors, status: number, reason?: ReasonEntry): KnownReason {
  const ofStatus = errors.byStatus[String(status)];
  return { code: reason?.code ?? ofStatus?.code ?? null, words: reason?.words ?? ofStatus?.words ?? null };
}

/** Whether errors with this status list their details, where any do. */
export function hasDetails({ details }: Errors, status: number): boolean {
  return details?.statuses?.includes(status) ?? true;
}

/** The type that the profile gives such an error, beside its code. */
export function typeOf(errors: Errors, status: number, reason?: ReasonEntry): { readonly type?: string } {
  const type = reason?.type ?? errors.byStatus[String(status)]?.type;
  return type === undefined ? {} : { type };
}

/**
 * What the profile knows of an answer by the reasons that fit it: those of its codes first. A code is given where the
 * answer names it, and the words of the status where no reason has words.
 */
export function knownReasons(
  errors: Errors,
  status: number,
  { fitting, named }: { readonly fitting: readonly ReasonEntry[]; readonly named: readonly Named[] },
): readonly KnownReason[] {
  const ofCodes = fitting.filter(({ code }) => code !== undefined);
  const specific = ofCodes.length > 0 ? ofCodes : fitting.filter(({ words }) => words !== undefined);
  const hasWords = specific.some(({ words }) => words !== undefined);
  return (specific.length > 0 ? specific : [undefined]).flatMap((reason, position) => {
    const { code, words } = vocabularyOf(errors, status, reason);
    const known = {
      code: named.some((entry) => entry.code === code) ? code : null,
      // The words of the status are said once, beside the first code.
      words: hasWords || position > 0 ? (reason?.words ?? null) : words,
    };
    return known.code === null && known.words === null ? [] : [known];
  });
}
