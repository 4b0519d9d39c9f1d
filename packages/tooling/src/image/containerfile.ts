/** What the last stage of a Containerfile says of the container that is run, in the form of an OCI image's `config`. */
export interface ContainerConfig {
  User: string;
  WorkingDir: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  ExposedPorts: { [port: string]: object };
  Volumes: { [path: string]: object };
  StopSignal: string;
  Labels: { [name: string]: string };
  /** Times in nanoseconds. OCI has no such member; engines read it all the same. */
  Healthcheck: { Test: string[]; Interval: number; Timeout: number; StartPeriod: number; Retries: number };
}

const PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Reads the instructions that this repository's Containerfile uses; throws for one that it does not know. */
export function readContainerfile(text: string): { args: { [name: string]: string }; config: ContainerConfig } {
  const args: { [name: string]: string } = {};
  let said = new Map<string, string>();
  for (const { instruction, rest } of instructions(text)) {
    if (instruction === "FROM") said = new Map();
    else if (instruction === "ARG") Object.assign(args, pairs(rest));
    else if (instruction !== "COPY" && instruction !== "RUN") said.set(instruction, rest);
  }
  const take = (instruction: string): string => {
    const rest = said.get(instruction);
    if (rest === undefined) throw new Error(`The Containerfile's last stage has no ${instruction}.`);
    said.delete(instruction);
    return rest;
  };
  const config: ContainerConfig = {
    User: take("USER"),
    WorkingDir: take("WORKDIR"),
    Env: [PATH, ...Object.entries(pairs(take("ENV"))).map(([name, value]) => `${name}=${value}`)],
    Entrypoint: words(take("ENTRYPOINT")),
    Cmd: words(take("CMD")),
    ExposedPorts: { [`${take("EXPOSE")}/tcp`]: {} },
    Volumes: { [take("VOLUME")]: {} },
    StopSignal: take("STOPSIGNAL"),
    Labels: pairs(take("LABEL")),
    Healthcheck: healthcheck(take("HEALTHCHECK")),
  };
  if (said.size > 0)
    throw new Error(`The Containerfile has ${[...said.keys()].join(", ")}, which the image would lack.`);
  return { args, config };
}

function instructions(text: string): { instruction: string; rest: string }[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, "")
    .replace(/\\\n/g, " ")
    .split("\n");
  return lines.flatMap((line) => {
    const [, instruction = "", rest = ""] = /^(\S+)\s+(.*)$/.exec(line.trim()) ?? [];
    return instruction === "" ? [] : [{ instruction, rest }];
  });
}

function pairs(text: string): { [name: string]: string } {
  const found = text.matchAll(/([\w.]+)=(?:"([^"]*)"|(\S*))/g);
  return Object.fromEntries([...found].map(([, name = "", quoted, plain]) => [name, quoted ?? plain ?? ""]));
}

function words(text: string): string[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error(`${text} has to be a list in JSON.`);
  return list.map(String);
}

function healthcheck(text: string): ContainerConfig["Healthcheck"] {
  const [options = "", command = ""] = text.split(/\sCMD\s/);
  const given = Object.fromEntries(
    [...options.matchAll(/--([\w-]+)=(\d+)/g)].map(([, name = "", value]) => [name, Number(value)]),
  );
  const nanoseconds = (name: string) => (given[name] ?? 0) * 1_000_000_000;
  return {
    Test: ["CMD", ...words(command)],
    Interval: nanoseconds("interval"),
    Timeout: nanoseconds("timeout"),
    StartPeriod: nanoseconds("start-period"),
    Retries: given["retries"] ?? 0,
  };
}
