import { setTimeout as wait } from "node:timers/promises";
import { RosterPage } from "@dc/contract";
import { startBenchStack } from "#/bench/bench-stack.ts";
import type { BenchStack } from "#/bench/stack-types.ts";
import type { Goal } from "#/bench/goal.ts";
import { runLoad } from "#/bench/load.ts";
import { cpuMsOf, residentMiB } from "#/bench/process-figures.ts";
import { seedOverrides, seedRoster } from "#/bench/seed-directory.ts";
import type { BenchSize } from "#/bench/size.ts";
import { type PostgresServer, startPostgres } from "#/testing/postgres-server.ts";
import { addressOf } from "#/testing/server-process.ts";

const PRACTITIONERS = 5_000;
/** With their practitioners they make 1,000 and 10,000 entries of a roster; a tenth of that without `--long`. */
const SCHEDULES = { smaller: { quick: 70, long: 690 }, larger: { quick: 690, long: 6_900 } };
const CHANGES = 200;
/** Directories that are copies of the larger one, a million entries with `--long`. Each record is in ten of them. */
const COPIES = { quick: 20, long: 99, ofEachRecord: 10 };
/** Beside them are directories of a few entries. */
const DIRECTORIES = { quick: 100, long: 1_000, entriesOfSmall: 20 };
const MOST_MS = 50;
/** Texts of each kind; fewer than 25 are one in a trial. */
const SEARCHES = 20;
/** How often each text is searched: of twenty requests the slowest would be the 95th of a hundred. */
const ROUNDS = 3;
/** Base moved a record in fifty on one of the last forty days. */
const MAKE_WAIT = `update record_summary set base_moved = 1, base_moved_since = now() - abs(hashtext(record_id) % 40) * interval '1 day'
  where hashtext(record_id) % 50 = 0`;
/** What is left to do behind an answer is done once a server needs less than a twentieth of a core. */
const AT_REST = { forMs: 500, share: 0.05 };

/** What an installation needs in each store, for a directory and for one ten times as large beside it. */
export async function capacityGoals(size: BenchSize): Promise<Goal[]> {
  await using postgres = await (size.shared?.postgres() ?? startPostgres());
  return [...(await capacityOf(size, "embedded")), ...(await capacityOf(size, "PostgreSQL", postgres))];
}

async function capacityOf(size: BenchSize, store: string, postgres?: PostgresServer): Promise<Goal[]> {
  await using stack = await startBenchStack(size, { postgres });
  const lines = (await stack.roster(size.of(PRACTITIONERS))).split("\n");
  const measure = async ({ quick, long }: { quick: number; long: number }) =>
    await figuresOf(stack, size, lines.slice(0, size.of(quick, long) + 1).join("\n"));
  const smaller = await measure(SCHEDULES.smaller);
  const larger = await measure(SCHEDULES.larger);
  const line = (what: string, of: Exclude<keyof typeof larger, "directory">, unit: string): Goal => ({
    what: `${store}, ${larger.entries} entries: ${what}`,
    ours: larger[of],
    peer: smaller[of],
    peerName: `${smaller.entries} entries`,
    unit,
    atMost: null,
  });
  return [
    line("CPU of the server an entry that is imported", "importMs", "ms"),
    line("CPU of the server a change until it is held", "changeMs", "ms"),
    line("CPU of the server a page of the roster", "pageMs", "ms"),
    line("page of the roster, p95", "p95Ms", "ms"),
    line("memory of the server", "memoryMiB", "MiB"),
    ...(await searchGoals(stack, postgres, size, larger)),
  ];
}

/** The search of everything by each kind of text, with a directory at hand and without; on PostgreSQL over copies of it. */
async function searchGoals(
  stack: BenchStack,
  postgres: PostgresServer | undefined,
  size: BenchSize,
  { entries, directory: { indexId, practitioners } }: Awaited<ReturnType<typeof figuresOf>>,
): Promise<Goal[]> {
  const copies = postgres === undefined ? 0 : size.of(COPIES.quick, COPIES.long);
  const directories = Math.max(size.of(DIRECTORIES.quick, DIRECTORIES.long), copies + 1);
  await postgres?.run(copyOf(indexId, { copies, directories }));
  await postgres?.run("vacuum analyze");
  const { items } = RosterPage.parse(
    await stack.call("GET", `/index-versions/${indexId}/roster?type=practitioner&limit=200`),
  );
  // The first names in order have markup, which nobody searches.
  const plain = items.flatMap(({ name }) => name?.replaceAll(/<[^>]*>/g, "") ?? []);
  const names = plain.filter((_, at) => at % Math.ceil(plain.length / SEARCHES) === 0);
  const beginnings = (length: number) => names.map((name) => name.slice(0, length));
  const words = names.map((name) => name.split(" "));
  const lastFirst = words.map((all) => [all.at(-1), all[0]]);
  const sharedBy = Map.groupBy(plain.join(" ").split(" "), (word) => word);
  const [sharedWord = ""] = [...sharedBy.keys()].toSorted(
    (one, other) => (sharedBy.get(other)?.length ?? 0) - (sharedBy.get(one)?.length ?? 0),
  );
  const kinds = {
    "one letter": beginnings(1),
    "two letters": beginnings(2),
    "rare letters": names.map((_, at) => `z${String.fromCodePoint(97 + at)}`),
    "the beginning of a name": beginnings(4),
    "beginnings of words": names.map((name) => name.replace(/(\p{L}{3})\p{L}*/gu, "$1")),
    "most of a name": names.map((name) => name.slice(0, -3)),
    "a name": names,
    "a word of a name": words.map((all) => all.at(-1) ?? ""),
    "a word that many have": names.map(() => sharedWord),
    "two words in order": words.map((all) => `${all[0]} ${all.at(-1)}`),
    "two words in the other order": lastFirst.map((pair) => pair.join(" ")),
    "beginnings of two words in the other order": lastFirst.map((pair) =>
      pair.map((word) => word?.slice(0, 2)).join(" "),
    ),
    "two beginnings that nobody has together": names.map((_, at) => `zq x${String.fromCodePoint(97 + at)}`),
    "an id": practitioners.slice(0, names.length),
    "digits of a phone": names.map((_, at) => String(5_550_100 + at)),
    "what nobody has": names.map((name) => Array.from(name).toReversed().join("")),
  };
  const where = `${postgres === undefined ? "embedded" : "PostgreSQL"}, ${((copies + 1) * entries).toLocaleString("en")} entries in ${copies + 1} ${copies === 0 ? "directory" : "directories"}`;
  const goals: Goal[] = [];
  for (const [at, near] of [
    ["a directory at hand", `near=${indexId}&`],
    ["none at hand", ""],
  ] as const)
    for (const [kind, texts] of Object.entries(kinds)) {
      const target = {
        name: "search",
        origin: stack.bff.url,
        paths: texts.map((text) => addressOf(`/search?${near}q=${encodeURIComponent(text)}`)),
        headers: { cookie: stack.bff.cookie },
      };
      const { p95Ms } = await runLoad(target, {
        requests: ROUNDS * Math.min(texts.length, size.of(SEARCHES)),
        atOnce: 1,
      });
      goals.push({
        what: `${where}: search by ${kind}, ${at}, p95`,
        ours: p95Ms,
        peer: MOST_MS,
        peerName: "limit",
        unit: "ms",
        atMost: 1,
      });
    }
  if (postgres === undefined) return goals;
  const pages: [name: string, path: string, change?: string][] = [
    ["overview", "/overview"],
    ["list of index versions", "/index-versions?limit=100"],
    ["overview where a record in fifty waits for a decision", "/overview", MAKE_WAIT],
  ];
  for (const [name, path, change] of pages) {
    if (change !== undefined) {
      await postgres.run(change);
      await postgres.run("vacuum analyze record_summary");
    }
    const target = { name, origin: stack.bff.url, paths: [addressOf(path)], headers: { cookie: stack.bff.cookie } };
    const { p95Ms } = await runLoad(target, { requests: size.of(100), atOnce: 1 });
    goals.push({
      what: `PostgreSQL, ${directories.toLocaleString("en")} directories: ${name}, p95`,
      ours: p95Ms,
      peer: MOST_MS,
      peerName: "limit",
      unit: "ms",
      atMost: 1,
    });
  }
  return goals;
}

/** Fills that many directories with copies of one, and others with its first entries. Indexes are built once all are there. */
function copyOf(indexId: string, { copies, directories }: { copies: number; directories: number }): string {
  const entry = `connection_id, 'idx_copy' || n, record_type, record_id || variant, practitioner_id || variant`;
  const copied = `generate_series(1, ${copies}) as n, chr(97 + n / ${COPIES.ofEachRecord}) as variant where index_id = '${indexId}'`;
  const small = `(select * from roster_entry where index_id = '${indexId}' order by record_type, record_id limit ${DIRECTORIES.entriesOfSmall})
    as entry, generate_series(${copies + 1}, ${directories - 1}) as n, chr(96) as variant`;
  const entries = (from: string) => `
    insert into roster_entry (connection_id, index_id, record_type, record_id, practitioner_id, name, search, source, state, added_by,
        added_at, last_seen_at)
      select ${entry}, name, search || variant, source, state, added_by, added_at, last_seen_at from ${from};`;
  return `do $$
    declare kept record; definitions text[];
    begin
      set local maintenance_work_mem = '512MB';
      for kept in select indexname, indexdef from pg_indexes where schemaname = 'public' and indexname !~ '_pkey$'
          and tablename in ('roster_entry', 'record_search', 'record_summary') loop
        definitions := definitions || kept.indexdef;
        execute format('drop index %I', kept.indexname);
      end loop;
      insert into index_version (connection_id, id, label, search, origin, created_at, created_by)
        select connection_id, 'idx_copy' || n, 'Copy ' || n, 'copy ' || n, origin, created_at, created_by
        from index_version, generate_series(1, ${directories - 1}) as n where id = '${indexId}';
      ${entries(`roster_entry, ${copied}`)}
      ${entries(small)}
      insert into record_summary (connection_id, index_id, record_type, record_id, practitioner_id, same, ours, base_moved, conflict,
          differs, outside, held, drafts, compared_at, phones, names, effective)
        select ${entry}, same, ours, base_moved, conflict, differs, outside, held, drafts, compared_at, phones, names, effective
        from record_summary, ${copied};
      for place in 1..array_length(definitions, 1) loop
        execute definitions[place];
      end loop;
    end $$`;
}

async function figuresOf(stack: BenchStack, size: BenchSize, roster: string) {
  const { pid } = stack.bff;
  const cpuBefore = cpuMsOf(pid);
  const directory = await seedRoster(stack, { name: "Capacity", roster });
  await untilAtRest(pid, size);
  const cpuImported = cpuMsOf(pid);
  const entries = directory.schedules.length + directory.practitioners.length;
  const changes = Math.min(size.of(CHANGES), directory.schedules.length);
  await seedOverrides(stack, directory, changes);
  await untilAtRest(pid, size);
  const cpuHeld = cpuMsOf(pid);
  const page = await runLoad(
    {
      name: "roster",
      origin: stack.bff.url,
      paths: [addressOf(`/index-versions/${directory.indexId}/roster?limit=100`)],
      headers: { cookie: stack.bff.cookie },
      cpuMs: () => cpuMsOf(pid),
    },
    { requests: size.of(100), atOnce: 1 },
  );
  return {
    directory,
    entries,
    importMs: (cpuImported - cpuBefore) / entries,
    changeMs: (cpuHeld - cpuImported) / changes,
    pageMs: page.cpuMicroseconds / 1000,
    p95Ms: page.p95Ms,
    memoryMiB: residentMiB(pid),
  };
}

async function untilAtRest(pid: number, size: BenchSize): Promise<void> {
  const forMs = size.of(AT_REST.forMs);
  for (let cpuMs = Infinity; cpuMs > AT_REST.share * AT_REST.forMs;) {
    const before = cpuMsOf(pid);
    await wait(forMs);
    cpuMs = cpuMsOf(pid) - before;
  }
}
