import { SideDrawer } from "#/ui/overlay/side-drawer.tsx";
import { NavContent } from "./nav.tsx";
import styles from "./navigation.module.css";

/** The nav on a narrow window, until a page is chosen. */
export default function NavDrawer({ onClose }: { onClose: () => void }) {
  return (
    <SideDrawer opened side="start" title="Directory Console" onClose={onClose}>
      <nav className={styles["drawerNav"]} aria-label="Console">
        <NavContent inDrawer />
      </nav>
    </SideDrawer>
  );
}
