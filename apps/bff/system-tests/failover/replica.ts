import { type ServerProcess, type Settings, startServer } from "@dc/tooling/testing/server-process";

/** The one whom the first replica of a store creates. */
export const administrator = { email: "ada@example.org", password: "correct-horse-battery" };

/** One server process of several on a PostgreSQL. */
export async function startReplica(
  databaseUrl: string,
  service: { url: string },
  settings: Settings = {},
): Promise<ServerProcess> {
  return await startServer({
    service,
    writes: true,
    settings: {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      TEST_WAIT_MS: "100",
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
}

export async function signIn(replica: ServerProcess): Promise<void> {
  const { status } = await replica.call("POST", "/api/v1/session", administrator);
  if (status !== 200) throw new Error(`Signing in answered ${status}.`);
}
