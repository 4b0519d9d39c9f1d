import fc from "fast-check";

// Every run tries the properties on the same examples, so that a failure is due to the change at hand. Other seeds and
// more examples can be chosen by hand.
fc.configureGlobal({
  seed: Number(process.env["TEST_SEED"] ?? 1),
  numRuns: Number(process.env["TEST_RUNS"] ?? 2_000),
});
