import { expect, test } from "vitest";
import { nameKey, namesIn, peopleIn } from "./person-names.ts";

test("[I9] a name is the same in whatever order, with titles, degrees, accents and apostrophes or without", () => {
  for (const [one, other] of [
    ["Dr. Siobhán O’Brien, MD", "obrien, Siobhan"],
    ["Prof. Dr. med. Karl Strauß", "STRAUSS Karl"],
    ["Nguyễn Thị Hồng Nhung", "Nhung Nguyen Thi Hong"],
    ["LEE, ANN B.", "Ann B Lee"],
    ["Lee, Dr. Ann, Ph.D.", "Ms Ann Lee"],
    ["ANN LEE md", "Frau Dr. med. dent. Ann Lee"],
    ["Ann Lee, DNP, FNP-BC", "Ann Lee"],
    ["山田太郎", "山田 太郎"],
    ["太郎 山田", "山田太郎"],
    ["太郎山田", "山田\u3000太郎"],
    ["김민수", "민수 김"],
    ["サトウ・ハナコ", "ハナコ サトウ"],
    ["محمد آل سعود", "ال سعود, محمّد"],
  ] as const)
    expect(nameKey(one)).toBe(nameKey(other));
  for (const [one, other] of [
    ["Ann Lee", "Ann B. Lee"],
    ["Đỗ Minh Anh", "Minh Anh"],
    ["Anna Smith-Jones", "Anna Smith Jones"],
    ["山田太郎", "山太郎田"],
    ["山田太郎", "山田 花子"],
  ] as const)
    expect(nameKey(one)).not.toBe(nameKey(other));
});

test("[I9] the name on a line is told from what stands beside it", () => {
  for (const [cells, ...expected] of [
    [["Ann Lee"], { name: "Ann Lee", beside: "" }],
    [["Ann Lee", "MD"], { name: "Ann Lee", beside: "", degree: "MD" }],
    [["Dr. Ann Lee Ph.D.", "Elm Street"], { name: "Dr. Ann Lee Ph.D.", degree: "PhD" }, { beside: "" }],
    [["Do Minh", "Ma"], { name: "Do Minh" }, { name: "Ma Do Minh" }],
    [
      ["Lee", "Ann", "Elm Street"],
      { name: "Ann Lee", beside: "Elm Street" },
      { name: "Lee", beside: "Ann; Elm Street" },
    ],
    [["Ann Lee", "Elm Street"], { name: "Ann Lee", beside: "Elm Street" }, { name: "Elm Street Ann Lee", beside: "" }],
    [["(555) 010-0199", "Ann Lee"], { name: "Ann Lee", beside: "(555) 010-0199" }],
    [["Ann Lee 555-010-0199"], { name: "Ann Lee", beside: "555-010-0199" }],
    [["Ann Lee – Elm Street"], { name: "Ann Lee", beside: "Elm Street" }, { name: "Elm Street Ann Lee", beside: "" }],
    [["Ann Lee <ann@example.org>"], { name: "Ann Lee", beside: "ann@example.org" }],
    [
      ["Prof. Dr.med. Lee", "Ann (Elm Street)"],
      { name: "Ann Lee", beside: "Elm Street" },
      { name: "Prof. Dr.med. Lee", beside: "Ann; Elm Street" },
    ],
    [["<b>Ann Lee</b>"], { name: "<b>Ann Lee</b>", beside: "" }],
    [["12345", "??"]],
  ] as const)
    expect(namesIn(cells)).toMatchObject(expected);
});

test("[I9] several people on one line are told apart, and one person with a comma is not", () => {
  for (const line of ["Anna Meyer and Bo Lee", "Anna Meyer & Bo Lee", "Anna Meyer, Bo Lee", "- Anna Meyer UND Bo Lee,"])
    expect(peopleIn(line)).toEqual(["Anna Meyer", "Bo Lee"]);
  for (const [line, ...people] of [
    ["Dr. Anna Meyer, Bo van der Lee and Cy Oh, MD", "Dr. Anna Meyer", "Bo van der Lee", "Cy Oh, MD"],
    ["Meyer, Anna and Lee, Bo", "Meyer, Anna", "Lee, Bo"],
  ] as const)
    expect(peopleIn(line)).toEqual(people);
  for (const line of [
    "Meyer, Anna",
    "Meyer, Dr. Anna, Ph.D.",
    "Anna Meyer",
    "Anna Meyer, MD",
    "Anna Meyer, Elm Street",
    "Anna Meyer, Elm and Oak Street",
    "Meyer and Lee",
    "Anna Meyer, 12 Oak Way",
    "Anna Meyer\tBo Lee",
    "Alexander Sandler",
  ])
    expect(peopleIn(line)).toBeNull();
});
