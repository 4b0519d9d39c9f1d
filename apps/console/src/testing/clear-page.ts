import { cleanup, type Config, configure, getConfig } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { sessionPhase } from "#/api/session-phase.ts";

interface WaitingConfig extends Config {
  /** Set while something is waited for: what a query throws then is read only if it is the last. */
  _disableExpensiveErrorDiagnostics: boolean;
}

configure(({ getElementError: withPage }) => ({
  // The page is answered by a whole server, beside those of other tests.
  asyncUtilTimeout: 60_000,
  // The page is printed once, when the waiting ends, and not each time that it is looked at.
  getElementError: (message, container) => {
    if (!(getConfig() as WaitingConfig)._disableExpensiveErrorDiagnostics) return withPage(message, container);
    return Object.assign(new Error(message ?? undefined), { name: "TestingLibraryElementError" });
  },
}));

// The tests of a file share one page, and those of a worker its modules: whoever was signed out in another one is not here.
beforeEach(() => sessionPhase.become("signed-in"));
afterEach(cleanup);
