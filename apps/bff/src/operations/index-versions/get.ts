import type { IndexVersion } from "@dc/contract";
import type { RequestContext } from "#/context/deps.ts";
import { describeIndexVersion } from "./internal/describe-index-versions.ts";
import { loadIndexVersion } from "#/views/load-index-version.ts";

export async function getIndexVersion(context: RequestContext, indexId: string): Promise<IndexVersion> {
  return await describeIndexVersion(context, context.deps.store.db, await loadIndexVersion(context, indexId));
}
