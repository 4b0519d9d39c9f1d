import type { Json } from "#/json/json.ts";
import documented from "./default.json" with { type: "json" };
import withWrites from "./with-writes.json" with { type: "json" };

/** The profiles that ship: `default` is the interface as documented, `with-writes` adds write operations. */
export const shippedProfiles: Readonly<Record<"default" | "with-writes", Json>> = {
  default: documented,
  "with-writes": withWrites,
};
