import { describe, expect, it } from "vitest";
import { comparisonAddress, switchedAddress } from "./switch-address.ts";

const at = (address: string) => {
  const { pathname, search } = new URL(address, "http://console.invalid");
  return { pathname, search };
};

describe("switching the index", () => {
  it.each([
    ["/index-versions", "/index-versions/idx_b"],
    ["/index-versions/new", "/index-versions/idx_b"],
    ["/activity?entry=3", "/index-versions/idx_b"],
    ["/index-versions/idx_a", "/index-versions/idx_b"],
    ["/index-versions/idx_a/history?entry=3", "/index-versions/idx_b/history"],
    ["/index-versions/idx_a?q=elm&selected=x&add=paste&sort=need", "/index-versions/idx_b?q=elm&sort=need"],
    [
      "/index-versions/idx_a/practitioners/k3v9/compare?only=changed",
      "/index-versions/idx_b/practitioners/k3v9/compare?only=changed",
    ],
  ])("%s leads to %s", (from, to) => {
    expect(switchedAddress(at(from), "idx_b")).toBe(to);
  });

  it("comparing is possible where a practitioner is on screen", () => {
    expect(comparisonAddress("/index-versions/idx_a/practitioners/k3v9", "idx_b")).toBe(
      "/index-versions/idx_a/practitioners/k3v9/compare?against=idx_b",
    );
    expect(comparisonAddress("/index-versions/idx%2Fa/practitioners/k%203", "idx_b")).toBe(
      "/index-versions/idx%2Fa/practitioners/k%203/compare?against=idx_b",
    );
    expect(comparisonAddress("/index-versions/idx_a", "idx_b")).toBeNull();
  });
});
