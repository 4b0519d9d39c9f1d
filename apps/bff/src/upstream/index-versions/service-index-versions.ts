import type { Service } from "#/upstream/service.ts";
import { type ServiceFailure, toServiceFailure } from "#/upstream/service-failure.ts";

/** An index version as the service tells of it. */
export interface ServiceIndexVersion {
  readonly id: string;
  readonly name: string | null;
}

/** What the service answers, if its profile has an operation for it. */
export type Told<T> =
  | { outcome: "no such operation" }
  | { outcome: "told"; value: T }
  | { outcome: "failed"; failure: ServiceFailure };

/**
 * All index versions that the key can see, the standard and the test index too where the service lists them. With
 * `steady`, a list that changes while its pages are read is a failure.
 */
export async function listServiceIndexVersions(
  { client }: Service,
  options: { deadlineMs?: number; steady?: boolean } = {},
): Promise<Told<readonly ServiceIndexVersion[]>> {
  return await told(client.indexVersions.list(options));
}

/** One index version by its id. */
export async function readServiceIndexVersion({ client }: Service, id: string): Promise<Told<ServiceIndexVersion>> {
  return await told(client.indexVersions.read(id));
}

async function told<T>(asked: Promise<T | null>): Promise<Told<T>> {
  try {
    const value = await asked;
    return value === null ? { outcome: "no such operation" } : { outcome: "told", value };
  } catch (error) {
    const failure = toServiceFailure(error);
    if (failure === undefined) throw error;
    return { outcome: "failed", failure };
  }
}
