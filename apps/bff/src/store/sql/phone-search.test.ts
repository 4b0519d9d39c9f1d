import { expect, it } from "vitest";
import { askedDigits, phoneWith, searchablePhones } from "./phone-search.ts";

const line = (number: string) => ({ number, extension: null, label: null });

it.each([
  [
    "GB",
    "020 7946 0958",
    ["+44 20 7946 0958", "+44 (0)20 7946 0958", "0044 20 79460958", "(020) 7946-0958", "7946 0958", "٠٢٠٧٩٤٦٠٩٥٨"],
  ],
  ["US", "+44 20 7946 0958", ["011 44 20 7946 0958", "+44 (0)20 7946 0958", "20 7946 0958"]],
  [
    "US",
    "(415) 555-0142",
    ["415.555.0142", "1 415 555 0142", "+1 415-555-0142", "555-0142", "\u202D(415) 555\u200B-0142\u202C"],
  ],
  ["DE", "030 901820", ["+49 30 901820", "030/901820", "+49 (0) 30 90 18 20", "9018"]],
  ["IT", "06 6982 1234", ["+39 06 6982 1234", "0669821234", "6982 1234"]],
])("in %s, %s is found by every usual spelling", (region, number, spellings) => {
  const phones = searchablePhones([line("212-555-0199"), line(number)], region);
  for (const spelled of spellings)
    expect([spelled, phoneWith(phones, askedDigits(spelled, region) ?? "")]).toEqual([spelled, number]);
});
