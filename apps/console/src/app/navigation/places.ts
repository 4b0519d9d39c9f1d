const prefix = "place in ";

/** Keeps where somebody leaves a connection, until they come back to it, sign out or close the window. */
export function keepPlace(connection: string, address: string): void {
  try {
    sessionStorage.setItem(`${prefix}${connection}`, address);
  } catch {
    // A browser that keeps nothing opens the first page of the connection.
  }
}

/** Where somebody left a connection, which is forgotten with it; undefined where they did not. */
export function takePlace(connection: string): string | undefined {
  try {
    const kept = sessionStorage.getItem(`${prefix}${connection}`);
    sessionStorage.removeItem(`${prefix}${connection}`);
    return kept?.startsWith(`/c/${encodeURIComponent(connection)}/`) === true ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whoever signs in next begins at the first page. */
export function forgetPlaces(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
