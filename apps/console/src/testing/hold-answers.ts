import { vi } from "vitest";

/** Answers of the server that come late, as on a slow line. */
export interface HeldAnswers {
  /** Each call that waits, as `GET /change-sets/set_1`, without what stands before that part of its address. */
  readonly asked: readonly string[];
  /** Lets the answers come, those of later calls too. */
  release(): void;
}

/** Holds the answers of all calls whose method and address match, until they are released. The server itself does not wait. */
export function holdAnswers(matching: RegExp): HeldAnswers {
  const answers = globalThis.fetch;
  const released = Promise.withResolvers<null>();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (to: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${to.replace(/^.*\/connections\/[^/]+/, "")}`;
    const answer = await answers(to, init);
    if (!matching.test(call)) return answer;
    asked.push(call);
    await released.promise;
    return answer;
  });
  return { asked, release: () => released.resolve(null) };
}
