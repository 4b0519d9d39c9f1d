import { describe, expect, it } from "vitest";
import { returnAddress, signInAddress } from "./return-address.ts";

describe("returnAddress", () => {
  it.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "//",
    "/\\",
    "/.//evil.example/",
    "/x/..//evil.example/",
    "javascript:alert(1)",
    "/sign-in?return=/x",
    "",
  ])("goes home instead of to %s", (asked) => {
    expect(returnAddress(new URLSearchParams({ return: asked }))).toBe("/");
  });
  it("keeps path, query and hash of this console", () => {
    const sent = signInAddress({ pathname: "/indexes/idx_1/compare", search: "?only=changed", hash: "#plans" });
    expect(returnAddress(new URL(sent, "http://x").searchParams)).toBe("/indexes/idx_1/compare?only=changed#plans");
  });
});
