import { paths } from "#/paths.ts";
import { Button } from "#/ui/form/button.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";

export function NotFound() {
  return (
    <Page title="Not found" crumbs={[{ label: "Not found" }]}>
      <EmptyState
        title="Page not found"
        primary={
          <Button to={paths.home.href()} variant="filled">
            Go to index versions
          </Button>
        }
      >
        Check the address, or look for it in the list.
      </EmptyState>
    </Page>
  );
}
