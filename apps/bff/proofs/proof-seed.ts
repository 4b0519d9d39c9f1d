/** Where the random proofs begin: the same on every run, so that a failure is of the change at hand. `PROOF_SEED` draws others. */
export const proofSeed = Number(process.env["PROOF_SEED"] ?? 1);
