import { Hono } from "hono";
import type { Counters } from "#/counters.ts";
import type { Dials } from "#/dials.ts";
import type { Faults } from "#/faults.ts";
import type { House } from "#/routes/handler.ts";

export interface ControlDeps {
  readonly house: House;
  readonly dials: Dials;
  readonly faults: Faults;
  readonly counters: Counters;
  readonly sockets: { open: number };
}

export function createControl(_deps: ControlDeps): Hono {
  return new Hono();
}
