export { ContractSuiteError, runContractSuite, type ContractSuiteOptions } from "./run-contract-suite.ts";
export type { CheckResult, CheckStatus, ContractReport, ShownExchange } from "./report.ts";
