import { describe, expect, it } from "vitest";
import { createLimiter } from "./limiter.ts";

describe("the limiter", () => {
  it("lets no more through than its limit, first come first served", async () => {
    const limiter = createLimiter({ start: 2, least: 1, most: 2 });
    const { signal } = new AbortController();
    const order: number[] = [];
    const turns = [0, 1, 2, 3].map((n) => limiter.enter(signal).then(() => order.push(n)));
    await Promise.all(turns.slice(0, 2));
    expect([limiter.inFlight, order]).toEqual([2, [0, 1]]);
    limiter.leave("fine");
    await turns[2];
    limiter.leave("fine");
    await turns[3];
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it("lets people through before background work, which has three quarters at most", async () => {
    const limiter = createLimiter({ start: 4, least: 4, most: 4 });
    const { signal } = new AbortController();
    const order: string[] = [];
    const enter = async (who: string) => await limiter.enter(signal, who === "work").then(() => order.push(who));
    const turns = ["work", "work", "work", "work", "person", "person"].map(enter);
    await Promise.all([...turns.slice(0, 3), turns[4]]);
    expect(order).toEqual(["work", "work", "work", "person"]);
    limiter.leave("fine", true);
    await turns[5];
    limiter.leave("fine");
    await turns[3];
    expect(order.slice(4)).toEqual(["person", "work"]);
  });

  it("narrows once for a whole round of overload and widens again with success", async () => {
    const limiter = createLimiter({ start: 20, least: 4 });
    const { signal } = new AbortController();
    for (let n = 0; n < 20; n += 1) await limiter.enter(signal);
    for (let n = 0; n < 20; n += 1) limiter.leave("overload");
    expect(limiter.limit).toBe(14);
    for (let round = 0; round < 40; round += 1) {
      const { limit } = limiter;
      for (let n = 0; n < limit; n += 1) await limiter.enter(signal);
      for (let n = 0; n < limit; n += 1) limiter.leave("fine");
    }
    expect(limiter.limit).toBeGreaterThan(14);
  });

  it("lets a waiter go whose signal fires, and keeps his turn for the next", async () => {
    const limiter = createLimiter({ start: 1, least: 1 });
    const leaver = new AbortController();
    await limiter.enter(new AbortController().signal);
    const gone = limiter.enter(leaver.signal);
    const next = limiter.enter(new AbortController().signal);
    leaver.abort(new Error("left"));
    await expect(gone).rejects.toThrow("left");
    limiter.leave("fine");
    await next;
    expect(limiter.inFlight).toBe(1);
  });
});
