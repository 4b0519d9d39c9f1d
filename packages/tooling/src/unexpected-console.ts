import { format } from "node:util";
import { afterEach, beforeEach } from "vitest";

// A test that expects output replaces console.error or console.warn itself (vi.spyOn), so nothing is collected here.
const unexpected: string[] = [];

beforeEach(() => {
  unexpected.length = 0;
  console.error = (...parts: unknown[]) => void unexpected.push(`console.error: ${format(...parts)}`);
  console.warn = (...parts: unknown[]) => void unexpected.push(`console.warn: ${format(...parts)}`);
});

afterEach(() => {
  if (unexpected.length === 0) return;
  const said = unexpected.splice(0).join("\n");
  throw new Error(`Nothing may be written to console.error or console.warn unless the test expects it:\n${said}`);
});
