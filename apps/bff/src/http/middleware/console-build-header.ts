import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "#/http/app-env.ts";
import type { ConsoleFiles } from "#/http/console-files.ts";

/** Sends the identity of the current console build, so that a page of an earlier build can offer to reload. */
export function consoleBuildHeader(files: ConsoleFiles): MiddlewareHandler<AppEnv> {
  return async function nameConsoleBuild(c, next) {
    await next();
    const build = files.build();
    if (build !== undefined) c.res.headers.set("X-Console-Build", build);
  };
}
