import type { NewProof } from "#/store/tables/proofs.ts";
import type { CheckResult, ServiceProfile } from "#/upstream/service.ts";

/**
 * An operation is proven when it was taken as the profile says, in a check that holds, and no check of it fails. What a check did
 * differently on purpose, such as leaving a header out, proves nothing.
 */
export function provenOperations(
  checks: readonly CheckResult[],
  { profile, writesIn }: { profile: ServiceProfile["data"]; writesIn: string | null },
): { proofs: NewProof[]; disproven: string[] } {
  const proofs = new Map<string, { indexId: string | null; checkIds: Set<string> }>();
  const failed = new Set<string>();
  for (const { id, status, exchanges } of checks) {
    for (const { operation, status: answered, variant, method } of exchanges) {
      if (variant !== null) continue;
      const success = profile.operations[operation]?.success;
      if (status === "does-not-hold") failed.add(operation);
      if (status !== "holds" || answered === null || success?.includes(answered) !== true) continue;
      const proof = proofs.get(operation) ?? { indexId: method === "GET" ? null : writesIn, checkIds: new Set() };
      proof.checkIds.add(id);
      proofs.set(operation, proof);
    }
  }
  return {
    proofs: [...proofs]
      .filter(([operation]) => !failed.has(operation))
      .map(([operation, { indexId, checkIds }]) => ({ operation, indexId, checkIds: [...checkIds] })),
    disproven: [...failed],
  };
}
