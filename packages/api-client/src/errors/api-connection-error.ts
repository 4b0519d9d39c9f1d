import { ApiError } from "./api-error.ts";

/** No answer came: the connection failed. `left` is false only when it is certain that the request never left. */
export class ApiConnectionError extends ApiError {
  readonly left: boolean;
  readonly code: string | null;

  constructor(options: { readonly left: boolean; readonly code: string | null }) {
    super(options.left ? "The connection to the service broke" : "The service cannot be reached");
    this.left = options.left;
    this.code = options.code;
  }
}
