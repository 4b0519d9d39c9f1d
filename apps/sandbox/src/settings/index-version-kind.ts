/**
 * `copy`: an index version keeps the base as it was at its creation. The overlays show the current base, except for the
 * fields, or the records, that were written in the index version.
 */
export const indexVersionKinds = ["copy", "overlay-by-field", "overlay-by-record"] as const;
export type IndexVersionKind = (typeof indexVersionKinds)[number];
