import { useQuery } from "@tanstack/react-query";
import { Permitted, usePermissions } from "#/connection/permissions.tsx";
import { ImportPlans } from "./import-plans.tsx";
import { PlanList } from "./plan-list.tsx";
import { samplesQuery } from "#/connection/samples-query.ts";
import { Button } from "#/ui/form/button.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { Kbd } from "#/ui/keyboard/kbd.tsx";
import { useShortcuts } from "#/ui/keyboard/shortcuts.tsx";
import { Page } from "#/ui/page/page.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";

export function PlansScreen() {
  const [params, change] = useUrlState();
  const opened = params.has("import");
  const { data: samples } = useQuery({ ...samplesQuery, enabled: opened });
  const open = () => change({ import: "1" }, { push: true });
  const { mayForAll } = usePermissions();
  useShortcuts(mayForAll("stage") ? [{ keys: "n", label: "Import plans", run: open }] : []);
  return (
    <Page
      title="Plan catalogue"
      fill
      lede="The plan ids that this connection knows, with their names."
      actions={
        <Permitted action="stage" forAll says>
          <Button
            variant="filled"
            leftSection={<Icon name="upload" />}
            rightSection={<Kbd keys="n" hint />}
            onClick={open}
          >
            Import plans
          </Button>
        </Permitted>
      }
    >
      <PlanList onImport={open} />
      <ImportPlans
        opened={opened}
        planId={params.get("import") === "1" ? null : params.get("import")}
        sample={samples?.plans ?? null}
        onClose={() => change({ import: null })}
      />
    </Page>
  );
}
