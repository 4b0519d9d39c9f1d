/** Lets equal calls in flight share one; the call is given up when nobody waits for it any more. */
export interface Coalescer<T> {
  run(key: string, signal: AbortSignal | null, call: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** A coalescer for calls that all answer with the same type. */
export function createCoalescer<T>(): Coalescer<T> {
  const flights = new Map<string, Flight<T>>();

  function join(flight: Flight<T>, signal: AbortSignal | null): Promise<T> {
    flight.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        flight.waiting -= 1;
        if (flight.waiting === 0) flight.controller.abort(signal?.reason);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) {
        leave();
        return;
      }
      signal?.addEventListener("abort", leave, { once: true });
      flight.answer.then(resolve, reject).finally(() => {
        signal?.removeEventListener("abort", leave);
      });
    });
  }

  return {
    run(key, signal, call) {
      const known = flights.get(key);
      if (known !== undefined && !known.controller.signal.aborted) return join(known, signal);
      const controller = new AbortController();
      const flight: Flight<T> = { answer: call(controller.signal), controller, waiting: 0 };
      flights.set(key, flight);
      const clear = () => {
        if (flights.get(key) === flight) flights.delete(key);
      };
      flight.answer.then(clear, clear);
      return join(flight, signal);
    },
  };
}
