import type { ChangeHint } from "@dc/contract";
import { readHintsAfter, readNewestSeen, readPlaceOf, type SealedHint } from "./read-hints.ts";
import type { EventStreamRequest, EventStreams } from "#/context/event-streams.ts";
import type { Secrets } from "#/runtime/secrets.ts";

const HINTS_AT_ONCE = 200;
/** A reader that leaves more waiting is let go; it comes back and goes on after the last event that it has. */
const MOST_WAITING_BYTES = 1_048_576;
/** Who missed more is told that everything may be old, in place of each change. */
const MOST_MISSED = 2_000;
/** How long a reader may take nothing of what waits for it. */
const TAKES_WITHIN_MS = 15_000;
const MOST_OF_PERSON = 16;

interface Client extends EventStreamRequest {
  controller: ReadableStreamDefaultController<Uint8Array>;
  /** The sealed number up to which everything was sent. */
  sentTo: number;
  sentBytes: number;
  /** How many of them its reader had taken at the last check. */
  takenBytes: number;
  /** When its reader was last seen to take something, or to have nothing left to take. */
  takesSince: number;
}

/** Tells who reaches something else than before to read anew what they may do. */
const RIGHTS_CHANGED = "event: rights\ndata: {}\n\n";

const encoder = new TextEncoder();

export function createEventStreams({
  now,
  secrets,
  onError,
}: {
  now: () => Date;
  secrets: Secrets;
  onError: (error: unknown) => void;
}): EventStreams {
  const clients = new Set<Client>();
  let following: Promise<void> | undefined;
  let wanted = 0;
  let isStopped = false;

  function end(client: Client): void {
    if (!clients.delete(client)) return;
    try {
      client.controller.close();
    } catch {
      // Its reader has gone already.
    }
  }

  function send(client: Client, text: string): void {
    if (!clients.has(client)) return;
    const bytes = encoder.encode(text);
    client.controller.enqueue(bytes);
    client.sentBytes += bytes.length;
    if (waitingBytes(client) > MOST_WAITING_BYTES) letGo(client);
  }

  /** What waits for it is dropped with it. */
  function letGo(client: Client): void {
    if (clients.delete(client)) client.controller.error(new Error("the reader is too slow"));
  }

  async function catchUp(together: readonly Client[], to: number): Promise<void> {
    const [first] = together;
    if (first === undefined) return;
    let after = Math.min(...together.map(({ sentTo }) => sentTo));
    while (after < to) {
      const hints = await readHintsAfter(first.db, secrets, {
        connectionId: first.connectionId,
        after,
        to,
        limit: HINTS_AT_ONCE,
      });
      const last = hints.length < HINTS_AT_ONCE ? to : (hints.at(-1)?.number ?? to);
      for (const client of together) {
        const fresh = hints.filter(({ number }) => number > client.sentTo);
        if (fresh.length > 0) send(client, fresh.map(eventOf).join(""));
        client.sentTo = Math.max(client.sentTo, last);
      }
      after = last;
    }
  }

  async function followAll(): Promise<void> {
    let to = 0;
    while (to < wanted) {
      to = wanted;
      const behind = [...clients].filter(({ sentTo }) => sentTo < to);
      const groups = Map.groupBy(behind, ({ connectionId, reach }) => `${connectionId} ${reach}`);
      for (const together of groups.values()) await catchUp(together, to);
    }
  }

  async function checkRights(client: Client): Promise<void> {
    try {
      const reach = await client.reachNow();
      if (reach === client.reach) return;
      if (reach !== undefined) send(client, RIGHTS_CHANGED);
      end(client);
    } catch (error) {
      // Who cannot be asked about is not let stay.
      onError(error);
      end(client);
    }
  }

  return {
    get size() {
      return clients.size;
    },

    async lastEventId(db, connectionId) {
      return (await readNewestSeen(db, secrets, connectionId)).id;
    },

    async open(request) {
      const newest = await readNewestSeen(request.db, secrets, request.connectionId);
      const known = await readPlaceOf(request.db, secrets, request.lastEventId);
      const place = known !== undefined && newest.number - known <= MOST_MISSED ? known : undefined;
      let client: Client | undefined;
      const stream = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            client = {
              ...request,
              controller,
              sentTo: place ?? newest.number,
              sentBytes: 0,
              takenBytes: 0,
              takesSince: now().getTime(),
            };
          },
          cancel() {
            if (client !== undefined) clients.delete(client);
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
      );
      if (client === undefined || isStopped) return stream;
      const opened = client;
      clients.add(opened);
      const clientsOfPerson = [...clients].filter(({ personId }) => personId === request.personId);
      for (const oldest of clientsOfPerson.slice(0, -MOST_OF_PERSON)) end(oldest);
      // Without a place to go on from, everything that is shown may be old.
      if (place === undefined) send(opened, `event: start\nid: ${newest.id}\ndata: {}\n\n`);
      await catchUp([opened], Math.max(newest.number, wanted));
      if (request.ends) end(opened);
      return stream;
    },

    async follow(to) {
      wanted = Math.max(wanted, to);
      following ??= followAll()
        .catch(onError)
        .finally(() => (following = undefined));
      await following;
    },

    async check() {
      for (const client of clients) {
        const waiting = waitingBytes(client);
        const taken = client.sentBytes - waiting;
        if (waiting === 0 || taken > client.takenBytes) client.takesSince = now().getTime();
        client.takenBytes = taken;
        if (now().getTime() - client.takesSince > TAKES_WITHIN_MS) letGo(client);
        else send(client, ": here\n\n");
      }
      await Promise.all([...clients].map(checkRights));
    },

    stop() {
      isStopped = true;
      for (const client of clients) end(client);
    },
  };
}

function waitingBytes({ controller }: Client): number {
  return MOST_WAITING_BYTES - (controller.desiredSize ?? MOST_WAITING_BYTES);
}

/** JSON has no line breaks of its own, and ids have none, so that no text makes an event of its own. */
function eventOf({ id, action, subject, indexId }: SealedHint): string {
  const hint: ChangeHint = { action, subject, indexId };
  return `event: change\nid: ${id}\ndata: ${JSON.stringify(hint)}\n\n`;
}
