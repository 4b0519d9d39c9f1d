import { destination, type Logger, pino } from "pino";

const SECRET_NAMES = ["authorization", "cookie", "password", "apiKey", "secret", "setUpToken", "key"];

/** JSON lines on stderr; line breaks in values are escaped, so that logged input cannot forge lines. */
export function createLog(level: string): Logger {
  const paths = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino({ level, base: null, redact: { paths, censor: "[hidden]" } }, destination({ fd: 2, sync: true }));
}
