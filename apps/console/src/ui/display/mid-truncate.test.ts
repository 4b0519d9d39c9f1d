import { describe, expect, it } from "vitest";
import { tailStart } from "./mid-truncate.tsx";

const parts = (text: string) => {
  const start = tailStart(text);
  return start === null ? [text] : [text.slice(0, start), text.slice(start)];
};

describe("tailStart", () => {
  it("keeps the end that tells plans apart", () => {
    expect(parts("Harborlight PPO Select Plus (Employer Group, Tier 2)")).toEqual([
      "Harborlight PPO Select Plus (Employer",
      " Group, Tier 2)",
    ]);
  });
  it("does not cut inside a word", () => {
    expect(parts("Brzęczyszczykiewiczbrzęczyszczykiewicz")).toHaveLength(1);
  });
  it("leaves short names whole", () => {
    expect(parts("Ní Dhomhnaill")).toHaveLength(1);
  });
});
