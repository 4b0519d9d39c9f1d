import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "#/paths.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { connectionsQuery } from "#/connection/queries.ts";
import { ConnectionDrawer } from "./connection-drawer.tsx";
import { ConnectionList } from "./connection-list.tsx";
import styles from "./connections.module.css";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { useNavigate } from "react-router";

export function ConnectionsScreen() {
  const { may } = usePermissions();
  const navigate = useNavigate();
  const list = useQuery({ ...connectionsQuery, staleTime: 0, refetchInterval: 15_000 });
  const [openedId, setOpenedId] = useState<string | null>(null);
  const mayAdd = may("connection");
  useShortcuts(
    mayAdd ? [{ keys: "n", label: "Add a connection", run: () => void navigate(paths.newConnection.href()) }] : [],
  );
  const items = list.data?.items ?? [];
  const inUse = items.filter(({ archivedAt }) => archivedAt === null);
  const archived = items.filter(({ archivedAt }) => archivedAt !== null);
  const opened = items.find(({ id }) => id === openedId);
  return (
    <Page
      title="Connections"
      lede="One connection is one developer key of the service. Index versions belong to it; nothing is shared between two."
      actions={
        mayAdd ? (
          <Button
            variant="filled"
            to={paths.newConnection.href()}
            leftSection={<Icon name="plus" />}
            rightSection={<Kbd keys="n" hint />}
          >
            Add a connection
          </Button>
        ) : null
      }
    >
      {list.error === null ? null : <ReadFailure error={list.error} onRetry={() => void list.refetch()} />}
      {items.length === 0 ? null : (
        <>
          <ConnectionList label="Connections" connections={inUse} onOpen={({ id }) => setOpenedId(id)} />
          <p className={styles["foot"]}>You see these because you have a role in them; others may exist.</p>
        </>
      )}
      {archived.length === 0 ? null : (
        <>
          <SectionHeading title="Out of use" />
          <ConnectionList label="Out of use" connections={archived} onOpen={({ id }) => setOpenedId(id)} />
        </>
      )}
      {opened === undefined ? null : (
        <ConnectionDrawer key={opened.id} connection={opened} onClose={() => setOpenedId(null)} />
      )}
    </Page>
  );
}
