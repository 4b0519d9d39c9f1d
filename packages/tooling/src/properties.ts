import fc from "fast-check";

// The laws are tried on the same examples on every run, so that a failure is of the change at hand; other seeds and more
// examples are for a person who goes looking.
fc.configureGlobal({
  seed: Number(process.env["TEST_SEED"] ?? 1),
  numRuns: Number(process.env["TEST_RUNS"] ?? 2_000),
});
