/**
 * Which rows of each table somebody sees who is limited to some referrers: a condition on the row `here`, of which
 * `limits/limited-views.ts` makes a view.
 */
export type SeenRows<Tables> = { readonly [table in keyof Tables]: string };

export const LIMITED_SCHEMA = "limited";
/** The setting of a transaction that lists the referrers, with commas between their ids. Without it every view fails. */
export const REFERRERS_SETTING = "console.referrers";
/** The setting that says who they are, a person or a token. */
export const ACTOR_SETTING = "console.actor";

/** What belongs to the connection or the installation, and tells nothing of a referrer. */
export const EVERYBODY = "true";
/** What no limited query needs. */
export const NOBODY = "false";

export const REFERRERS = `string_to_array(current_setting('${REFERRERS_SETTING}'), ',')`;

/** Rows of an index version that one sees; the standard index is seen by everybody. */
export const OF_SEEN_INDEX = `exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
  where seen.connection_id = here.connection_id and seen.id = here.index_id)`;

/** As above, without what only the standard index holds: it would tell which records others look at. */
export const OF_OWN_INDEX = `exists (select 1 from ${LIMITED_SCHEMA}.index_version as seen
  where seen.connection_id = here.connection_id and seen.id = here.index_id and seen.origin <> 'standard')`;

export const IN_SEEN = (table: string, fits: string) =>
  `exists (select 1 from ${LIMITED_SCHEMA}.${table} as seen where ${fits})`;

export const HAS_CHANGES = (set: string) =>
  `exists (select 1 from public.change as held where held.change_set_id = ${set})`;
