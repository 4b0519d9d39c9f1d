import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The page is answered by a whole server, beside those of other tests.
configure({ asyncUtilTimeout: 60_000 });

// The tests of a file share one page.
afterEach(cleanup);
