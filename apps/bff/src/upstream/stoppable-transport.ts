import { ApiConnectionError, ApiTimeoutError, type Transport } from "@dc/api-client";
import { currentCallOrigin } from "#/runtime/call-origin.ts";
import { StoppedError } from "#/runtime/errors.ts";

export interface StoppableTransport extends Transport {
  /**
   * From now on no call of background work begins: a reading throws StoppedError, a write counts as not sent. Readings
   * under way are given up at once, writes after `withinMs`. Calls of people and programs go on.
   */
  stopWork(withinMs: number): void;
}

export function stoppableTransport(transport: Transport): StoppableTransport {
  const underWay = new Set<{ isReading: boolean; controller: AbortController }>();
  let isStopped = false;
  return {
    close: () => transport.close(),
    async send(request) {
      if (currentCallOrigin().kind !== "work") return await transport.send(request);
      const isReading = request.method === "GET";
      if (isStopped)
        throw isReading ? new StoppedError() : new ApiConnectionError({ mayHaveArrived: false, code: null });
      const call = { isReading, controller: new AbortController() };
      underWay.add(call);
      try {
        const signal = AbortSignal.any([request.signal, call.controller.signal]);
        return await transport.send({ ...request, signal });
      } finally {
        underWay.delete(call);
      }
    },
    stopWork(withinMs) {
      isStopped = true;
      for (const { isReading, controller } of underWay) if (isReading) controller.abort(new StoppedError());
      setTimeout(() => {
        const timeout = new ApiTimeoutError({ mayHaveArrived: true, deadlineMs: withinMs });
        for (const { controller } of underWay) controller.abort(timeout);
      }, withinMs).unref();
    },
  };
}
