import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { paths } from "#/paths.ts";
import { forgetPlaces } from "./places.ts";
import { connectionInUse } from "#/api/connection-in-use.ts";
import { roleNames } from "#/connection/permissions.tsx";
import { useSignOut } from "#/connection/use-sign-out.ts";
import { sessionQuery } from "#/connection/session-query.ts";
import { useColorScheme } from "#/theme/color-scheme.ts";
import { useCommands } from "#/ui/keyboard/commands.tsx";
import { Icon } from "#/ui/display/icon.tsx";
import { useShortcutList } from "#/ui/keyboard/shortcuts.tsx";
import { MenuButton } from "#/ui/overlay/menu-button.tsx";
import { Avatar } from "#/ui/display/avatar.tsx";
import styles from "./navigation.module.css";

const schemes = [
  { value: "auto", label: "System", icon: "auto" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
] as const;

/** Shows who is signed in, with colour scheme, single-letter keys and sign-out. */
export function AccountMenu() {
  const { data: session } = useQuery(sessionQuery);
  const { colorScheme, setColorScheme } = useColorScheme();
  const { singleKeys, setSingleKeys } = useShortcutList();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = () => signOut.mutate(undefined, { onSuccess: forgetPlaces });
  useCommands([
    ...schemes.map(({ value, label, icon }) => ({
      id: `scheme ${value}`,
      label: `Colours: ${label.toLowerCase()}`,
      section: "Do",
      words: "theme dark light mode scheme",
      mark: <Icon name={icon} />,
      run: () => setColorScheme(value),
    })),
    { id: "sign-out", label: "Sign out", section: "Do", mark: <Icon name="sign-out" />, run: leave },
  ]);
  const person = session?.person;
  if (person == null) return null;
  const rolesHere = person.roles.filter(({ connectionId }) => connectionId === connectionInUse());
  return (
    <MenuButton
      label="Account"
      align="start"
      className={styles["account"]}
      items={[
        ...schemes.map(({ value, label, icon }, index) => ({
          label,
          icon: <Icon name={icon} />,
          ...(index === 0 ? { heading: "Colours" } : {}),
          choice: { kind: "radio" as const, on: colorScheme === value },
          run: () => setColorScheme(value),
        })),
        {
          label: "Single-letter keys",
          icon: <Icon name="keyboard" />,
          divided: true,
          choice: { kind: "checkbox", on: singleKeys },
          run: () => setSingleKeys(!singleKeys),
        },
        {
          label: "My account",
          icon: <Icon name="person" />,
          divided: true,
          run: () => void navigate(paths.account.href()),
        },
        { label: "Sign out", icon: <Icon name="sign-out" />, divided: true, run: leave },
      ]}
    >
      <Avatar name={person.name} large />
      <span>
        <b>
          <bdi>{person.name}</bdi>
        </b>
        <small>{rolesHere.length === 0 ? "No role" : rolesHere.map(({ role }) => roleNames[role]).join(", ")}</small>
      </span>
    </MenuButton>
  );
}
