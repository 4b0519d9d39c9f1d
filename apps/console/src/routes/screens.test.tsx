import type { RouteObject } from "react-router";
import { expect, it } from "vitest";
import { screens } from "./screens.ts";

const withChildren = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap((route) => [route, ...withChildren(route.children ?? [])]);

it("every screen can be loaded before it is known whose connection it shows", async () => {
  const loads = withChildren(screens()).flatMap(({ lazy }) => (typeof lazy === "function" ? [lazy] : []));
  expect(loads.length).toBeGreaterThan(15);
  await expect(Promise.all(loads.map((load) => load()))).resolves.toBeDefined();
}, 30_000);
