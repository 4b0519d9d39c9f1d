import { isIPv4, isIPv6 } from "node:net";

/** An address as it was written, read in one way only. */
export interface ParsedAddress {
  scheme: "http" | "https";
  /** As a URL has it: lower case, IPv6 in brackets. With a wildcard its first label is `*`. */
  host: string;
  /** Empty for the default port of the scheme. */
  port: string;
  /** Scheme, host and port. */
  origin: string;
  /** Empty or beginning with a slash, without one at the end. */
  path: string;
  isLiteral: boolean;
}

export interface Problem {
  /** What would be right, to be read after the name of what was written: `must …`. */
  problem: string;
}

const MOST_CHARACTERS = 2_000;
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;
const DECIMAL_BYTE = /^(?:0|[1-9]\d{0,2})$/;

/**
 * Reads the address of a service. Whatever programs understand in different ways is refused: user names, numbers in the
 * place of addresses, backslashes, escapes in the host, letters beyond ASCII, dots at the end.
 */
export function parseAddress(written: string, { wildcard = false } = {}): ParsedAddress | Problem {
  const text = written.trim();
  if (text.length > MOST_CHARACTERS) return { problem: `must have at most ${MOST_CHARACTERS} characters` };
  if (/[^\x21-\x7e]/.test(text))
    return { problem: "must have no spaces and only characters of ASCII; a host in other letters begins with xn--" };
  if (text.includes("\\")) return { problem: "must have slashes, not backslashes" };
  if (/[?#]/.test(text)) return { problem: "must not have a query or a fragment" };
  const [, scheme, authority, path] = /^(https?):\/\/([^/]*)(.*)$/i.exec(text) ?? [];
  if (scheme === undefined || authority === undefined || path === undefined)
    return { problem: "must begin with https:// or http://" };
  if (authority.includes("@")) return { problem: "must not have a user name or password" };
  const [, host = "", port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(authority.toLowerCase()) ?? [];
  if (port !== undefined && !isPort(port)) return { problem: "must have a port from 1 to 65535, or none" };
  const wrong = hostProblem(host, wildcard) ?? pathProblem(path);
  if (wrong !== undefined) return { problem: wrong };
  return asUrlReads(`${scheme.toLowerCase()}://${host}${port === undefined ? "" : `:${port}`}`, path, host);
}

function isPort(text: string): boolean {
  return /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
}

function hostProblem(host: string, wildcard: boolean): string | undefined {
  if (host === "") return "must name a host";
  if (host.startsWith("["))
    return isIPv6(host.slice(1, -1)) && !host.includes("%")
      ? undefined
      : "must have an IPv6 address in brackets, without a zone";
  if (host.endsWith(".")) return "must have a host without a dot at its end";
  const labels = (wildcard && host.startsWith("*.") ? host.slice(2) : host).split(".");
  if (host.includes("*") && (!wildcard || labels.length < 2 || labels.join(".").includes("*")))
    return wildcard
      ? "must have a wildcard as its first label only, with two labels or more after it, such as https://*.example.org"
      : "must name one host, without a wildcard";
  // Where the last label is a number, programs read the host as an IPv4 address, in decimal, octal or hexadecimal.
  if (/^(?:\d+|0x[0-9a-f]*)$/.test(labels.at(-1) ?? ""))
    return isIPv4(host) && labels.every((label) => DECIMAL_BYTE.test(label))
      ? undefined
      : "must have an IPv4 address as four decimal numbers, such as 10.1.2.3";
  return host.length <= 253 && labels.every((label) => LABEL.test(label))
    ? undefined
    : "must have a host of letters, digits and hyphens, such as api.example.org";
}

function pathProblem(path: string): string | undefined {
  const isPlain = /^[\w/.~!$&'()*+,;=:@-]*$/.test(path);
  const segments = path.replace(/\/+$/, "").split("/").slice(1);
  return isPlain && segments.every((segment) => !["", ".", ".."].includes(segment))
    ? undefined
    : "must have a plain path or none, such as /v1";
}

/** As the URL that is asked later has it: what it reads differently than we did is refused. */
function asUrlReads(written: string, path: string, host: string): ParsedAddress | Problem {
  const isWildcard = host.startsWith("*.");
  const url = URL.parse(isWildcard ? written.replace("*.", "wildcard.") : written);
  if (url === null) return { problem: "must have a valid host, such as api.example.org" };
  const isLiteral = host.startsWith("[") || isIPv4(host);
  const read = isWildcard ? url.hostname.replace("wildcard.", "*.") : url.hostname;
  if (!host.startsWith("[") && read !== host) return { problem: `must name its host as ${read}` };
  return {
    scheme: url.protocol === "https:" ? "https" : "http",
    host: read,
    port: url.port,
    origin: `${url.protocol}//${read}${url.port === "" ? "" : `:${url.port}`}`,
    path: path.replace(/\/+$/, ""),
    isLiteral,
  };
}
