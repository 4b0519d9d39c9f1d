import { type RawBuilder, sql } from "kysely";

/** Why an entry needs somebody, the most pressing first, with the bits that its count has in `need`: larger ones count as the largest. */
const entryBits = { conflict: 5, unknown: 4, moved: 5, at_rest: 4, overdue: 1, differs: 4, held: 4, drafts: 4 };

/** The same of all entries of an index version together, in a number that JavaScript has exactly. */
const indexBits = { conflict: 10, unknown: 6, moved: 9, at_rest: 6, overdue: 8, differs: 5, held: 5, drafts: 4 };

type Cause = keyof typeof entryBits;
const causes = ["conflict", "unknown", "moved", "at_rest", "overdue", "differs", "held", "drafts"] as const;

/** How many bits of less pressing causes stand behind each. */
const shiftsOf = (bits: typeof entryBits) =>
  Object.fromEntries(
    causes.map((cause, at) => [cause, causes.slice(at + 1).reduce((sum, after) => sum + bits[after], 0)]),
  ) as Record<Cause, number>;

const largest = (bits: number) => 2 ** bits - 1;

function packed(bits: typeof entryBits, countOf: (cause: Cause) => RawBuilder<unknown>): RawBuilder<number> {
  const shifts = shiftsOf(bits);
  return sql<number>`(${sql.join(
    causes.map(
      (cause) =>
        sql`(least(coalesce(${countOf(cause)}, 0)::bigint, ${sql.lit(largest(bits[cause]))}) << ${sql.lit(shifts[cause])})`,
    ),
    sql` + `,
  )})`;
}

/** The bit of `need` that says that an entry is overdue. */
const overdueBit = sql.lit(2 ** shiftsOf(entryBits).overdue);
export const isOverdue = (need: number): boolean => (need & (2 ** shiftsOf(entryBits).overdue)) !== 0;

/** A `need` without, or with, its entry being overdue, which the day decides. */
const withoutOverdue = sql<number>`(need & ~${overdueBit})`;
export const withOverdue = (overdue: RawBuilder<unknown>) =>
  sql<number>`(${withoutOverdue} | case when ${overdue} then ${overdueBit} else 0 end)`;

export const onlyOverdue = sql<number>`(need & ${overdueBit})`;

/** The need of summaries together; entries keep whether they are overdue. */
export const neededBy = packed(entryBits, (cause) =>
  cause === "moved" ? sql`sum(base_moved + outside)` : cause === "overdue" ? sql`0` : sql`sum(${sql.ref(cause)})`,
);

export const keepingOverdue = (need: RawBuilder<unknown>) =>
  sql<number>`(${need} | (entry.need & ${overdueBit}))::integer`;

/** The need of the entries of an index version together. */
export const neededInIndex = packed(indexBits, (cause) => {
  const shift = shiftsOf(entryBits)[cause];
  return sql`sum((need >> ${sql.lit(shift)}) & ${sql.lit(largest(entryBits[cause]))})`;
});
