import type * as Domain from "@dc/directory";
import { z } from "zod";

/** Any JSON value. Its type is spelled out, since a schema that refers to itself without a name has no end in a document. */
export const Json: z.ZodType<Domain.Json> = z
  .json()
  .meta({ id: "Json", type: ["null", "boolean", "number", "string", "array", "object"] });
