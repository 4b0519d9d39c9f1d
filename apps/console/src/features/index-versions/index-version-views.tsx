import { paths } from "#/paths.ts";
import { Tabs } from "#/ui/page/tabs.tsx";
import { useOffered } from "./use-offered.ts";

export interface IndexVersionViewsProps {
  current: "active" | "archived" | "offered";
  /** How many the current view has; left out while that is not known. */
  count?: number;
}

/** The views of the index versions; the third where the service has some that are not known here. */
export function IndexVersionViews({ current, count }: IndexVersionViewsProps) {
  const offered = useOffered();
  const countOf = (view: IndexVersionViewsProps["current"]) =>
    view === current && count !== undefined ? { count } : {};
  return (
    <Tabs
      label="Views"
      tabs={[
        {
          to: paths.indexVersions.href(),
          label: "Active",
          current: current === "active",
          ...countOf("active"),
        },
        {
          to: paths.indexVersions.href({ state: "archived" }),
          label: "Archived",
          current: current === "archived",
          ...countOf("archived"),
        },
        ...(current === "offered" || offered?.state === "failed" || (offered?.total ?? 0) > 0
          ? [
              {
                to: paths.indexVersions.href({ state: "offered" }),
                label: "In the service, not here yet",
                current: current === "offered",
                ...(offered?.state === "listed" ? { count: offered.total } : {}),
              },
            ]
          : []),
      ]}
    />
  );
}
