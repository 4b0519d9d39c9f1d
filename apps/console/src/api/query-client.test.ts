import { parseJson } from "@dc/directory";
import { expect, test } from "vitest";
import { createQueryClient } from "./query-client.ts";

test("a number that is read again with another digit is shown with that digit", () => {
  const client = createQueryClient();
  for (const text of ['{"value":[9007199254740993]}', '{"value":[9007199254740992.0]}']) {
    client.setQueryData(["record"], parseJson(text));
    expect(JSON.stringify(client.getQueryData(["record"]))).toBe(text);
  }
  client.clear();
});
