/** Runs one statement on a connection that nobody else uses, and returns its rows. */
export type Run = (sql: string) => Promise<readonly unknown[]>;

/** What is needed to empty a store for the next test. */
export interface EmptySchema {
  /** A description of its columns, indexes, functions and triggers; a store whose schema a test has changed is not used again. */
  shape: string;
  tables: readonly string[];
}

export async function schemaOf(run: Run): Promise<EmptySchema> {
  const rows = await run(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
  );
  return { shape: await shapeOf(run), tables: (rows as { name: string }[]).map(({ name }) => name) };
}

/** Empties its tables, and says whether its schema is still the same. */
export async function emptyAgain(run: Run, { shape, tables }: EmptySchema): Promise<boolean> {
  await run("rollback");
  // Without triggers, so that nothing is journalled and the order of the tables does not matter.
  await run("set session_replication_role = replica");
  await run(
    `with ${tables.map((name, at) => `deleted_${at} as (delete from "${name}")`).join(",")}
    select setval(format('%I', sequencename)::regclass, start_value, false) from pg_sequences
    where schemaname = 'public' and last_value is not null`,
  );
  await run("reset session_replication_role");
  return (await shapeOf(run)) === shape;
}

async function shapeOf(run: Run): Promise<string> {
  return JSON.stringify(
    await run(
      `select (select count(*) from kysely_migration) as migrations, count(*) as columns,
        md5(string_agg(c.relname || a.attname || a.atttypid, ',' order by c.oid, a.attnum)) as names,
        (select md5(string_agg(concat(tgrelid, tgname, tgenabled), ',' order by oid)) from pg_trigger) as triggers,
        (select md5(string_agg(concat(oid, proname, prosrc), ',' order by oid)) from pg_proc
          where pronamespace = 'public'::regnamespace) as functions
      from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`,
    ),
  );
}
