/** Versions from `from` (or from the first one) up to `safe`, without it, have a known vulnerability. */
export interface AdvisoryFloor {
  package: string;
  from?: string;
  safe: string;
  /** Its id in the GitHub Advisory Database or the CVE list, where more is told. */
  advisory: string;
  severity: string;
}

/** The advisories about what is pinned, kept by hand: looked through on `asOf`, at https://github.com/advisories. */
export const advisoryFloors: { asOf: string; floors: readonly AdvisoryFloor[] } = {
  asOf: "2026-11-23",
  floors: [
    { package: "hono", safe: "4.12.25", advisory: "GHSA-88fw-hqm2-52qc", severity: "high" },
    { package: "hono", safe: "4.13.5", advisory: "GHSA-gqvv-2mrq-wpjv", severity: "moderate" },
    { package: "@hono/node-server", safe: "1.19.15", advisory: "GHSA-frvp-7c67-39w9", severity: "moderate" },
    { package: "undici", from: "8.0.0", safe: "8.9.0", advisory: "GHSA-v3r7-h72x-cjcm", severity: "high" },
    { package: "kysely", safe: "0.28.17", advisory: "GHSA-pv5w-4p9q-p3v2", severity: "high" },
    { package: "react-router", from: "8.0.0", safe: "8.3.0", advisory: "GHSA-qwww-vcr4-c8h2", severity: "high" },
    { package: "vite", from: "8.0.0", safe: "8.0.5", advisory: "GHSA-p9ff-h696-f583", severity: "high" },
    { package: "picomatch", safe: "2.3.2", advisory: "GHSA-c2c7-rcm5-vvqj", severity: "high" },
    { package: "picomatch", from: "4.0.0", safe: "4.0.4", advisory: "GHSA-c2c7-rcm5-vvqj", severity: "high" },
  ],
};
