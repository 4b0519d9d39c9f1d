import { paths } from "#/app/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";

export function Component() {
  return (
    <Page title="Not found" crumbs={[{ label: "Not found" }]}>
      <EmptyState
        title="There is no page at this address"
        primary={
          <Button to={paths.home.href()} variant="filled">
            Go to index versions
          </Button>
        }
      >
        The address may be cut off, or what it named was archived.
      </EmptyState>
    </Page>
  );
}
