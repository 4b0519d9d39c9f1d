import { asJson, type JsonObject, type Phone, type RecordKey, type Saying, type Wire } from "./wire.ts";

/** One record as somebody was answered: the body as it came, and what it says in meanings. */
export class Answer {
  readonly record: RecordKey;
  readonly body: JsonObject;
  readonly raw: JsonObject;
  readonly #wire: Wire;

  constructor(wire: Wire, record: RecordKey, body: JsonObject) {
    this.#wire = wire;
    this.record = record;
    this.body = body;
    this.raw = wire.record(record.type, body);
  }

  text(name: string): string | null {
    return this.#wire.text(this.record.type, this.raw, name);
  }

  ids(name: string): string[] {
    return this.#wire.ids(this.record.type, this.raw, name);
  }

  reference(name: string): string {
    return this.#wire.reference(this.record.type, this.raw, name);
  }

  get phones(): Phone[] {
    return this.#wire.phones(this.record.type, this.raw);
  }

  get numbers(): string[] {
    return this.phones.map(({ number }) => number);
  }

  /** The answer but for what it says of these meanings: it has to stay as it is. */
  without(...names: readonly string[]): unknown {
    return this.#wire.rest(this.record.type, this.body, ...names);
  }

  /** Asks for a change by which the record says this: what the sandbox's drift and outside take. */
  toSay(values: Saying): RecordKey & { set: JsonObject } {
    return { ...this.record, set: this.#wire.saying(this.record.type, this.raw, values) };
  }

  /** Members with lists that the profile gives no meaning to. */
  get unnamedLists(): string[] {
    return this.#wire.unnamed(this.record.type, this.raw);
  }
}

/** Plain HTTP GETs of the service's paths, with no code of ours between. */
export class ServiceCalls {
  readonly base: string;
  readonly #authorization: string;
  readonly #wire: Wire;

  constructor(base: string, authorization: string, wire: Wire) {
    this.base = base;
    this.#authorization = authorization;
    this.#wire = wire;
  }

  fetch(path: string, indexId?: string): Promise<Response> {
    return fetch(`${this.base}${path}`, { headers: this.#wire.headers(this.#authorization, indexId) });
  }

  /** A record in an index, in the standard one if none is given; throws when it is not answered. */
  async read(record: RecordKey, indexId?: string): Promise<Answer> {
    const { path, success } = this.#wire.reads(record.type);
    const filled = path.replace("{id}", encodeURIComponent(record.id));
    const response = await this.fetch(filled, indexId);
    const text = await response.text();
    if (!success.includes(response.status)) throw new Error(`GET ${filled}: ${response.status} ${text}`);
    return new Answer(this.#wire, record, asBody(asJson(JSON.parse(text)), filled));
  }
}

function asBody(value: ReturnType<typeof asJson>, path: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error(`GET ${path} answers no object`);
}
