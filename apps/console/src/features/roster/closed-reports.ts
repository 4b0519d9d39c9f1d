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

/** Closes one for good, where the browser keeps things; the oldest of many are forgotten. */
export function closeReport(importId: string): ReadonlySet<string> {
  const closed = [...closedReports(), importId].slice(-mostKept);
  try {
    localStorage.setItem(key, closed.join(" "));
  } catch {
    // It is closed for as long as this page is open.
  }
  return new Set(closed);
}
