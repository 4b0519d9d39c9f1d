import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const EXAMPLE = new URL("../../deploy/nginx.conf", import.meta.url);

/** The name that the shipped example serves. */
export const publicUrl = "https://console.example.org";

export interface Ports {
  http: number;
  https: number;
  replicas: readonly [number, number];
}

export interface Nginx extends AsyncDisposable {
  /** A request over TLS, as if sent to the public name; `from` is an address of this machine's loopback. */
  send(asked: Asked): Promise<Answer>;
  /** What it wrote about errors. */
  errors(): string;
}

export interface Asked {
  method?: string;
  path: string;
  headers?: { [name: string]: string };
  body?: unknown;
  from?: string;
}

export interface Answer {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  text: string;
}

/**
 * Runs nginx with the shipped example: its ports and the paths of its certificate are replaced, nothing else. Throws if
 * there is no nginx, or it refuses the example.
 */
export async function startNginx(ports: Ports): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "directory-console-nginx-"));
  const ca = makeCertificate(folder);
  const path = join(folder, "nginx.conf");
  writeFileSync(path, configuration(folder, ports));
  execFileSync("nginx", ["-t", "-q", "-p", folder, "-e", join(folder, "error.log"), "-c", path]);
  const child = spawn("nginx", ["-p", folder, "-e", join(folder, "error.log"), "-c", path], { stdio: "ignore" });
  const ended = once(child, "exit");
  const send: Nginx["send"] = async ({ method = "GET", path: asked, headers = {}, body, from }) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const sent = request({
      host: "127.0.0.1",
      port: ports.https,
      servername: new URL(publicUrl).hostname,
      ca,
      method,
      path: asked,
      ...(from === undefined ? {} : { localAddress: from }),
      headers: {
        Host: new URL(publicUrl).host,
        Origin: publicUrl,
        "X-Directory-Console": "1",
        ...(text === undefined
          ? {}
          : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) }),
        ...headers,
      },
    });
    sent.end(text);
    const [answer] = (await once(sent, "response")) as [import("node:http").IncomingMessage];
    let read = "";
    for await (const chunk of answer.setEncoding("utf8")) read += String(chunk);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text: read };
  };
  for (let tries = 1; (await send({ path: "/healthz" }).catch(() => undefined)) === undefined; tries += 1) {
    if (tries === 200 || child.exitCode !== null) throw new Error(readFileSync(join(folder, "error.log"), "utf8"));
    await sleep(50);
  }
  return {
    send,
    errors: () => readFileSync(join(folder, "error.log"), "utf8"),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, { http, https, replicas: [first, second] }: Ports): string {
  const replaced: readonly (readonly [string, string])[] = [
    ["server 127.0.0.1:4601 ", `server 127.0.0.1:${first} `],
    ["server 127.0.0.1:4602 ", `server 127.0.0.1:${second} `],
    ["listen 80;", `listen 127.0.0.1:${http};`],
    ["listen [::]:80;", ""],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${https} ssl http2;`],
    ["listen [::]:443 ssl http2;", ""],
    ["/etc/ssl/directory-console/fullchain.pem", join(folder, "certificate.pem")],
    ["/etc/ssl/directory-console/privkey.pem", join(folder, "key.pem")],
  ];
  let example = readFileSync(EXAMPLE, "utf8");
  for (const [from, to] of replaced) {
    if (!example.includes(from)) throw new Error(`apps/bff/deploy/nginx.conf has no "${from}".`);
    example = example.replace(from, to);
  }
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `daemon off; ${user} worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log warn;
events {}
http { access_log off; ${temporary.join(" ")}
${example}
}
`;
}

/** A certificate that signs itself, which is also the authority that the requests trust. */
function makeCertificate(folder: string): string {
  const name = new URL(publicUrl).hostname;
  const files = ["-keyout", join(folder, "key.pem"), "-out", join(folder, "certificate.pem")];
  const subject = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...files, ...subject], {
    stdio: "ignore",
  });
  return readFileSync(join(folder, "certificate.pem"), "utf8");
}
