import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";

/** Shown while the first screen loads: nothing for 300 ms, then placeholder rows. */
export function LoadingPage() {
  return (
    <div style={{ padding: "68px 24px", maxInlineSize: 820, marginInlineStart: "min(212px, 10vw)" }}>
      <SkeletonRows rows={8} label="Loading the console" />
    </div>
  );
}
