import { destination, type Logger, pino } from "pino";

const SECRET_NAMES = ["authorization", "cookie", "password", "apiKey", "secret", "setUpToken", "key"];

/**
 * What JSON may hold as it is, and what some readers take for the end of a line, a command to the terminal or a change
 * of the writing direction.
 */
const MISLEADING = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** JSON lines on stderr, in which logged input can neither forge a line nor act on a terminal. */
export function createLog(level: string): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { level, base: null, redact: { paths, censor: "[hidden]" }, hooks: { streamWrite: escaped } },
    destination({ fd: 2, sync: true }),
  );
}

function escaped(line: string): string {
  return line.replaceAll(MISLEADING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
