import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { usePermissions } from "#/connection/permissions.tsx";
import { AddConnection } from "./add-connection.tsx";
import { Button } from "#/ui/form/button.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";

const crumbs = () => [{ label: "Connections", to: paths.connections.href() }, { label: "Add" }];

export function NewConnectionScreen() {
  const { may, needed } = usePermissions();
  const navigate = useNavigate();
  const toast = useToast();
  if (!may("connection"))
    return (
      <Page title="Add a connection" crumbs={crumbs()}>
        <EmptyState title="Connections are added by administrators">{needed("connection")}</EmptyState>
      </Page>
    );
  return (
    <Page
      title="Add a connection"
      crumbs={crumbs()}
      lede="The test makes only documented reads. Nothing is written, and nothing is kept until you save."
      actions={
        <Button variant="subtle" to={paths.connections.href()}>
          Cancel
        </Button>
      }
    >
      <AddConnection
        onAdded={({ name }) => {
          toast({ text: `${name} is added. You administer it; give others a role under People there.` });
          void navigate(paths.connections.href());
        }}
      />
    </Page>
  );
}
