import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { refresh } from "./refresh.ts";

it("forgets how the changes of a set were that are not on screen, and keeps all else until it is read again", async () => {
  const client = new QueryClient();
  const changes = ["change-sets", "changes", "set_a"];
  const review = ["change-sets", "review", "set_a", {}];
  const onScreen = ["change-sets", "changes", "set_b"];
  const set = ["change-sets", "one", "set_a"];
  for (const key of [changes, review, onScreen, set]) client.setQueryData(key, "before");
  const leave = new QueryObserver(client, {
    queryKey: onScreen,
    queryFn: () => "after",
    refetchOnMount: false,
  }).subscribe(() => undefined);
  await refresh(client, ["change"]);
  expect([changes, review, onScreen, set].map((key) => client.getQueryData(key))).toEqual([
    undefined,
    undefined,
    "after",
    "before",
  ]);
  expect(client.getQueryState(set)?.isInvalidated).toBe(true);
  leave();
});
