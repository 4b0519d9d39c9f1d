import { parseJson } from "@dc/directory";
import { describe, expect, it } from "vitest";
import { parseInTurns } from "./parse-in-turns.ts";

const entry = (at: number) => ({ id: `chg_${at}`, says: `"[{,\\`, un: [at, { a: [] }], exact: at / 4 });
const many = (count: number) => Array.from({ length: count }, (_, at) => JSON.stringify(entry(at))).join(",");
const long = many(4_000);

describe("a long text that is parsed in turns", () => {
  it.each([
    ["a list between other members", `{"name":"a, [b","changes":[${long}],"after":{"list":[1,2]}}`],
    ["two long lists, and one that is short", `{"a":[${long}],"short":[1,[2]],"b":[ ${long} ]}`],
    ["digits that no number keeps", `{"changes":[12345678901234567890,1.50,${long}]}`],
    ["a key that is written with escapes", `{"ch\\u0061nges":[${long}]}`],
    ["a member that names the prototype", `{"__proto__":[${long}]}`],
    ["the same member twice", `{"a":[${long}],"a":[1]}`],
    ["the same member twice, the long one last", `{"a":[1],"a":[${long}]}`],
    ["a list of lists", `[[${long}],[${long}]]`],
    ["a list within a member", `{"a":{"b":[${long}]}}`],
    ["a long text", `{"a":"${'\\\\\\"[,'.repeat(20_000)}"}`],
    ["no object", "null"],
  ])("says what it says parsed at once: %s", async (_, text) => {
    const parsed = await parseInTurns(text);
    expect(parsed).toEqual(parseJson(text));
    expect(JSON.stringify(parsed)).toBe(JSON.stringify(parseJson(text)));
  });

  it.each([
    ["an entry is missing at the end", `{"a":[${long},]}`],
    ["an entry is missing in between", `{"a":[${long},,1]}`],
    ["a list ends as an object", `{"a":[${long}}}`],
    ["an entry ends too often", `{"a":[${long},1],2]}`],
    ["an entry is cut in two by a bracket", `{"a":[${long}]},{"b":[${long}]}`],
    ["it does not end", `{"a":[${long}`],
    ["a text does not end", `{"a":[${long}],"b":"x`],
    ["something follows", `{"a":[${long}]} x`],
    ["an entry is none", `{"a":[${long},tru]}`],
  ])("is refused as it is parsed at once where %s", async (_, text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
    await expect(parseInTurns(text)).rejects.toThrow(SyntaxError);
  });

  it("lets others have their turn in between", async () => {
    let [turns, isParsed] = [0, false];
    const parsing = parseInTurns(`{"a":[${many(200_000)}]}`).then(() => (isParsed = true));
    while (!isParsed) {
      await new Promise((turn) => setImmediate(turn));
      turns += 1;
    }
    await parsing;
    expect(turns).toBeGreaterThan(3);
  });
});
