import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { serve } from "#/testing/answering-server.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { ExportMenu } from "./export-menu.tsx";

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
