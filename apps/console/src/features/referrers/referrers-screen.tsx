import { useState } from "react";
import { usePermissions } from "#/connection/permissions.tsx";
import { useOpenedRow } from "#/api/use-opened-row.ts";
import { ReferrerDrawer } from "./referrer-drawer.tsx";
import { ReferrerList, useReferrers } from "./referrer-list.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Button } from "#/ui/form/button.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Page } from "#/ui/page/page.tsx";

export function ReferrersScreen() {
  const { may, mayForAll, needed } = usePermissions();
  const [opened, setOpened] = useOpenedRow(useReferrers().rows);
  const [isAdding, setIsAdding] = useState(false);
  const startAdding = () => setIsAdding(true);
  const close = () => {
    setOpened(null);
    setIsAdding(false);
  };
  const mayAdd = mayForAll("stage");
  useShortcuts(mayAdd ? [{ keys: "n", label: "Add a referrer", run: startAdding }] : []);
  const add = mayAdd ? (
    <Button
      variant="filled"
      leftSection={<Icon name="plus" />}
      rightSection={<Kbd keys="n" hint />}
      onClick={startAdding}
    >
      Add a referrer
    </Button>
  ) : null;
  return (
    <Page title="Referrers" fill lede="For whom index versions are made." actions={add}>
      <ReferrerList onOpen={setOpened} add={add} />
      {opened === null && !isAdding ? null : (
        <ReferrerDrawer
          key={opened?.id ?? "new"}
          referrer={opened}
          readOnlyReason={may("stage") ? null : needed("stage")}
          onClose={close}
        />
      )}
    </Page>
  );
}
