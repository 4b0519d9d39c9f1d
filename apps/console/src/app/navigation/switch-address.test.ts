import { beforeAll, describe, expect, it } from "vitest";
import { switchConnection } from "#/api/connection-in-use.ts";
import { comparisonAddress, switchedAddress } from "./switch-address.ts";

const locationOf = (address: string) => {
  const { pathname, search } = new URL(address, "http://console.invalid");
  return { pathname, search };
};

beforeAll(() => void switchConnection("con_a"));

describe("switching the index", () => {
  it.each([
    ["/c/con_a/index-versions", "/c/con_a/index-versions/idx_b"],
    ["/c/con_a/index-versions/new", "/c/con_a/index-versions/idx_b"],
    ["/c/con_a/activity?entry=3", "/c/con_a/index-versions/idx_b"],
    ["/c/con_a/index-versions/idx_a", "/c/con_a/index-versions/idx_b"],
    ["/c/con_a/index-versions/idx_a/history?entry=3", "/c/con_a/index-versions/idx_b/history"],
    [
      "/c/con_a/index-versions/idx_a?q=elm&selected=x&add=paste&sort=need",
      "/c/con_a/index-versions/idx_b?q=elm&sort=need",
    ],
    [
      "/c/con_a/index-versions/idx_a/practitioners/k3v9/compare?only=changed",
      "/c/con_a/index-versions/idx_b/practitioners/k3v9/compare?only=changed",
    ],
  ])("%s leads to %s", (from, to) => {
    expect(switchedAddress(locationOf(from), "idx_b")).toBe(to);
  });

  it("comparing is possible where a practitioner is on screen", () => {
    expect(comparisonAddress("/c/con_a/index-versions/idx_a/practitioners/k3v9", "idx_b")).toBe(
      "/c/con_a/index-versions/idx_a/practitioners/k3v9/compare?against=idx_b",
    );
    expect(comparisonAddress("/c/con_a/index-versions/idx%2Fa/practitioners/k%203", "idx_b")).toBe(
      "/c/con_a/index-versions/idx%2Fa/practitioners/k%203/compare?against=idx_b",
    );
    expect(comparisonAddress("/c/con_a/index-versions/idx_a", "idx_b")).toBeNull();
  });
});
