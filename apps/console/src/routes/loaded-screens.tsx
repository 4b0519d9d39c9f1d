import type { ReactElement } from "react";
import type { RouteObject } from "react-router";

export type ScreenName = keyof typeof import("./screen-modules.ts").screenModules;

const loaded = new Map<ScreenName, ReactElement>();
const failed = new Set<ScreenName>();

/** A route's screen, which has been loaded when it is rendered. */
export function screen(name: ScreenName): Pick<RouteObject, "element" | "handle"> {
  return { element: <LoadedScreen name={name} />, handle: name };
}

function LoadedScreen({ name }: { name: ScreenName }) {
  return loaded.get(name);
}

/** Loads a screen; null if it is there. One that cannot be loaded fails when it is rendered, and is loaded again at the next visit. */
export function loadScreen(name: ScreenName | undefined): Promise<void> | null {
  return name === undefined || (loaded.has(name) && !failed.has(name)) ? null : importScreen(name);
}

async function importScreen(name: ScreenName): Promise<void> {
  try {
    const Screen = await (await import("./screen-modules.ts")).screenModules[name]();
    loaded.set(name, <Screen />);
    failed.delete(name);
  } catch (error) {
    loaded.set(name, <FailedScreen error={error} />);
    failed.add(name);
  }
}

function FailedScreen({ error }: { error: unknown }): never {
  throw error;
}
