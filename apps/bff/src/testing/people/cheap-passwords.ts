import crypto, { type ScryptOptions } from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, beforeAll } from "vitest";

// Loaded before the tests of servers in this process: a password costs them a hundredth of what it costs in production, which is
// 100 ms of a processor. Files whose hashes come from elsewhere say `passwordsAtFullCost`.
type Scrypt = (password: string, salt: string, length: number, options: ScryptOptions, done: () => void) => void;

const { scrypt }: { scrypt: Scrypt } = crypto;
const cheap: Scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 128 }, done);

function use(chosen: Scrypt): void {
  Object.assign(crypto, { scrypt: chosen });
  syncBuiltinESMExports();
}

use(cheap);
afterAll(() => use(scrypt));

/** In a test file: hashes are made and read as in production. */
export function passwordsAtFullCost(): void {
  beforeAll(() => use(scrypt));
  afterAll(() => use(cheap));
}
