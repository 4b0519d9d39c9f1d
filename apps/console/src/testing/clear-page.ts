import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach } from "vitest";
import { sessionPhase } from "#/api/session-phase.ts";

// The page is answered by a whole server, beside those of other tests.
configure({ asyncUtilTimeout: 60_000 });

// The tests of a file share one page, and those of a worker its modules: whoever was signed out in another one is not here.
beforeEach(() => sessionPhase.become("signed-in"));
afterEach(cleanup);
