import { migratedDump } from "./store.ts";

/** Creates the migrated store before the tests, so that the workers do not all create it at the same time. */
export default async function setUp(): Promise<void> {
  await migratedDump();
}
