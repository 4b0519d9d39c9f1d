import type { Mistake } from "./mistakes-in-the-file.fixture.ts";

const phones = "/records/practitioner/meanings/phones";
const insurances = "/records/schedule/meanings/acceptedInsurances";
const practitioner = "/records/schedule/meanings/practitioner";

/** Mistakes that nothing was said about, or something misleading, when a profile was first written for this spelling. */
export const onceSilent: readonly Mistake[] = [
  ["an extension left out of the shape", phones, withoutExtension(), `${phones}/shape/extension`, 'write "/ext" here'],
  [
    "an element whose number is misspelled",
    `${phones}/write/element`,
    { digit: "{number}", ext: "{extension}", trailer: null },
    `${phones}/write/element`,
    '"{number}" stands at "/digit"',
  ],
  ["ids for objects", `${insurances}/write/element`, "{id}", `${insurances}/write/element`, '"{id}" at "/key"'],
  ["an id for an object", `${practitioner}/write/element`, "{id}", `${practitioner}/write/element`, '"{id}" at "/key"'],
];

function withoutExtension() {
  return {
    kind: "phones",
    at: "/getting-in-touch/lines",
    shape: { form: "objects", number: "/digits" },
    write: { element: { digits: "{number}" } },
  };
}
