import { migratedDump } from "./store.ts";

/** Before the tests: the store that each of their workers would otherwise make for itself, at the same time. */
export default async function setUp(): Promise<void> {
  await migratedDump();
}
