import { isJsonObject } from "@dc/api-client";
import { type CheckedKind, type MeaningOf, plainKind, trial } from "./checked-kind.ts";

export const text = {
  ...plainKind,
  suggest: (_, value) =>
    isJsonObject(value) ? `"at" one of its members: ${Object.keys(value).join(", ")}` : '"at" a text; this is not text',
  trials(_, value, { name }) {
    const before = typeof value === "string" ? value : "";
    if (/name$/i.test(name))
      return [trial("another text", before === "Contract suite A" ? "Contract suite B" : "Contract suite A")];
    if (before === "") return [];
    if (/^[A-Z]\w+\/\w+/.test(before))
      return [trial("another time zone", before === "America/Chicago" ? "America/New_York" : "America/Chicago")];
    return [{ ...trial("another text", `${before} A`), mayBeRefused: true }];
  },
} as const satisfies CheckedKind<MeaningOf<"text">>;
