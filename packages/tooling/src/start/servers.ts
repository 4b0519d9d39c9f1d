import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { childEnvironment, ChildServerError, startChildServer, type ChildServer } from "#/child-server.ts";
import { holdDataDirectory, type HeldDirectory } from "#/start/data-directory.ts";
import { checkFreePort } from "#/start/free-port.ts";
import { nodeFlags } from "#/start/node-flags.ts";
import { SettingError, type Environment, type StartSettings } from "#/start/start-settings.ts";
import { repositoryRoot } from "#/verify/repository.ts";

const STOP_WITHIN_MS = 10_000;

/** The servers of one start: started one after the other, watched, and stopped together with this process. */
export class Servers {
  readonly #watch: boolean;
  readonly #running: ChildServer[] = [];
  #held: HeldDirectory | undefined;
  #stopping: Promise<never> | undefined;

  constructor(options: { watch: boolean }) {
    this.#watch = options.watch;
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void this.stop(0, signal));
  }

  get areStopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Checks that ports and data directory are available before anything is started. Throws SettingError. */
  async prepare({ host, port, sandbox, keepsData, dataDir }: StartSettings): Promise<void> {
    await checkFreePort("PORT", host, port, "HOST");
    if (sandbox !== undefined) {
      await checkFreePort("SANDBOX_PORT", "127.0.0.1", sandbox.port);
      await checkFreePort("SANDBOX_CONTROL_PORT", "127.0.0.1", sandbox.controlPort);
    }
    if (keepsData) this.#held = holdDataDirectory(dataDir);
  }

  /**
   * Lets the bff check its settings before the sandbox starts, since files that the sandbox creates for wrong settings
   * would block the next start. Throws ChildServerError, after the output was shown.
   */
  async checkSettings(env: Environment): Promise<void> {
    const check = spawn(process.execPath, [this.#scriptOf("bff", "check-settings")], {
      stdio: ["ignore", "inherit", "pipe"],
      env: childEnvironment(env),
    });
    let said = "";
    check.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      process.stderr.write(text);
    });
    await once(check, "close");
    if (check.exitCode !== 0) throw new ChildServerError("The settings could not be checked.", said.trim(), undefined);
  }

  /** Starts the server of an app and waits until it is ready. Throws ChildServerError, after its output was shown. */
  async start(app: "sandbox" | "bff", env: Environment): Promise<ChildServer> {
    const server = await startChildServer({
      script: this.#scriptOf(app, "main"),
      nodeFlags: nodeFlags[app],
      env,
      watch: this.#watch,
      onLine: (line, stream) => (stream === "stderr" ? console.error(line) : console.log(line)),
    });
    this.#running.push(server);
    void server.exit.then(({ code, signal }) => {
      if (this.areStopping) return;
      console.error(`The ${app} exited unexpectedly (${signal ?? `exit code ${code}`}); stopping everything.`);
      void this.stop(1);
    });
    return server;
  }

  /** Reports the error, unless a server has already done so, and stops everything. */
  fail(error: unknown): Promise<never> {
    const saidByServer = error instanceof ChildServerError && error.output !== "";
    if (!saidByServer && !this.areStopping) {
      const forPeople = error instanceof SettingError || error instanceof ChildServerError;
      console.error(forPeople ? error.message : error);
    }
    return this.stop(1);
  }

  /** Ctrl-C holds back what the bff has not sent, so a SIGINT is passed on as one. */
  stop(code: number, signal: NodeJS.Signals = "SIGTERM"): Promise<never> {
    this.#stopping ??= this.#stopAll(code, signal === "SIGINT" ? signal : "SIGTERM");
    return this.#stopping;
  }

  #scriptOf(app: "sandbox" | "bff", name: string): string {
    const isBuilt = app === "bff" && !this.#watch;
    return join(repositoryRoot, "apps", app, ...(isBuilt ? ["dist", `${name}.js`] : ["src", `${name}.ts`]));
  }

  // In reverse order: work that the bff has in progress may still need the service.
  async #stopAll(code: number, signal: NodeJS.Signals): Promise<never> {
    for (const server of this.#running.toReversed()) await server.stop(STOP_WITHIN_MS, signal);
    this.#held?.close();
    process.exit(code);
  }
}
