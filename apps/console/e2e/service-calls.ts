// The only file of the journeys that knows how the built-in sandbox spells: they look at the wire as curl would.

export interface WirePhone {
  number: string;
  label?: string | null;
  extension?: string | null;
}

export interface WirePractitioner {
  id: string;
  display_name: string;
  preferred_name?: string | null;
  phone_numbers?: WirePhone[] | null;
  last_change: string;
  [more: string]: unknown;
}

export interface WireSchedule {
  id: string;
  practitioner: string;
  name: string;
  accepted_insurances?: string[] | null;
  last_change: string;
  [more: string]: unknown;
}

/** Plain HTTP GETs of the service's paths, with no code of ours between. */
export class ServiceCalls {
  readonly #base: string;
  readonly #authorization: string;

  constructor(base: string, authorization: string) {
    this.#base = base;
    this.#authorization = authorization;
  }

  fetch(path: string, indexId?: string): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      headers: {
        Accept: "application/json",
        Authorization: this.#authorization,
        "Service-API-Version": "2026-09-01",
        ...(indexId === undefined ? {} : { "Service-Index-Version": indexId }),
      },
    });
  }

  /** The built-in sandbox answers this shape for a practitioner. */
  async practitioner(id: string, indexId?: string): Promise<WirePractitioner> {
    return (await this.#record(`/practitioners/${id}`, indexId)) as WirePractitioner;
  }

  /** The built-in sandbox answers this shape for a schedule. */
  async schedule(id: string, indexId?: string): Promise<WireSchedule> {
    return (await this.#record(`/schedules/${id}`, indexId)) as WireSchedule;
  }

  async #record(path: string, indexId: string | undefined): Promise<unknown> {
    const response = await this.fetch(path, indexId);
    if (response.status !== 200) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
    return await response.json();
  }
}
