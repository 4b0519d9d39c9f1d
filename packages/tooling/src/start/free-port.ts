import { once } from "node:events";
import { createServer } from "node:net";
import { SettingError } from "#/start/start-settings.ts";

/** Makes sure that a port can be listened on; throws SettingError with the name of the setting that chooses it. */
export async function checkFreePort(setting: string, host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, "listening");
  } catch (cause) {
    throw new SettingError(`${setting}: ${host}:${port} cannot be listened on (${reason(cause)}).`, { cause });
  }
  server.close();
  await once(server, "close");
}

function reason(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "EADDRINUSE") return "another program uses it; choose another port";
  if (code === "EACCES") return "not allowed; choose a port from 1024";
  return cause instanceof Error ? cause.message : String(cause);
}
