import type { Connections, Deps } from "#/context/deps.ts";
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
  /** Begins the work of every connection, also of each that is added later. */
  startWork(begin: (deps: Deps) => Promise<ConnectionWork>): Promise<void>;
  /** Calls of background work that are under way have `withinMs` to be answered. */
  stopWork(options: { withinMs: number; holdBack: boolean }): Promise<void>;
  close(): Promise<void>;
}

export function createRegistry(): Registry {
  const open = new Map<string, OpenConnection>();
  const working = new Map<string, ConnectionWork>();
  let begin: ((deps: Deps) => Promise<ConnectionWork>) | undefined;

  return {
    of: (id) => open.get(id)?.deps,
    all: () => [...open.values()].map(({ deps }) => deps),
    async add(added) {
      const { id } = added.deps.connection;
      open.set(id, added);
      if (begin !== undefined) working.set(id, await begin(added.deps));
    },
    async startWork(given) {
      begin = given;
      for (const [id, { deps }] of open) working.set(id, await given(deps));
    },
    async stopWork({ withinMs, holdBack }) {
      begin = undefined;
      for (const { deps } of open.values()) deps.service.stopWork(withinMs);
      const works = [...working.values()];
      await Promise.all(works.map((work) => work.stop()));
      if (holdBack) await Promise.all(works.map((work) => work.holdBack()));
    },
    async close() {
      await Promise.all([...open.values()].map((one) => one.close()));
    },
  };
}
