import { Menu, useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { errorSentence } from "#/api/bff-error.ts";
import { useSignOut } from "#/features/session/mutations.ts";
import { sessionQuery } from "#/features/session/queries.ts";
import { useCommands } from "#/ui/commands.tsx";
import { Icon } from "#/ui/icon.tsx";
import { useKeySheet } from "#/ui/keys.tsx";
import { useToast } from "#/ui/toasts.tsx";
import { Avatar } from "#/ui/value.tsx";
import styles from "./shell.module.css";

const schemes = [
  { value: "auto", label: "As the system", icon: "auto" },
  { value: "light", label: "Light", icon: "sun" },
  { value: "dark", label: "Dark", icon: "moon" },
] as const;

const roles = { admin: "Administrator" };

/** Who is signed in; colour scheme, single-letter keys, sign-out. */
export function AccountMenu() {
  const { data: session } = useQuery(sessionQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { singleKeys, setSingleKeys } = useKeySheet();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const toast = useToast();
  const leave = () =>
    signOut.mutate(undefined, {
      onSuccess: () => void navigate("/sign-in", { replace: true }),
      onError: (error) => toast({ text: `Still signed in. ${errorSentence(error)}` }),
    });
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
  return (
    <Menu position="top-start" width={212} transitionProps={{ duration: 0 }} withinPortal={false} returnFocus>
      <Menu.Target>
        <button type="button" className={styles["account"]}>
          <Avatar name={person.name} large />
          <span>
            <b>
              <bdi>{person.name}</bdi>
            </b>
            <small>{roles[person.role]}</small>
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account">
        <Menu.Label>Colours</Menu.Label>
        {schemes.map(({ value, label, icon }) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={colorScheme === value}
            leftSection={<Icon name={icon} />}
            rightSection={colorScheme === value ? <Icon name="check" size={14} /> : null}
            onClick={() => setColorScheme(value)}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          role="menuitemcheckbox"
          aria-checked={singleKeys}
          leftSection={<Icon name="keyboard" />}
          rightSection={singleKeys ? <Icon name="check" size={14} /> : null}
          onClick={() => setSingleKeys(!singleKeys)}
        >
          Single-letter keys
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="sign-out" />} onClick={leave}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
