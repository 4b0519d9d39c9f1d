import type { Referrer } from "@dc/contract";
import { useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { ReferrerDrawer } from "./referrer-drawer.tsx";
import { ReferrerList } from "./referrer-list.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Page } from "#/ui/page/page.tsx";

export function ReferrersScreen() {
  const { may, mayForAll, needed } = usePermissions();
  const [opened, setOpened] = useState<Referrer | "new" | null>(null);
  const mayAdd = mayForAll("stage");
  useShortcuts(mayAdd ? [{ keys: "n", label: "Add a referrer", run: () => setOpened("new") }] : []);
  const add = mayAdd ? (
    <Button
      variant="filled"
      leftSection={<Icon name="plus" />}
      rightSection={<Kbd keys="n" hint />}
      onClick={() => setOpened("new")}
    >
      Add a referrer
    </Button>
  ) : null;
  return (
    <Page title="Referrers" fill lede="For whom index versions are made." actions={add}>
      <ReferrerList onOpen={setOpened} add={add} />
      {opened === null ? null : (
        <ReferrerDrawer
          key={opened === "new" ? "new" : opened.id}
          referrer={opened === "new" ? null : opened}
          readOnlyReason={may("stage") ? null : needed("stage")}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}
