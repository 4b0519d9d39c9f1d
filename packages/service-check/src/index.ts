export { ContractSuiteError } from "./service/contract-suite-error.ts";
export { runContractSuite, type ContractSuiteOptions } from "./contract-suite/run-contract-suite.ts";
export type { CheckResult, CheckStatus, ContractReport, ShownExchange } from "./contract-suite/report.ts";
export { dryRunProfile, type DryRunOptions } from "./profile-check/dry-run-profile.ts";
export type { DryRun, MeaningFound, MeaningSample } from "./profile-check/dry-run.ts";
