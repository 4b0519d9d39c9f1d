/** One request. Its query is left out, since it can name a patient. */
export interface LoggedRequest {
  readonly n: number;
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly index: string | null;
  readonly key: string | null;
  readonly status: number | null;
}

/** Counts all requests and logs the latest ones. */
export interface Counters {
  readonly total: number;
  readonly byRoute: Readonly<Record<string, number>>;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly inFlight: number;
  readonly mostInFlight: number;
  begin(): void;
  end(request: Omit<LoggedRequest, "n" | "at">, route: string): void;
  after(n: number): readonly LoggedRequest[];
  clear(): void;
}

const maxLogged = 2000;

export function createCounters(now: () => number): Counters {
  let byRoute: Record<string, number> = {};
  let byStatus: Record<string, number> = {};
  let latest: LoggedRequest[] = [];
  let total = 0;
  let inFlight = 0;
  let mostInFlight = 0;
  return {
    get total() {
      return total;
    },
    get byRoute() {
      return byRoute;
    },
    get byStatus() {
      return byStatus;
    },
    get inFlight() {
      return inFlight;
    },
    get mostInFlight() {
      return mostInFlight;
    },
    begin() {
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
    },
    end(request, route) {
      inFlight -= 1;
      total += 1;
      byRoute[route] = (byRoute[route] ?? 0) + 1;
      const status = request.status === null ? "reset" : String(request.status);
      byStatus[status] = (byStatus[status] ?? 0) + 1;
      latest.push({ n: total, at: new Date(now()).toISOString(), ...request });
      if (latest.length > 2 * maxLogged) latest = latest.slice(-maxLogged);
    },
    after: (n) => latest.filter((request) => request.n > n).slice(-maxLogged),
    clear() {
      [byRoute, byStatus, latest, total, mostInFlight] = [{}, {}, [], 0, inFlight];
    },
  };
}
