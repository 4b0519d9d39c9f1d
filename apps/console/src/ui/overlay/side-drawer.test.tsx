import { act, render, screen } from "@testing-library/react";
import { lazy, Suspense, type ComponentType } from "react";
import { expect, it, vi } from "vitest";
import "#/testing/render-ui.tsx";
import { SideDrawer } from "./side-drawer.tsx";

const turn = () => act(async () => await new Promise((resolve) => setTimeout(resolve, 5)));

it.each([
  ["that cannot be closed", undefined],
  ["that can", vi.fn<() => void>()],
])("a drawer %s is open still once what stands beside it was loaded", async (_, onClose) => {
  const loaded = Promise.withResolvers<{ default: ComponentType }>();
  const Late = lazy(() => loaded.promise);
  const page = (withLate: boolean) => (
    <Suspense fallback={null}>
      <SideDrawer opened title="Drawer" {...(onClose === undefined ? {} : { onClose })}>
        Inside
      </SideDrawer>
      {withLate ? <Late /> : null}
    </Suspense>
  );
  const { rerender } = render(page(false));
  const dialog = screen.getByRole<HTMLDialogElement>("dialog", { name: "Drawer" });
  expect(dialog.open).toBe(true);
  rerender(page(true));
  await turn();
  expect(dialog.open).toBe(false);
  loaded.resolve({ default: () => <p>Late</p> });
  await turn();
  screen.getByText("Late");
  expect(screen.getByRole("dialog", { name: "Drawer" })).toBe(dialog);
  expect(dialog.open).toBe(true);
  if (onClose !== undefined) expect(onClose).not.toHaveBeenCalled();
});
