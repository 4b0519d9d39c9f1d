const key = "dc-closed-reports";
const mostKept = 200;

/** The reports of imports that were closed in this browser. */
export function closedReports(): ReadonlySet<string> {
  try {
    return new Set((localStorage.getItem(key) ?? "").split(" "));
  } catch {
    return new Set();
  }
}

/** Closes a report for good, as far as the browser stores it; only the newest ones are remembered. */
export function closeReport(importId: string): ReadonlySet<string> {
  const closed = [...closedReports(), importId].slice(-mostKept);
  try {
    localStorage.setItem(key, closed.join(" "));
  } catch {
    // Without storage it is closed until the page is reloaded.
  }
  return new Set(closed);
}
