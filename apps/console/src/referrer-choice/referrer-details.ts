/** What tells referrers of one name apart. */
export interface ToldApart {
  id: string;
  name: string;
  practitionerId: string | null;
  contact: string;
}

export function referrerDetail({ id, practitionerId, contact }: ToldApart): string {
  const words = [practitionerId ?? "", contact.split("\n")[0] ?? ""].filter((text) => text.trim() !== "");
  return words.length === 0 ? id : words.join(", ");
}

/** What to show beside the names that several of these have, by id; their ids too where nothing else differs. */
export function detailsOfEqualNames(referrers: readonly ToldApart[]): ReadonlyMap<string, string> {
  const details = new Map<string, string>();
  for (const same of Map.groupBy(referrers, ({ name }) => name).values()) {
    if (same.length < 2) continue;
    const areTold = new Set(same.map(referrerDetail)).size === same.length;
    for (const referrer of same)
      details.set(referrer.id, areTold ? referrerDetail(referrer) : `${referrerDetail(referrer)}, ${referrer.id}`);
  }
  return details;
}
