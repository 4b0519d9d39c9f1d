import { ProfileInForce } from "@dc/contract";
import { startOwnStack, UNDO_MS } from "#/bench/bench-stack.ts";
import { type RecordingPostgres, startRecordingPostgres } from "#/bench/recorded-queries.ts";
import type { BenchSize } from "#/bench/size.ts";
import type { BenchStack, SharedStacks } from "#/bench/stack-types.ts";
import type { Settings } from "#/testing/server-process.ts";

/** What sections ask for beside the defaults, all of which may be so for the others. */
const SETTINGS: Settings = { TRUSTED_PROXIES: "127.0.0.1", RECORDS_AT_ONCE: "16" };
const WITH_WRITES = { extends: "with-writes", name: "with writes" };

export function sharedStacks(size: BenchSize): SharedStacks {
  const stacks = new Map<string, Promise<BenchStack>>();
  const free = new Map<string, Promise<void>>();
  let postgres: Promise<RecordingPostgres> | undefined;
  return {
    postgres: async () => ({
      ...(await (postgres ??= startRecordingPostgres())),
      [Symbol.asyncDispose]: async () => {},
    }),
    async take({ postgres: asked, writes = false, serviceFor, isStopped = false, settings = {} }) {
      const shared: Settings = { ...SETTINGS, TEST_WAIT_MS: String(size.of(UNDO_MS)) };
      for (const [name, value] of Object.entries(settings))
        if (shared[name] !== value) throw new Error(`No shared stack has ${name}=${value}.`);
      const store = asked === undefined ? "embedded" : "PostgreSQL";
      const before = free.get(store);
      const { promise, resolve: giveBack } = Promise.withResolvers<void>();
      free.set(store, promise);
      await before;
      try {
        const starting =
          stacks.get(store) ?? startOwnStack(size, { postgres: asked, watchesEventLoop: true, settings: shared });
        stacks.set(store, starting);
        const stack = await starting;
        await prepare(stack, { writes, isStopped });
        // The server itself asks the sandbox: it was started before anybody asked for another way.
        const service = await serviceFor?.(stack.sandbox.url);
        return {
          ...stack,
          service: service ?? stack.sandbox,
          async [Symbol.asyncDispose]() {
            await service?.stop();
            giveBack();
          },
        };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      for (const stack of stacks.values()) await (await stack)[Symbol.asyncDispose]();
      await (await postgres)?.[Symbol.asyncDispose]();
    },
  };
}

async function prepare(
  { bff, sandbox, call }: BenchStack,
  { writes, isStopped }: { writes: boolean; isStopped: boolean },
) {
  await sandbox.control("DELETE", "/faults");
  await sandbox.control("PUT", "/dials", { latencyMs: 0, writes });
  if (isStopped) {
    if (!bff.hasEnded()) await bff.stop("SIGTERM");
    return;
  }
  if (bff.hasEnded()) await bff.start();
  const { source, revision } = ProfileInForce.parse(await call("GET", "/profile"));
  if ((source === "saved") === writes) return;
  const profile = writes ? WITH_WRITES : null;
  await call("PUT", "/profile", { profile, revision, acceptsStranded: true });
}
