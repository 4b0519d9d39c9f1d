import { expect, it } from "vitest";
import {
  errorsOf,
  fieldsToCreate,
  heldByReference,
  type Meaning,
  meaningsToCreate,
  nameMeaning,
  emptyTypedFields,
} from "./fields-to-create.ts";

const meaning = (key: string, kind: Meaning["kind"], over: Partial<Meaning> = {}): Meaning => ({
  key,
  kind,
  label: key,
  writable: true,
  heldBy: "schedule",
  phoneParts: null,
  setContent: null,
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
const connection = { recordTypes: [{ type: "schedule", meanings: [practitioner, place, accepted, ...ofPlace] }] };
type Known = Parameters<typeof meaningsToCreate>[0];
const known = connection as Known;

it("offers what the profile says that the type owns and can be written, and names what a reference brings", () => {
  expect(meaningsToCreate(known, "schedule").map(({ key }) => key)).toEqual([
    "practitioner",
    "place",
    "acceptedInsurances",
  ]);
  expect(heldByReference(known, "schedule", place)).toEqual(["name", "phone numbers"]);
  expect(heldByReference(known, "schedule", accepted)).toEqual([]);
});

it("asks for a name where the record has one of its own, and for the practitioner of a schedule", () => {
  const named = [meaning("preferredName", "text"), meaning("displayName", "text")];
  expect(nameMeaning(named)?.key).toBe("displayName");
  expect(nameMeaning([practitioner, place])).toBeNull();
  expect(Object.keys(errorsOf([...named, practitioner], emptyTypedFields, "US"))).toEqual([
    "displayName",
    "practitioner",
  ]);
  expect(
    errorsOf(
      [...named, practitioner],
      { ...emptyTypedFields, texts: { displayName: "Dr. New", practitioner: "new_1" } },
      "US",
    ),
  ).toEqual({});
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
