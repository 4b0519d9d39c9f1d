export { ContractSuiteError } from "./contract-suite-error.ts";
export { runContractSuite, type ContractSuiteOptions } from "./run-contract-suite.ts";
export type { CheckResult, CheckStatus, ContractReport, ShownExchange } from "./report.ts";
export { dryRunProfile, type DryRunOptions } from "./dry-run-profile.ts";
export type { DryRun, MeaningFound, MeaningSample } from "./dry-run.ts";
export { profileJsonSchema } from "#/profile/json-schema.ts";
