import { ApiError } from "./api-error.ts";

/** The answer, unpacked, is larger than we take; reading stopped there. */
export class ApiBodyTooLargeError extends ApiError {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The service's answer is larger than ${String(maxBytes)} bytes`);
    this.maxBytes = maxBytes;
  }
}
