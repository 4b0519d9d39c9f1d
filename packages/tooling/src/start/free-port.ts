import { once } from "node:events";
import { createServer } from "node:net";
import { SettingError } from "#/start/start-settings.ts";

/**
 * Checks that a port can be listened on; throws SettingError with the setting that chooses the port, or the host if no
 * port of it is available.
 */
export async function checkFreePort(setting: string, host: string, port: number, hostSetting?: string): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (hostSetting !== undefined && code !== "EADDRINUSE" && code !== "EACCES")
      throw new SettingError(`${hostSetting}: ${host} is not an address of this machine (${String(code)}).`, { cause });
    throw new SettingError(`${setting}: ${host}:${port} cannot be used (${reason(code, cause)}).`, { cause });
  }
  server.close();
  await once(server, "close");
}

function reason(code: unknown, cause: unknown): string {
  if (code === "EADDRINUSE") return "another program uses it; choose another port";
  if (code === "EACCES") return "not allowed; choose a port from 1024";
  return cause instanceof Error ? cause.message : String(cause);
}
