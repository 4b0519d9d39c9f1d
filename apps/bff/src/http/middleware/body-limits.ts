import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppEnv } from "#/http/app-env.ts";
import { OperationError } from "#/runtime/errors.ts";

const MEBIBYTE = 1024 * 1024;
const LARGE = /\/(?:roster-imports|plans\/import|index-versions|change-sets\/[^/]+\/changes(?:\/undo)?)$/;

/** 1 MiB, or 8 MiB for rosters, CSV files and staging in several directories. Counted while reading, since headers can be wrong. */
export function bodyLimits(): MiddlewareHandler<AppEnv> {
  const limit = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new OperationError("body_too_large", `The body exceeds the limit of ${maxSize / MEBIBYTE} MiB.`);
      },
    });
  const usual = limit(MEBIBYTE);
  const large = limit(8 * MEBIBYTE);
  return async function limitBody(c, next) {
    return await (LARGE.test(c.req.path) ? large : usual)(c, next);
  };
}
