import type { Logger } from "pino";
import type { Connections, Deps } from "#/context/deps.ts";
import type { ConnectionRow } from "#/store/tables/connections/connection.ts";
import type { OpenConnection } from "./open-connection.ts";

/** What runs for a connection beside requests. */
export interface ConnectionWork {
  /** Begins nothing more, and waits for what is under way. */
  stop(): Promise<void>;
  /** After `stop`: what was not sent waits for a person. */
  holdBack(): Promise<void>;
}

/** The open connections of this process, and the work that runs for each. */
export interface Registry extends Connections {
  add(open: OpenConnection): Promise<void>;
  /** Begins the work of every connection in use, also of each that is opened later. */
  startWork(begin: (deps: Deps) => Promise<ConnectionWork>): Promise<void>;
  /** Calls of background work that are under way have `withinMs` to be answered. */
  stopWork(options: { withinMs: number; holdBack: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface RegistryOptions {
  /** The connections that people added, as the store has them now. */
  readAdded: () => Promise<readonly ConnectionRow[]>;
  openAdded: (row: ConnectionRow) => Promise<OpenConnection>;
  /** Lets an open connection go on with what was changed. */
  changeAdded: (deps: Deps, row: ConnectionRow) => void;
  log: Logger;
}

export function createRegistry({ readAdded, openAdded, changeAdded, log }: RegistryOptions): Registry {
  const open = new Map<string, OpenConnection>();
  const working = new Map<string, ConnectionWork>();
  /** As of which change each is open. */
  const versions = new Map<string, number>();
  let begin: ((deps: Deps) => Promise<ConnectionWork>) | undefined;
  let last: Promise<void> = Promise.resolve();

  async function work(deps: Deps): Promise<void> {
    const { id, isArchived } = deps.connection;
    if (begin !== undefined && !isArchived) working.set(id, await begin(deps));
  }

  async function add(added: OpenConnection): Promise<void> {
    open.set(added.deps.connection.id, added);
    await work(added.deps);
  }

  async function end(id: string): Promise<void> {
    await working.get(id)?.stop();
    working.delete(id);
    await open.get(id)?.close();
  }

  async function followRow(row: ConnectionRow): Promise<void> {
    const known = open.get(row.id);
    if (known !== undefined && versions.get(row.id) === row.version) return;
    if (known !== undefined && known.deps.connection.isArchived === (row.archived_at !== null))
      changeAdded(known.deps, row);
    else {
      const opened = await openAdded(row);
      await end(row.id);
      await add(opened);
    }
    versions.set(row.id, row.version);
  }

  async function followAll(): Promise<void> {
    for (const row of await readAdded())
      await followRow(row).catch((error: unknown) =>
        log.error({ err: error, connectionId: row.id }, "a connection cannot be opened as it was changed"),
      );
  }

  return {
    of: (id) => open.get(id)?.deps,
    all: () => [...open.values()].map(({ deps }) => deps),
    async catchUp() {
      last = last.then(followAll, followAll);
      await last;
    },
    add,
    async startWork(given) {
      begin = given;
      for (const { deps } of open.values()) await work(deps);
    },
    async stopWork({ withinMs, holdBack }) {
      begin = undefined;
      for (const { deps } of open.values()) deps.service.stopWork(withinMs);
      const works = [...working.values()];
      await Promise.all(works.map((work) => work.stop()));
      if (holdBack) await Promise.all(works.map((work) => work.holdBack()));
    },
    async close() {
      await last.catch(() => undefined);
      await Promise.all([...open.values()].map((openConnection) => openConnection.close()));
    },
  };
}
