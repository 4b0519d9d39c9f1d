import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "#/http/app-env.ts";
import { operationError } from "#/runtime/errors.ts";

const MEBIBYTE = 1024 * 1024;
const LARGE =
  /\/(?:roster-imports|sheet-text|statements\/kept|change-imports(?:\/preview)?|plans\/import|verifications|index-versions(?:\/adopt)?|change-sets|(?:change-sets|index-versions)\/[^/]+\/(?:changes(?:\/undo)?|decisions|moved|at-rest))$/;

/** 1 MiB, or 8 MiB for rosters, CSV files, statements that are kept, staging, and what says what was seen of many changes. Counted while reading, since headers can be wrong. */
export function bodyLimits(): MiddlewareHandler<AppEnv> {
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw operationError("body_too_large", "body-limit", { mebibytes: maxSize / MEBIBYTE });
      },
    });
  const usual = limit(MEBIBYTE);
  const large = limit(8 * MEBIBYTE);
  return async function limitBody(c, next) {
    return await (LARGE.test(c.req.path) ? large : usual)(c, next);
  };
}
