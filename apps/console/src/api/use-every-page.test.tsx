import { useInfiniteQuery } from "@tanstack/react-query";
import { screen } from "@testing-library/react";
import { useEffect } from "react";
import { expect, it } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { useEveryPage } from "./use-every-page.ts";

/** Reads its first page again as soon as it has come, as a screen does whose version has moved. */
function Pages() {
  const list = useInfiniteQuery({
    queryKey: ["pages"],
    queryFn: async ({ pageParam }) => {
      await new Promise((answer) => setTimeout(answer, 5));
      return { number: pageParam, next: pageParam < 3 ? pageParam + 1 : null };
    },
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
  });
  useEveryPage(list);
  const { data, refetch } = list;
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) void refetch();
  }, [isRead, refetch]);
  return <p>{data?.pages.map(({ number }) => number).join(" ")}</p>;
}

it("reads the last page, too, where the first ones are read again meanwhile", async () => {
  renderUi(<Pages />);
  expect(await screen.findByText("1 2 3")).toBeDefined();
});

/** Pages that are answered before it is drawn that they are asked for. */
function QuickPages() {
  const list = useInfiniteQuery({
    queryKey: ["quick pages"],
    queryFn: ({ pageParam }) => ({ number: pageParam, next: pageParam < 9 ? pageParam + 1 : null }),
    initialPageParam: 1,
    getNextPageParam: ({ next }) => next,
  });
  useEveryPage(list);
  return <p>{list.data?.pages.map(({ number }) => number).join(" ")}</p>;
}

it("reads every page, however quickly each is answered", async () => {
  renderUi(<QuickPages />);
  expect(await screen.findByText("1 2 3 4 5 6 7 8 9")).toBeDefined();
});
