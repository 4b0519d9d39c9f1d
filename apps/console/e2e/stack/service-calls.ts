import { asJson, type JsonObject } from "./json-values.ts";
import type { FieldValues, Phone, RecordKey, ServiceSpelling } from "./service-spelling.ts";

/** One record of a response: the original body, and its values by meaning. */
export class ServiceRecord {
  readonly record: RecordKey;
  readonly body: JsonObject;
  readonly raw: JsonObject;
  readonly #spelling: ServiceSpelling;

  constructor(spelling: ServiceSpelling, record: RecordKey, body: JsonObject) {
    this.#spelling = spelling;
    this.record = record;
    this.body = body;
    this.raw = spelling.record(record.type, body);
  }

  text(name: string): string | null {
    return this.#spelling.text(this.record.type, this.raw, name);
  }

  ids(name: string): string[] {
    return this.#spelling.ids(this.record.type, this.raw, name);
  }

  reference(name: string): string {
    return this.#spelling.reference(this.record.type, this.raw, name);
  }

  get phones(): Phone[] {
    return this.#spelling.phones(this.record.type, this.raw);
  }

  get numbers(): string[] {
    return this.phones.map(({ number }) => number);
  }

  /** The body without the values of these meanings. */
  bodyWithout(...names: readonly string[]): unknown {
    return this.#spelling.bodyWithout(this.record.type, this.body, ...names);
  }

  /** Like `bodyWithout`, and also without the member that changes with every write. */
  contentWithout(...names: readonly string[]): unknown {
    return this.#spelling.contentWithout(this.record.type, this.body, ...names);
  }

  /** The body that sets these values through the sandbox's `/drift` and `/outside`. */
  changeTo(values: FieldValues): RecordKey & { set: JsonObject } {
    return { ...this.record, set: this.#spelling.encode(this.record.type, this.raw, values) };
  }

  /** Top-level members that are lists and have no meaning in the profile. */
  get unmappedLists(): string[] {
    return this.#spelling.unmappedLists(this.record.type, this.raw);
  }
}

/** Plain HTTP GETs of the service's paths, sharing no code with the product. */
export class ServiceCalls {
  readonly base: string;
  readonly #authorization: string;
  readonly #spelling: ServiceSpelling;

  constructor(base: string, authorization: string, spelling: ServiceSpelling) {
    this.base = base;
    this.#authorization = authorization;
    this.#spelling = spelling;
  }

  fetch(path: string, indexId?: string): Promise<Response> {
    return fetch(`${this.base}${path}`, { headers: this.#spelling.headers(this.#authorization, indexId) });
  }

  /** Reads a record in an index, by default the standard one; throws if the service refuses. */
  async read(record: RecordKey, indexId?: string): Promise<ServiceRecord> {
    const { path, success } = this.#spelling.readOperation(record.type);
    const filled = path.replace("{id}", encodeURIComponent(record.id));
    const response = await this.fetch(filled, indexId);
    const text = await response.text();
    if (!success.includes(response.status)) throw new Error(`GET ${filled}: ${response.status} ${text}`);
    return new ServiceRecord(this.#spelling, record, asBody(asJson(JSON.parse(text)), filled));
  }
}

function asBody(value: ReturnType<typeof asJson>, path: string): JsonObject {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Error(`GET ${path}: the response is no object`);
}
