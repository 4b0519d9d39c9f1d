import { cleanup, fireEvent, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import type { ListQuery } from "./list-query.ts";
import { PagedList } from "./paged-list.tsx";

const loaded = { data: { pages: [{ total: 3 }] }, error: null, isPending: false, isPlaceholderData: false };

function show(query: Partial<ListQuery>, rows: readonly string[] = []) {
  const refetch = vi.fn<() => void>();
  const fetchNextPage = vi.fn<() => Promise<ListQuery>>(async () => ({ ...loaded, refetch }));
  renderUi(
    <PagedList
      name="tokens"
      query={{ ...loaded, refetch, fetchNextPage, ...query }}
      rows={rows}
      empty={<p>No tokens yet.</p>}
      skeleton={{ rows: 2 }}
    >
      {(shown) => shown.map((row) => <p key={row}>{row}</p>)}
    </PagedList>,
  );
  return { refetch, fetchNextPage };
}

describe("PagedList", () => {
  it("says what is loading until the first page has come", () => {
    show({ data: undefined, isPending: true });
    expect(screen.getByLabelText("Loading the tokens")).toBeTruthy();
    expect(screen.queryByText("No tokens yet.")).toBeNull();
  });

  it("says that reading failed, and reads again when asked", () => {
    const { refetch } = show({ data: undefined, error: new Error("no answer") });
    fireEvent.click(screen.getByRole("button"));
    expect(refetch).toHaveBeenCalledOnce();
    expect(screen.queryByText("No tokens yet.")).toBeNull();
  });

  it("is empty only when the server has answered without rows", () => {
    show({});
    expect(screen.getByText("No tokens yet.")).toBeTruthy();
    cleanup();
    show({ isPlaceholderData: true });
    expect(screen.queryByText("No tokens yet.")).toBeNull();
  });

  it("shows its rows, and loads the next page once, only where there is one", () => {
    show({}, ["first"]);
    expect([screen.getByText("first").textContent, screen.queryByRole("button")]).toEqual(["first", null]);
    cleanup();
    const { fetchNextPage } = show({ hasNextPage: true }, ["first"]);
    fireEvent.click(screen.getByRole("button", { name: "Show more tokens" }));
    expect(fetchNextPage).toHaveBeenCalledOnce();
    cleanup();
    const busy = show({ hasNextPage: true, isFetchingNextPage: true }, ["first"]);
    fireEvent.click(screen.getByRole("button"));
    expect(busy.fetchNextPage).not.toHaveBeenCalled();
  });

  it("keeps its rows when the next page failed, and asks for it again", () => {
    const { fetchNextPage } = show({ hasNextPage: true, isFetchNextPageError: true, error: new Error("no answer") }, [
      "first",
    ]);
    expect(screen.getByText("first")).toBeTruthy();
    fireEvent.click(screen.getByRole("button"));
    expect(fetchNextPage).toHaveBeenCalledOnce();
  });
});
