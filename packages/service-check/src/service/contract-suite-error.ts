/** A run could not begin: the service cannot be reached, or does not take the key. */
export class ContractSuiteError extends Error {
  override readonly name = "ContractSuiteError";
}
