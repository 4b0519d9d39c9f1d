import type * as Domain from "@dc/directory";
import { z } from "zod";

/**
 * Any JSON value. It has an id and explicit types, since an unnamed schema that refers to itself would have no end in
 * the OpenAPI document.
 */
export const Json = z
  .custom<Domain.Json>((value) => value !== undefined)
  .meta({ id: "Json", type: ["null", "boolean", "number", "string", "array", "object"] });
