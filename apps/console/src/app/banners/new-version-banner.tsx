import { useIsOutdated } from "#/api/console-build.ts";
import { Icon } from "#/ui/display/icon.tsx";
import styles from "./banners.module.css";

/** Shown once the server has a newer build of the console; the page is reloaded only when asked, since input may be unsaved. */
export function NewVersionBanner() {
  if (!useIsOutdated()) return null;
  return (
    <div className={styles["banner"]} role="status">
      <Icon name="refresh" size={14} />
      A new version of the console is available.
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </div>
  );
}
