import type { Connection } from "@dc/contract";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useLocation, useOutletContext } from "react-router";
import { apiDescription, paths } from "#/paths.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";
import { Tabs } from "#/ui/page/tabs.tsx";

const places = () =>
  [
    { to: paths.developer.href(), label: "Requests and capabilities" },
    { to: paths.developerProfile.href(), label: "Profile" },
    { to: paths.developerGateway.href(), label: "Tokens and gateway" },
  ] as const;

/** The connection, as the developer page has loaded it. */
export const useConnection = () => useOutletContext<Connection>();

export function Component() {
  const { data: connection, error, refetch } = useQuery(connectionQuery);
  const { pathname } = useLocation();
  const pages = places();
  const currentPage = pages.find(({ to }) => to === pathname) ?? pages[0];
  return (
    <Page
      title="Developer"
      documentTitle={`${currentPage.label} · Developer`}
      fill
      actions={
        <Button href={apiDescription} leftSection={<Icon name="code" />}>
          API description
        </Button>
      }
    >
      <Tabs label="Developer" tabs={pages.map(({ to, label }) => ({ to, label, current: to === currentPage.to }))} />
      {connection !== undefined ? (
        <Outlet context={connection} />
      ) : error === null ? (
        <SkeletonRows rows={10} label="Loading the connection" />
      ) : (
        <ReadFailure error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}
