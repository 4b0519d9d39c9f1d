import { expect, test } from "vitest";
import { guessListColumn } from "./list-columns.ts";

test.each([
  ["name", ["Name", "Names", "Doctor", "Physician name", "First name", "First", "Last", "Provider Name"]],
  ["place", ["Address", "Praxis", "Practice name", "Office", "location_name", "Clinics", "Site"]],
  ["phone", ["Tel", "Tel.", "Tel. No.", "Phone #", "Phone no.", "Telefon", "Mobile", "telephoneNumber"]],
  ["practitioner", ["Practitioner", "practitioner_id", "ID"]],
  ["schedule", ["Schedules", "scheduleId"]],
  ["nothing", ["Fax", "E-Mail", "Specialty", "Status", "Remarks", "NPI", "ZIP"]],
] as const)("a column of a roster says its %s where it is called so", (use, headings) => {
  expect(headings.map((heading) => [heading, guessListColumn(heading, "roster", []).use])).toEqual(
    headings.map((heading) => [heading, use]),
  );
});
