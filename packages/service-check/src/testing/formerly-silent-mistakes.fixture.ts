import type { Mistake } from "./file-mistakes.fixture.ts";

const phones = "/records/practitioner/meanings/phones";
const insurances = "/records/schedule/meanings/acceptedInsurances";
const doctors = "/operations/listPractitioners";
const practitioner = "/records/schedule/meanings/practitioner";

/** Mistakes that nothing was said about, or something misleading, when a profile was first written for this spelling. */
export const formerlySilentMistakes: readonly Mistake[] = [
  ["an extension left out of the shape", phones, withoutExtension(), 'write "/ext" here', `${phones}/shape/extension`],
  [
    "an element whose number is misspelled",
    `${phones}/write/element`,
    { digit: "{number}", ext: "{extension}", trailer: null },
    '"{number}" is at "/digit"',
  ],
  ["a set of what is no record type", `${insurances}/of`, "product", 'ids start like those of "insurance"'],
  [
    "an address taken for a cursor",
    `${doctors}/paging`,
    { style: "cursor", query: "after", next: "/onward" },
    'write { "style": "link", "next": "/onward" }',
    `${doctors}/paging/style`,
  ],
  [
    "an address taken for a sign that there is more",
    `${doctors}/paging`,
    { style: "page", query: "page", more: "/onward" },
    'it may be { "style": "link", "next": "/onward" }',
    `${doctors}/paging/style`,
  ],
  ["a list taken for what leads on", "/operations/listOpenSlots/paging/next", "/members", "which holds a list of"],
  ["words at the place of the code", "/errors/words", "/failure/reason-code", '"/failure/detail"'],
  ["a request id that no error has", "/errors/requestId", "/trace", '"/failure/reference-number"'],
  ["a field that no error has", "/errors/field", "/failure/field", "answer to an invalid request"],
  [
    "a reason behind one that fits, too",
    "/errors/reasons",
    shadowed(),
    "/errors/reasons/0 matches everything",
    "/errors/reasons/1",
  ],
  [
    "a record type misspelled",
    "/records/insurence",
    { collection: "insurences", meanings: {} },
    'perhaps you mean "insurance"',
  ],
  [
    "a record type misspelled beside the right one of the file that is extended",
    "/records/practitoner",
    { collection: "practitoners", meanings: {} },
    'perhaps you mean "practitioner"',
  ],
  [
    "an operation on the service's own word",
    "/operations/listInsurence",
    { method: "GET", path: "/v4/products" },
    'perhaps you mean "listInsurances"',
  ],
  ["ids for objects", `${insurances}/write/element`, "{id}", '"{id}" at "/key"'],
  ["an id for an object", `${practitioner}/write/element`, "{id}", '"{id}" at "/key"'],
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
