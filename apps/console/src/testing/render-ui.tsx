import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { createQueryClient } from "#/api/query-client.ts";
import { Providers } from "#/app/providers.tsx";

// jsdom has no layout: these give it a window of 1,200 × 800 in light colours.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};
const focusBefore = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal = function () {
  this.open = true;
  focusBefore.set(this, document.activeElement);
};
HTMLDialogElement.prototype.close = function () {
  const before = this.open ? focusBefore.get(this) : null;
  if (this.open) setTimeout(() => this.dispatchEvent(new Event("close")));
  this.open = false;
  if (before instanceof HTMLElement) before.focus();
};
for (const [name, px] of [
  ["offsetHeight", 800],
  ["offsetWidth", 1200],
  ["clientHeight", 800],
  ["clientWidth", 1200],
] as const) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => px });
}

/** Renders a component inside the providers of a screen. */
export function renderUi(children: ReactNode, client = createQueryClient()): RenderResult {
  return render(<Providers client={client}>{children}</Providers>);
}
