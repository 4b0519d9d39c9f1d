import { expect, it } from "vitest";
import {
  creationForm,
  errorsOf,
  fieldsToCreate,
  heldByReference,
  type Meaning,
  emptyTypedFields,
} from "./fields-to-create.ts";

const meaning = (key: string, kind: Meaning["kind"], over: Partial<Meaning> = {}): Meaning => ({
  key,
  kind,
  label: key,
  labelInSentence: (over.label ?? key).toLowerCase(),
  writable: true,
  heldBy: "schedule",
  phoneParts: null,
  holdsOne: false,
  setContent: null,
  choices: null,
  range: null,
  refersTo: null,
  ...over,
});
const practitioner = meaning("practitioner", "reference", { refersTo: "practitioner" });
const place = meaning("place", "reference", { refersTo: "place" });
const accepted = meaning("acceptedInsurances", "set", { setContent: "plans" });
const ofPlace = [
  meaning("name", "text", { writable: false, heldBy: "place", label: "Name" }),
  meaning("phones", "phones", { writable: false, heldBy: "place", label: "Phone numbers" }),
];
type Known = Parameters<typeof creationForm>[0];
const connectionWith = (
  meanings: readonly Meaning[],
  creation: object = { required: [], defaults: {} },
  composed: readonly object[] = [],
) => ({ recordTypes: [{ type: "schedule", meanings, composed, creation }] }) as unknown as Known;
const known = connectionWith([practitioner, place, accepted, ...ofPlace]);

it("offers what the profile says that the type owns and can be written, and names what a reference brings", () => {
  expect(creationForm(known, "schedule").meanings.map(({ key }) => key)).toEqual([
    "practitioner",
    "place",
    "acceptedInsurances",
  ]);
  expect(heldByReference(known, "schedule", place)).toEqual(["name", "phone numbers"]);
  expect(heldByReference(known, "schedule", accepted)).toEqual([]);
});

it("asks for a name where the record has one of its own, and for the practitioner of a schedule", () => {
  const named = [meaning("preferredName", "text"), meaning("displayName", "text"), practitioner];
  const form = creationForm(connectionWith(named), "schedule");
  expect(Object.keys(errorsOf(form, emptyTypedFields, "US"))).toEqual(["displayName", "practitioner"]);
  const texts = { displayName: "Dr. New", practitioner: "new_1" };
  expect(errorsOf(form, { ...emptyTypedFields, texts }, "US")).toEqual({});
  expect(creationForm(known, "schedule").required).toEqual(new Set(["practitioner"]));
});

it("asks for a part of a composed name where creation requires none, and never for the composed name", () => {
  const parts = [meaning("givenName", "text"), meaning("familyName", "text"), meaning("preferredName", "text")];
  const part = (field: string) => ({ type: "schedule", field, isOwn: true });
  const composed = [
    { key: "displayName", label: "Display name", template: "", parts: [part("givenName"), part("familyName")] },
  ];
  const free = creationForm(connectionWith(parts, undefined, composed), "schedule");
  expect(errorsOf(free, emptyTypedFields, "US")).toEqual({ givenName: "Enter a name, or a part of it." });
  expect(errorsOf(free, { ...emptyTypedFields, texts: { familyName: "Lovelace" } }, "US")).toEqual({});
  const creation = { required: ["familyName"], defaults: {} };
  const strict = creationForm(connectionWith(parts, creation, composed), "schedule");
  expect(strict.required).toEqual(new Set(["familyName"]));
  expect(Object.keys(errorsOf(strict, { ...emptyTypedFields, texts: { givenName: "Ada" } }, "US"))).toEqual([
    "familyName",
  ]);
});

it("asks for what the profile says that creation requires, each in its own words, and begins with the defaults", () => {
  const zone = meaning("timeZone", "text", { label: "Time zone" });
  const phones = meaning("phones", "phones");
  const creation = {
    required: ["place", "acceptedInsurances", "timeZone", "phones", "/practice~1status", "/kind"],
    defaults: { "/kind": "clinic", timeZone: "UTC", acceptedInsurances: ["ins_1"] },
  };
  const form = creationForm(connectionWith([place, accepted, zone, phones], creation), "schedule");
  expect(form.meanings.map(({ key, label }) => [key, label]).at(-1)).toEqual(["/practice~1status", "practice/status"]);
  expect(form.start).toEqual({ texts: { timeZone: "UTC" }, members: { acceptedInsurances: ["ins_1"] }, phones: {} });
  expect(errorsOf(form, emptyTypedFields, "US")).toEqual({
    place: "Enter the id of a place.",
    acceptedInsurances: "Choose at least one plan.",
    timeZone: "Enter the time zone.",
    phones: "Enter a phone number.",
    "/practice~1status": "Enter the practice/status.",
  });
  const typed = {
    ...form.start,
    texts: { ...form.start.texts, place: "pl_1", "/practice~1status": "open" },
    phones: { phones: [{ number: "+1 212-555-0142", extension: "", label: "" }] },
  };
  expect(errorsOf(form, typed, "US")).toEqual({});
  expect(fieldsToCreate(form.meanings, typed)).toMatchObject({ "/practice~1status": "open", timeZone: "UTC" });
});

it("says what was typed, leaves out what was not, and says of a set that it is empty", () => {
  const typed = {
    texts: { place: " pl_1 ", name: "  " },
    members: {},
    phones: {
      phones: [
        { number: " +1 212-555-0142 ", extension: "", label: " Fax " },
        { number: " ", extension: "7", label: "" },
      ],
    },
  };
  expect(fieldsToCreate([place, accepted, meaning("name", "text"), meaning("phones", "phones")], typed)).toEqual({
    place: "pl_1",
    acceptedInsurances: [],
    phones: [{ number: "+1 212-555-0142", extension: null, label: "Fax" }],
  });
});

it("lets what is no phone number be confirmed only where the profile can write it", () => {
  const errorIn = (format: "as-typed" | "digits" | "e164", number: string, asItStands?: boolean) => {
    const phoneParts = { extension: true, label: true, format };
    const meanings = [meaning("phones", "phones", { phoneParts })];
    const form = { meanings, required: new Set<string>(), nameParts: [] };
    const phone = { number, extension: "", label: "", ...(asItStands === undefined ? {} : { asItStands }) };
    return errorsOf(form, { ...emptyTypedFields, phones: { phones: [phone] } }, "US")["phones"];
  };
  expect(errorIn("as-typed", "12")).toBe("Correct the number, or send it as it stands.");
  expect(errorIn("digits", "12")).toBe("Correct the number, or send it anyway.");
  expect(errorIn("digits", "12", true)).toBeUndefined();
  expect(errorIn("e164", "12", true)).toMatch(/It can’t be written as the service profile asks/);
});
