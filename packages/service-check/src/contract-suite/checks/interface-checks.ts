import type { IndexVersionKind } from "@dc/api-client";
import { accessChecks } from "./access-checks.ts";
import { appointmentChecks } from "./appointment-checks.ts";
import { bookingChecks } from "./booking-checks.ts";
import { untestableCheck, type Check } from "#/contract-suite/check.ts";
import { baseChangeCheck } from "./base-change-checks.ts";
import { indexChecks } from "./index-checks.ts";
import { recordChecks } from "./record-checks.ts";
import { writeChecks } from "./write-checks.ts";

/** The interface sentence by sentence; a check comes after those that it needs. */
export const interfaceChecks = (kind: IndexVersionKind): readonly Check[] => [
  ...accessChecks,
  ...recordChecks,
  ...bookingChecks,
  ...appointmentChecks.slice(0, 2),
  ...indexChecks,
  ...writeChecks,
  ...appointmentChecks.slice(2),
  baseChangeCheck(kind),
  untestableCheck(
    "best-effort",
    "Service",
    "The base data about practitioners is best effort.",
    "a promise about the data, which no answer can show",
  ),
  untestableCheck(
    "insurance-check",
    "Booking",
    "Before booking, the client checks that the patient's insurance is among those that the schedule accepts.",
    "a step of the client; the console's booking check takes it",
  ),
  untestableCheck(
    "going-live",
    "Service",
    "Going live is arranged with the operator of the service by e-mail.",
    "a procedure outside of the API",
  ),
  untestableCheck(
    "key-issue",
    "Authentication",
    "The key is issued to the developer; test mode uses a test key.",
    "a procedure outside of the API",
  ),
];
