import { createProfile, EncodeError } from "@dc/api-client";
import { describePhone, formatPhone, type Phone, phoneKey, phonesOf } from "@dc/directory";
import { expect, test } from "vitest";

const formats = ["as-typed", "e164", "national", "international", "digits"] as const;
const objects = { form: "objects", number: "/number", label: "/label" };
const shapes = [
  objects,
  { ...objects, extension: "/ext" },
  { ...objects, extensionMarks: ["x", "ext."] },
  { form: "texts", extensionMarks: ["ext.", "x"] },
  { form: "texts" },
];

function profileOf(format: (typeof formats)[number], shape: object) {
  const phones = { kind: "phones", at: "/phones", shape, write: { format } };
  return createProfile({ extends: "default", records: { practitioner: { meanings: { phones } } } }, { formatPhone });
}

const fullwidth = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));
const arabic = (text: string) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

const numbers = ["212-555-0199", "+44 20 7946 0958", "1-800-FLOWERS", "+1 (212) 555-0199", "55-01", "911"];
const inside = ["", " x7", " ext. 12", ";ext=3", " x7 ext. 12"];
const extensions = [null, "12", "7x", "desk"];
const phones = numbers.flatMap((number) =>
  inside.flatMap((within) =>
    [String, fullwidth, arabic].flatMap((spell) =>
      extensions.flatMap((extension) =>
        [null, "Main"].map((label): Phone => ({ number: spell(number + within), extension, label })),
      ),
    ),
  ),
);

test.for(formats.flatMap((format) => shapes.map((shape) => [format, shape] as const)))(
  "written as %s in %j, every number is read back as the same line, or it is refused",
  ([format, shape]) => {
    const profile = profileOf(format, shape);
    const keyOf = (phone: Phone | undefined) =>
      phone && [
        describePhone(phone.number, profile.defaultRegion).possible || phone.number,
        phoneKey(phone, profile.defaultRegion),
        phone.label,
      ];
    const first = profile.encode("practitioner", {}, "phones", [
      { number: "2125550142", extension: null, label: null },
    ]);
    let refused = 0;
    for (const phone of phones)
      for (const raw of [{}, first])
        try {
          const written = profile.encode("practitioner", raw, "phones", [{ ...phone }]);
          const read = profile.decode("practitioner", written)["phones"];
          const [again] = read !== undefined && "value" in read ? (phonesOf({ value: read.value }) ?? []) : [];
          expect([phone, keyOf(again)]).toEqual([phone, keyOf(phone)]);
        } catch (error) {
          if (!(error instanceof EncodeError)) throw error;
          refused += 1;
        }
    expect(refused).toBeLessThan(phones.length * 2);
  },
);
