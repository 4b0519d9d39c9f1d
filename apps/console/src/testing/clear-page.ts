import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// The tests of a file share one page.
afterEach(cleanup);
