import { ApiError } from "./api-error.ts";

/** The answer, unpacked, is larger than we take; reading stopped there. */
export class ApiBodyTooLargeError extends ApiError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The service's answer is larger than the ${sizeOf(maxBytes)} that are read`);
    this.maxBytes = maxBytes;
  }
}

function sizeOf(bytes: number): string {
  const mebibytes = bytes / 1024 / 1024;
  return Number.isInteger(mebibytes) ? `${String(mebibytes)} MiB` : `${String(bytes)} bytes`;
}
