import { createServer, type RequestListener, type Server } from "node:http";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { renderUi } from "#/testing/render-ui.tsx";
import { ExportMenu } from "./export-menu.tsx";

let server: Server | undefined;
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  vi.restoreAllMocks();
  server?.closeAllConnections();
  server?.close();
});

/** A server on a port of its own; the console's relative addresses are sent there. */
async function serve(listener: RequestListener): Promise<void> {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((done) => started.listen(0, "127.0.0.1", done));
  const address = started.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  globalThis.fetch = (to, init) =>
    realFetch(new URL(to instanceof Request ? to.url : to, `http://127.0.0.1:${port}`), init);
}

function renderMenu() {
  return renderUi(<ExportMenu exports={[{ address: "/people/export", formats: ["csv"] }]} />);
}

const choose = (item: string) => {
  fireEvent.click(screen.getByRole("button", { name: /^Export/ }));
  fireEvent.click(screen.getByRole("menuitem", { name: item, hidden: true }));
};

it("says how much of an export has come, also where its page is opened again, and cancels it", async () => {
  let isLeft = false;
  await serve((_, response) => {
    response.on("close", () => (isLeft = true));
    response.write("a".repeat(1_300_000));
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const { unmount } = renderMenu();
  choose("CSV");
  await screen.findByRole("button", { name: "Exporting, 1.3 MB" });
  unmount();
  renderMenu();
  screen.getByRole("button", { name: "Exporting, 1.3 MB" });
  choose("Cancel the export");
  await screen.findByRole("button", { name: "Export" });
  await waitFor(() => expect(isLeft).toBe(true));
  expect(saved).not.toHaveBeenCalled();
});
