import { expect, it } from "vitest";
import { screenModules } from "./screen-modules.ts";

it("every screen can be loaded before it is known whose connection it shows", async () => {
  const loads = Object.values(screenModules);
  expect(loads.length).toBeGreaterThan(15);
  await expect(Promise.all(loads.map(async (load) => await load()))).resolves.not.toContain(undefined);
}, 30_000);
