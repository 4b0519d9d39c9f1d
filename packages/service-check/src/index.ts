export { ServiceCheckError } from "./service/connection-problem.ts";
export { runContractSuite } from "./contract-suite/run-contract-suite.ts";
export type { ContractReport } from "./contract-suite/report.ts";
export { checkProfile } from "#/profile-check/check-profile.ts";
export type { ProfileCheckReport } from "#/profile-check/profile-check-report.ts";
