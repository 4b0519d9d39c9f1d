import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContainerConfig } from "./containerfile.ts";
import { packagesApart } from "#/start/server-build.ts";
import { unpackOciLayout } from "./oci-image.ts";

/** What was seen from inside the image. */
interface Seen {
  ready: number;
  page: number;
  signedIn: number;
  loaded: number | null;
  health: number | null;
  exit: number | null;
  user: number;
  root: string[];
  mounts: string[];
  processes: number;
  networks: string[];
  writable: string[];
  output: string;
}

/** Mounts as an engine would with `--read-only --tmpfs /tmp`, and then has only the image, as its user without rights. */
const ENTER = `
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs -o mode=0700,uid=$USER_ID,gid=$USER_ID tmpfs "$ROOT/data"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=0755 tmpfs "$ROOT/dev"
mknod -m 666 "$ROOT/dev/null" c 1 3
ip link set lo up
cd "$ROOT"
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all,+sys_chroot,+setuid,+setgid \\
  chroot --userspec="$USER_ID:$USER_ID" --groups= "$ROOT" "$@"
`;

const VISIBLE_ROOT = "bin boot data dev etc home lib lib64 opt proc root run sbin sys tmp usr var".split(" ");

/**
 * Unpacks an image and runs its server in namespaces of its own, with no network but its own loopback, until `readyz`
 * answers 200. Returns what is wrong; nothing, if all is well. Needs root.
 */
export async function tryImage(layout: string, work: string): Promise<{ seen: Seen; wrong: string[] }> {
  const root = join(work, "root");
  const config = await unpackOciLayout(layout, root);
  const seen = await lookInside(root, config);
  const expectations: [boolean, string][] = [
    [seen.ready === 200, `readyz answered ${seen.ready}\n${seen.output}`],
    [seen.page === 200, `the console answered ${seen.page}`],
    [seen.signedIn === 200, `signing in answered ${seen.signedIn}`],
    [seen.loaded === 0, `a package of npm cannot be loaded\n${seen.output}`],
    [seen.health === 0, `the health check ended with ${seen.health}`],
    [seen.exit === 0, `after SIGTERM the server ended with ${seen.exit}`],
    [`${seen.user}:${seen.user}` === config.User, `it ran as ${seen.user}`],
    [seen.root.join() === VISIBLE_ROOT.join(), `/ has ${seen.root.join(" ")}`],
    [seen.mounts.join() === ["/", "/data", "/dev", "/proc", "/tmp"].join(), `mounted are ${seen.mounts.join(" ")}`],
    [seen.processes <= 3, `${seen.processes} processes are visible`],
    [seen.networks.join() === "lo", `there are the networks ${seen.networks.join(" ")}`],
    [seen.writable.join() === "/data/new", `writable are ${seen.writable.join(" ")}`],
  ];
  return { seen, wrong: expectations.filter(([holds]) => !holds).map(([, wrong]) => wrong) };
}

async function lookInside(root: string, config: ContainerConfig): Promise<Seen> {
  const [node = ""] = config.Entrypoint;
  const [, ...healthcheck] = config.Healthcheck.Test;
  const [user = ""] = config.User.split(":");
  const settings = {
    SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
    PUBLIC_URL: "https://console.example.org",
    SERVICE_BASE_URL: "https://service.invalid",
    SERVICE_API_KEY: "no_service",
    ADMIN_EMAIL: "ada@example.org",
    ADMIN_PASSWORD: "correct-horse-battery",
    LOG_LEVEL: "warn",
    TRIED: JSON.stringify({ command: [...config.Entrypoint, ...config.Cmd], healthcheck, packages: packagesApart }),
  };
  const script = readFileSync(new URL("try-inside.ts", import.meta.url), "utf8");
  const environment = [...config.Env, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`)];
  const inside = [node, "--input-type=module-typescript", "-e", inItsFolder(config.WorkingDir, script)];
  const child = spawn(
    "unshare",
    ["--mount", "--pid", "--net", "--ipc", "--uts", "--fork", "--kill-child", "sh", "-euc", ENTER, "sh", ...inside],
    {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...Object.fromEntries(environment.map((one) => split(one))), ROOT: root, USER_ID: user },
    },
  );
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  await once(child, "close");
  if (!said.startsWith("{"))
    throw new Error(`The image could not be entered (${child.exitCode ?? child.signalCode}). ${said}`);
  return JSON.parse(said) as Seen;
}

/** The names of the machine's own folders are not told to the server either. */
function inItsFolder(folder: string, script: string): string {
  return `process.chdir(${JSON.stringify(folder)}); delete process.env["ROOT"]; delete process.env["USER_ID"]; delete process.env["OLDPWD"]; delete process.env["PWD"];\n${script}`;
}

function split(pair: string): [string, string] {
  const at = pair.indexOf("=");
  return [pair.slice(0, at), pair.slice(at + 1)];
}
