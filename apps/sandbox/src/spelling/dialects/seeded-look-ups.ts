import type { Random } from "#/seed/random.ts";
import type { LookUpForm } from "#/spelling/messages.ts";
import type { Naming } from "./naming.ts";

/** The ways of a drawn dialect to find practitioners: none, by parameters of one path, by the path, or by a mode. */
export function seededLookUps(random: Random, { inCase }: Naming, root: string): readonly LookUpForm[] {
  const style = random.pick(["none", "none", "parameters", "path", "mode"] as const);
  const path = `${root}/${inCase(random.pick(["seek out", "track down", "registry probe"]))}`;
  const number = inCase(random.pick(["probe number", "sought licence"]));
  const phrase = inCase(random.pick(["probe phrase", "sought words"]));
  const gives = random.pick(["records", "parts"] as const);
  const mode = (value: string) => ({ name: inCase("probe mode"), value: inCase(value) });
  const byNumber = { fact: "npi", match: "exact", gives: "records", path, query: number, fixed: null } as const;
  const byName = { fact: "displayName", match: "text", gives, path, query: phrase, fixed: null } as const;
  const drawn: Readonly<Record<typeof style, readonly LookUpForm[]>> = {
    none: [],
    parameters: [byNumber, byName],
    path: [{ ...byNumber, gives: "record", path: `${path}/{id}`, query: null }],
    mode: [
      { ...byNumber, query: phrase, fixed: mode("by digits") },
      { ...byName, fixed: mode("by words") },
    ],
  };
  return drawn[style];
}
