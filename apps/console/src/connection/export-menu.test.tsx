import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serve } from "#/testing/answering-server.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { ExportMenu } from "./export-menu.tsx";

/** Chooses the file of a list that is filtered, and gives the addresses that the browser was told to save. */
function exportCsv() {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(this: HTMLAnchorElement) {
    if (this.hasAttribute("download")) saved.push(this.href);
  });
  renderUi(<ExportMenu exports={[{ address: "/people/export", query: { q: "a b" }, formats: ["csv"] }]} />);
  fireEvent.click(screen.getByRole("button", { name: "Export" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "CSV", hidden: true }));
  return saved;
}

it("has the browser save a file that begins, as it comes", async () => {
  await serve((_, response) => response.write("a".repeat(1_000)));
  const saved = exportCsv();
  await waitFor(() => expect(saved).toEqual([expect.stringMatching(/\/api\/v1\/people\/export\?q=a\+b&format=csv$/)]));
});

it("says why a file is refused, and saves nothing", async () => {
  await serve((_, response) => {
    response.writeHead(400, { "Content-Type": "application/problem+json" });
    response.end(JSON.stringify({ status: 400, code: "invalid_request", detail: "Too long", requestId: "req_1" }));
  });
  const saved = exportCsv();
  await screen.findByText(/It could not be exported\./);
  expect(saved).toEqual([]);
});
