import type { Done, IndexVersion } from "@dc/api-client";
import type { CreationReason } from "@dc/directory";
import type { Service } from "#/upstream/service.ts";
import { type NotDone, requestOnce } from "./request-once.ts";

/** The outcome of requesting an index version once. */
export type CreatedIndexVersion =
  | { outcome: "created"; id: string; name: string | null; requestId: string | null }
  | NotDone<CreationReason>;

/** Sends exactly one request for a new index version. */
export async function createIndexVersion(service: Service, name: string): Promise<CreatedIndexVersion> {
  const sent = await requestOnce<Done<IndexVersion>, CreationReason>(service.client.indexVersions.create({ name }), {
    refused: { code: "index-version-refused" },
    failed: (params) => ({ code: "index-version-failed", params }),
    lost: (params) => ({ code: "index-version-reply-lost", params }),
    notSent: (params) => ({ code: "index-version-not-sent", params }),
  });
  if (sent.outcome !== "done") return sent;
  return { outcome: "created", id: sent.value.id, name: sent.value.name, requestId: sent.requestId };
}
