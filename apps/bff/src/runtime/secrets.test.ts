import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SettingError } from "./errors.ts";
import { loadOrCreateSecretKey, parseSecretKey, secretsFrom } from "./secrets.ts";

describe("secrets", () => {
  it("opens what it sealed, for the same purpose and with the same key only", () => {
    const secrets = secretsFrom(randomBytes(32));
    const sealed = secrets.seal("test_key_ü", "connection a");
    expect(secrets.open(sealed, "connection a")).toBe("test_key_ü");
    expect(secrets.seal("test_key_ü", "connection a")).not.toBe(sealed);
    expect(() => secrets.open(sealed, "connection b")).toThrow(/authenticate/);
    expect(() => secretsFrom(randomBytes(32)).open(sealed, "connection a")).toThrow(/another secret key/);
    expect(() => secrets.open(`${sealed.slice(0, -6)}AAAA==`, "connection a")).toThrow(/authenticate/);
    expect(() => secrets.open("plain", "connection a")).toThrow(/not supported/);
  });

  it("opens what an earlier version sealed, which did not name the key", () => {
    const key = Buffer.alloc(32, 7);
    const sealed = "v1.AwMDAwMDAwMDAwMDHaau2HpRPAtyuq35yH3mk8JGK2cdrU4p";
    expect(secretsFrom(key).open(sealed, "connection a")).toBe("test_key");
    expect(secretsFrom(randomBytes(32), key).open(sealed, "connection a")).toBe("test_key");
    expect(() => secretsFrom(randomBytes(32)).open(sealed, "connection a")).toThrow(/authenticate/);
  });

  it("opens what was sealed with the previous key, and seals with the new one alone", () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const sealed = secretsFrom(first).seal("test_key", "connection a");
    const changing = secretsFrom(second, first);
    expect(changing.open(sealed, "connection a")).toBe("test_key");
    const again = changing.seal("test_key", "connection a");
    expect(secretsFrom(second).open(again, "connection a")).toBe("test_key");
    expect(() => secretsFrom(first).open(again, "connection a")).toThrow(/another secret key/);
    expect(() => changing.open(sealed, "connection b")).toThrow(/authenticate/);
  });

  it("the key in the data directory is made once, for its owner only, and never replaced when it is spoiled", () => {
    const directory = mkdtempSync(join(tmpdir(), "directory-console-secrets-"));
    const key = loadOrCreateSecretKey(directory);
    expect([key.length, loadOrCreateSecretKey(directory)]).toEqual([32, key]);
    expect(statSync(join(directory, "secret.key")).mode & 0o777).toBe(0o600);
    writeFileSync(join(directory, "secret.key"), "spoiled");
    expect(() => loadOrCreateSecretKey(directory)).toThrow(SettingError);
    rmSync(directory, { recursive: true });
  });

  it("hides a number in an id, the same each time, and finds it under this key and the one before", () => {
    const [key, next] = [randomBytes(32), randomBytes(32)];
    const secrets = secretsFrom(key);
    const id = secrets.hideNumber(7, "entry");
    expect([secrets.hideNumber(7, "entry"), secrets.findNumber(id, "entry")]).toEqual([id, 7]);
    expect(secretsFrom(next, key).findNumber(id, "entry")).toBe(7);
    const changed = `${id.startsWith("A") ? "B" : "A"}${id.slice(1)}`;
    for (const wrong of [
      "",
      "7",
      `${id}A`,
      changed,
      secrets.hideNumber(7, "change"),
      secretsFrom(next).hideNumber(7, "entry"),
    ])
      expect(secrets.findNumber(wrong, "entry"), wrong).toBeUndefined();
  });

  it("takes 32 bytes in base64 and nothing else for a key", () => {
    const key = randomBytes(32);
    expect(parseSecretKey(`${key.toString("base64")}\n`)).toEqual(key);
    for (const wrong of [
      "",
      "x",
      key.toString("hex"),
      randomBytes(31).toString("base64"),
      randomBytes(33).toString("base64"),
    ]) {
      expect(parseSecretKey(wrong)).toBeUndefined();
    }
  });
});
