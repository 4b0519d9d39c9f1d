import type { DeletionReason } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { type NotDone, requestOnce } from "./request-once.ts";
import { listServiceIndexVersions, readServiceIndexVersion } from "./service-index-versions.ts";

/** The outcome of requesting a deletion once. */
export type SentDeletion =
  | { outcome: "held" }
  | { outcome: "done"; status: number; requestId: string | null }
  | NotDone<DeletionReason>;

/** Sends exactly one request to delete an index version. The standard and the test index are refused before it leaves. */
export async function deleteIndexVersion(service: Service, indexId: string): Promise<SentDeletion> {
  return await requestOnce<Exclude<SentDeletion, NotDone<DeletionReason>>, DeletionReason>(
    service.client.writes.deleteIndexVersion(indexId),
    {
      refused: { code: "deletion-refused" },
      failed: (params) => ({ code: "deletion-failed", params }),
      lost: (params) => ({ code: "deletion-reply-lost", params }),
      notSent: (params) => ({ code: "deletion-not-sent", params }),
    },
  );
}

/** How the service can be asked whether it has an index version. */
export function presenceCheck({ profile }: Pick<Service, "profile">): "read" | "list" | null {
  const { operations } = profile.data;
  if (operations["readIndexVersion"] !== undefined) return "read";
  return operations["listIndexVersions"] === undefined ? null : "list";
}

/**
 * Whether the service has an index version; null where it cannot say. A list proves nothing unless it held still, and that
 * it is gone is proven only where the same question was answered otherwise before.
 */
export async function isIndexVersionThere(service: Service, indexId: string): Promise<boolean | null> {
  const check = presenceCheck(service);
  if (check === "read") {
    const read = await readServiceIndexVersion(service, indexId);
    if (read.outcome === "told") return true;
    const reason = read.outcome === "failed" ? read.failure.reason : null;
    return reason === "missing" || reason === "unknown-index" ? false : null;
  }
  if (check === null) return null;
  const listed = await listServiceIndexVersions(service, { steady: true });
  return listed.outcome === "told" ? listed.value.some(({ id }) => id === indexId) : null;
}
