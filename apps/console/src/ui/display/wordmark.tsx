/** The console's logo. */
export function Wordmark({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" style={{ display: "block", flex: "none" }}>
      <rect x="1.5" y="1.5" width="17" height="17" rx="4" fill="none" stroke="currentColor" strokeWidth="2" />
      <path d="M10 1.5h4.5a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4H10z" fill="currentColor" />
    </svg>
  );
}
