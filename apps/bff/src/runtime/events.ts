/** Resolves to true if it changed what the event is about. */
export type Listener<Payload> = (payload: Payload) => Promise<boolean | void>;

/** Typed events: subscribers react to what has happened. */
export interface Events<Payloads> {
  subscribe<Name extends keyof Payloads>(name: Name, listener: Listener<Payloads[Name]>): void;
  /**
   * Calls the subscribers one after the other and waits for them. Resolves to true if one of them changed what the
   * event is about; rethrows their errors.
   */
  publish<Name extends keyof Payloads>(name: Name, payload: Payloads[Name]): Promise<boolean>;
}

export function createEvents<Payloads>(): Events<Payloads> {
  const listeners: { [Name in keyof Payloads]?: Listener<Payloads[Name]>[] } = {};
  return {
    subscribe(name, listener) {
      listeners[name] = [...(listeners[name] ?? []), listener];
    },
    async publish(name, payload) {
      let isChanged = false;
      for (const listener of listeners[name] ?? []) if ((await listener(payload)) === true) isChanged = true;
      return isChanged;
    },
  };
}
