export { ServiceCheckError } from "./service/connection-problem.ts";
export { runContractSuite } from "./contract-suite/run-contract-suite.ts";
export type { ContractSuiteOptions } from "./contract-suite/contract-session.ts";
export type { CheckResult, CheckStatus, ContractReport } from "./contract-suite/report.ts";
export type { ShownExchange } from "./service/probe.ts";
export { checkProfile, type ProfileCheckOptions } from "#/profile-check/check-profile.ts";
export type { ProfileCheckReport, MeaningResult, MeaningSample } from "#/profile-check/profile-check-report.ts";
