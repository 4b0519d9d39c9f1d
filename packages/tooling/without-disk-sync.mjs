// Loaded into servers of tests: what they write is in the memory of the machine and outlives a kill -9 of the process, but
// nothing waits for the disk. After a kill the store syncs each of its files, which is most of such a start.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

fs.fsyncSync = () => {};
fs.fdatasyncSync = () => {};
syncBuiltinESMExports();
