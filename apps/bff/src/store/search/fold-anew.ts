import { createHash } from "node:crypto";
import { foldText, type JournalMessage, nameKey, sortableText } from "@dc/directory";
import { sql } from "kysely";
import type { Actor } from "#/store/schema/stored-values.ts";
import { type Columns, namesOf, selectListed } from "#/store/sql/row-lists.ts";
import { nameSearchText, searchableNames, searchText } from "#/store/sql/search-text.ts";
import { type Database, transact, type Transaction } from "#/store/sql/transaction.ts";
import { journalSearch } from "#/store/tables/activity/journal.ts";
import { planSearch } from "#/store/tables/connections/plans.ts";
import { indexSearchText } from "#/store/tables/directories/index-versions.ts";

const BATCH = 2_000;
/** A name that is found with its space or without. */
const NAME = "山田 太郎";
const ALL_LETTERS = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).join(" ");

/** What a row may have of what is searched; each has what its table is listed with. */
interface Row {
  id: string;
  name: string | null;
  preferred_name: string | null;
  label: string;
  referrer_name: string | null;
  practitioner_id: string | null;
  payer: string | null;
  kind: string | null;
  email: string;
  record_id: string;
  element: string;
  reason: string;
  actor: Actor;
  message: JournalMessage | null;
  sentence: string | null;
  why: string | null;
  names: string | null;
}

type Folded = Partial<Record<"search" | "name_search" | "names", string | null>>;

const ofRecord = ["connection_id", "index_id", "record_type", "record_id"];
const tables: readonly {
  table: string;
  /** Where what is folded stands, if not in the table itself. */
  source?: string;
  key: readonly string[];
  from: readonly string[];
  fold: (row: Row) => Folded;
}[] = [
  {
    table: "index_version",
    key: ["connection_id", "id"],
    from: ["label", "name", "referrer_name"],
    fold: (row) => ({ search: indexSearchText(row) }),
  },
  {
    table: "roster_entry",
    key: ofRecord,
    from: ["name", "preferred_name"],
    fold: (row) => ({ search: nameSearchText(row.name, row.preferred_name, row.record_id) }),
  },
  {
    table: "record_summary",
    key: ofRecord,
    from: ["names"],
    // How each name is spelled stands beside its folded text.
    fold: ({ names }) => ({
      names: names === null ? null : searchableNames(names.split("\n").flatMap((line) => line.split("\t")[1] ?? [])),
    }),
  },
  { table: "plan", key: ["connection_id", "id"], from: ["payer", "name", "kind"], fold: planSearch },
  {
    table: "referrer",
    key: ["connection_id", "id"],
    from: ["name", "practitioner_id"],
    fold: (row) => ({ search: nameSearchText(row.name, row.practitioner_id, row.id) }),
  },
  {
    table: "person",
    key: ["id"],
    from: ["name", "email"],
    fold: (row) => ({ search: nameSearchText(row.name, row.email) }),
  },
  { table: "change_set", key: ["id"], from: ["name"], fold: (row) => ({ search: searchText(row.name) }) },
  { table: "evidence", key: ["id"], from: ["reason"], fold: (row) => ({ search: searchText(row.reason) }) },
  {
    table: "override",
    key: [...ofRecord, "field", "element"],
    from: [],
    fold: (row) => ({ search: searchText(row.record_id, row.element) }),
  },
  {
    table: "journal_search",
    source: "journal",
    key: ["seq"],
    from: ["actor", "message", "sentence", "why"],
    fold: (row) => ({ search: journalSearch(row) }),
  },
];

/**
 * Folds all that is searched by name anew where the store was folded otherwise: by an earlier version, or by other tables of
 * Unicode. Replicas may do so at once.
 */
export async function foldAnew(db: Database): Promise<void> {
  const folding = `folding ${createHash("sha256")
    .update(sortableText(`${ALL_LETTERS} 2 10 010 ${tables.map(({ table }) => table).join(" ")}`))
    .update(nameSearchText(NAME))
    .digest("hex")
    .slice(0, 16)}`;
  if ((await foldingOf(db)) === folding) return;
  await transact(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('folding'))`.execute(trx);
    if ((await foldingOf(trx)) === folding) return;
    // Nobody changes an account here.
    await sql`select set_config('console.journals', 'on', true)`.execute(trx);
    await sql`insert into journal_search (seq, search) select seq, '' from journal on conflict do nothing`.execute(trx);
    let folded = 0n;
    for (const table of tables) folded += await foldTable(trx, table);
    await foldChoices(trx);
    // What change sets are called is derived again, unless all was folded so already, as in a backup of this version.
    if (folded > 0n) await sql`update change_set_search set marks = marks + 1`.execute(trx);
    await sql.raw(`comment on table public.roster_entry is '${folding}'`).execute(trx);
  });
}

/** How the store is folded, which is no row: a new store has none. */
async function foldingOf(db: Database | Transaction): Promise<string | null> {
  const { rows } = await sql<{ folding: string | null }>`
    select obj_description('public.roster_entry'::regclass) as folding`.execute(db);
  return rows[0]?.folding ?? null;
}

/** Folds a table anew. Resolves to how many of its rows say something else now. */
async function foldTable(
  trx: Transaction,
  { table, source = table, key, from, fold }: (typeof tables)[number],
): Promise<bigint> {
  let changed = 0n;
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const read = sql.join([...new Set([...key, ...from])].map((name) => sql.ref(name)));
  for (let after: readonly string[] | null = null; ;) {
    const isAfter = after === null ? sql`` : sql`where (${keys}) > (${sql.join(after)})`;
    const page: { rows: (Row & Record<string, string>)[] } = await sql<Row & Record<string, string>>`
      select ${read} from ${sql.table(source)} ${isAfter} order by ${keys} limit ${BATCH}`.execute(trx);
    const last = page.rows.at(-1);
    if (last === undefined) return changed;
    const rows = page.rows.map((row) => ({
      ...Object.fromEntries(key.map((name) => [name, row[name]])),
      ...fold(row),
    }));
    const made = namesOf(fold(last) as Columns<keyof Folded>);
    const columns = Object.fromEntries(
      [...key, ...made].map((name) => [name, name === "seq" ? ("bigint" as const) : ("text" as const)]),
    );
    const refs = (of: string) => sql.join(made.map((name) => sql.ref(`${of}.${name}`)));
    const { numAffectedRows = 0n } = await sql`update ${sql.table(table)} as stored
      set ${sql.join(made.map((name) => sql`${sql.ref(name)} = ${sql.ref(`folded.${name}`)}`))}
      from (${selectListed(rows, columns)}) as folded
      where ${sql.join(
        key.map((name) => sql`${sql.ref(`stored.${name}`)} = ${sql.ref(`folded.${name}`)}`),
        sql` and `,
      )}
        and (${refs("stored")}) is distinct from (${refs("folded")})`.execute(trx);
    changed += numAffectedRows;
    after = key.map((name) => last[name] ?? "");
  }
}

/** Whom people chose for a spelling of a name is found by it as it is folded now; of two that are one now, one is. */
async function foldChoices(trx: Transaction): Promise<void> {
  for (let after = ["", "", ""]; ;) {
    const page: { rows: { connection_id: string; index_id: string; spelling: string }[] } = await sql<
      (typeof page)["rows"][number]
    >`select connection_id, index_id, spelling from roster_name_choice
      where (connection_id, index_id, spelling) > (${sql.join(after)})
      order by connection_id, index_id, spelling limit ${BATCH}`.execute(trx);
    const { rows } = page;
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) {
      const spelling = foldedSpelling(row.spelling);
      if (spelling === row.spelling) continue;
      const key = sql`connection_id = ${row.connection_id} and index_id = ${row.index_id}`;
      await sql`update roster_name_choice set spelling = ${spelling} where ${key} and spelling = ${row.spelling}
        and not exists (select from roster_name_choice where ${key} and spelling = ${spelling})`.execute(trx);
    }
    after = [last.connection_id, last.index_id, last.spelling];
  }
}

/** A spelling has the key of a name and what stands beside it, or what is looked up alone. */
function foldedSpelling(spelling: string): string {
  const end = spelling.indexOf(";");
  if (end < 0) return spelling;
  const [name, beside] = [spelling.slice(0, end), spelling.slice(end + 1)];
  return beside === "" ? `${foldText(name)};` : `${nameKey(name)}; ${foldText(beside)}`;
}
