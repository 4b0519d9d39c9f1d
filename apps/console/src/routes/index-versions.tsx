import { Page } from "#/ui/page.tsx";

export function Component() {
  return (
    <Page title="Index versions">
      <p>Choose a directory with the switcher above.</p>
    </Page>
  );
}
