import type { Mistake } from "./file-mistakes.fixture.ts";

const phones = "/records/practitioner/meanings/phones";
const insurances = "/records/schedule/meanings/acceptedInsurances";
const doctors = "/operations/listPractitioners";
const practitioner = "/records/schedule/meanings/practitioner";

/** Mistakes that nothing was said about, or something misleading, when a profile was first written for this spelling. */
export const formerlySilentMistakes: readonly Mistake[] = [
  ["an extension left out of the shape", phones, withoutExtension(), `${phones}/shape/extension`, 'write "/ext" here'],
  [
    "an element whose number is misspelled",
    `${phones}/write/element`,
    { digit: "{number}", ext: "{extension}", trailer: null },
    `${phones}/write/element`,
    '"{number}" is at "/digit"',
  ],
  [
    "a set of what is no record type",
    `${insurances}/of`,
    "product",
    `${insurances}/of`,
    'ids start like those of "insurance"',
  ],
  [
    "an address taken for a cursor",
    `${doctors}/paging`,
    { style: "cursor", query: "after", next: "/onward" },
    `${doctors}/paging/style`,
    'write { "style": "link", "next": "/onward" }',
  ],
  [
    "an address taken for a sign that there is more",
    `${doctors}/paging`,
    { style: "page", query: "page", more: "/onward" },
    `${doctors}/paging/style`,
    'it may be { "style": "link", "next": "/onward" }',
  ],
  [
    "a list taken for what leads on",
    "/operations/listOpenSlots/paging/next",
    "/members",
    "/operations/listOpenSlots/paging/next",
    "which holds a list of",
  ],
  ["words at the place of the code", "/errors/words", "/failure/reason-code", "/errors/words", '"/failure/detail"'],
  ["a request id that no error has", "/errors/requestId", "/trace", "/errors/requestId", '"/failure/reference-number"'],
  ["a field that no error has", "/errors/field", "/failure/field", "/errors/field", "answer to an invalid request"],
  [
    "a reason behind one that fits, too",
    "/errors/reasons",
    shadowed(),
    "/errors/reasons/1",
    "/errors/reasons/0 matches everything",
  ],
  [
    "a record type misspelled",
    "/records/insurence",
    { collection: "insurences", meanings: {} },
    "/records/insurence",
    'perhaps you mean "insurance"',
  ],
  [
    "a record type misspelled beside the right one of the file that is extended",
    "/records/practitoner",
    { collection: "practitoners", meanings: {} },
    "/records/practitoner",
    'perhaps you mean "practitioner"',
  ],
  [
    "an operation on the service's own word",
    "/operations/listInsurence",
    { method: "GET", path: "/v4/products" },
    "/operations/listInsurence",
    'perhaps you mean "listInsurances"',
  ],
  ["ids for objects", `${insurances}/write/element`, "{id}", `${insurances}/write/element`, '"{id}" at "/key"'],
  ["an id for an object", `${practitioner}/write/element`, "{id}", `${practitioner}/write/element`, '"{id}" at "/key"'],
];

/** Every reason twice: without its code, and then as it is. */
function shadowed() {
  return [
    { status: 410, reason: "unknown-index" },
    { status: 410, code: "not-found", reason: "missing" },
  ];
}

function withoutExtension() {
  return {
    kind: "phones",
    at: "/getting-in-touch/lines",
    shape: { form: "objects", number: "/digits" },
    write: { element: { digits: "{number}" } },
  };
}
