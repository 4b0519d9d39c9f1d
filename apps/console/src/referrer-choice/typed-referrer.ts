import type { NamedReferrer, ReferrerChoice } from "@dc/contract";

/** A referrer in a form: one that was chosen, which has an id, or a new one as far as it is typed. */
export interface TypedReferrer {
  id: string | null;
  name: string;
  practitionerId: string;
  /** The person said that a new one is meant though another has the name. */
  createAnother: boolean;
}

export const noReferrer: TypedReferrer = { id: null, name: "", practitionerId: "", createAnother: false };

export const typedReferrer = (referrer: NamedReferrer): TypedReferrer => ({
  id: referrer.id,
  name: referrer.name,
  practitionerId: referrer.practitionerId ?? "",
  createAnother: false,
});

export const isReferrerNameMissing = ({ name, practitionerId }: TypedReferrer) =>
  name.trim() === "" && practitionerId.trim() !== "";

/** The choice to send; null for no referrer. */
export function referrerChoice({ id, name, practitionerId, createAnother }: TypedReferrer): ReferrerChoice | null {
  if (id !== null) return { id };
  if (name.trim() === "") return null;
  return {
    name: name.trim(),
    practitionerId: practitionerId.trim() === "" ? null : practitionerId.trim(),
    createAnother,
  };
}
