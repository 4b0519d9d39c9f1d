import type { GivenRole } from "@dc/contract";
import { roles as allRoles, type RoleName } from "@dc/contract/access";
import { roleNames } from "#/connection/permissions.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { SegmentedControl } from "#/ui/form/segmented-control.tsx";
import { StatusMark } from "#/ui/display/status-mark.tsx";
import { ReferrerChecklist } from "#/referrer-choice/referrer-checklist.tsx";
import styles from "./people.module.css";

const roleHelp: { readonly [role in RoleName]: string } = {
  viewer: "Sees directories, comparisons and activity, and changes nothing.",
  editor: "Stages, applies and decides.",
  approver: "Approves what others staged.",
  admin: "Does everything, and manages people and the profile. Sees all referrers.",
};

export interface RoleFieldsProps {
  roles: readonly GivenRole[];
  /** The names of referrers that the roles are limited to already. */
  names?: ReadonlyMap<string, string>;
  onChange: (roles: GivenRole[]) => void;
  error?: string | undefined;
}

/** The roles of one person in the connection in use, each for all referrers or for some. */
export function RoleFields({ roles, names, onChange, error }: RoleFieldsProps) {
  const heldAs = (role: RoleName) => roles.find((held) => held.role === role);
  const put = (next: GivenRole) => onChange([...roles.filter(({ role }) => role !== next.role), next]);
  return (
    <fieldset className={styles["roles"]}>
      <legend>Roles in this connection</legend>
      {allRoles.map((role) => {
        const held = heldAs(role);
        return (
          <div key={role} className={styles["role"]}>
            <CheckField
              label={roleNames[role]}
              help={roleHelp[role]}
              checked={held !== undefined}
              onChange={(checked) =>
                checked ? put({ role, referrers: null }) : onChange(roles.filter((held) => held.role !== role))
              }
            />
            {held === undefined || role === "admin" ? null : (
              <Limit
                name={roleNames[role]}
                value={held.referrers}
                names={names}
                onChange={(referrers) => put({ role, referrers })}
              />
            )}
          </div>
        );
      })}
      {roles.length === 0 || roles.some(({ referrers }) => referrers === null) ? null : (
        <p className={styles["quiet"]}>
          What no role reaches does not exist for this person: not in lists, search, counts or the gateway.
        </p>
      )}
      {error === undefined ? null : (
        <p className={styles["error"]} role="alert">
          <StatusMark shape="triangle" hue="conflict" show="mark" word="wrong" size={13} /> {error}
        </p>
      )}
    </fieldset>
  );
}

/** All referrers, or those that are ticked. */
function Limit({
  name,
  value,
  names,
  onChange,
}: {
  name: string;
  value: readonly string[] | null;
  names: ReadonlyMap<string, string> | undefined;
  onChange: (value: string[] | null) => void;
}) {
  return (
    <div className={styles["limit"]}>
      <SegmentedControl
        label={`What the ${name.toLowerCase()} sees`}
        small
        value={value === null ? "all" : "some"}
        options={[
          { value: "all", label: "All referrers" },
          { value: "some", label: "Only these" },
        ]}
        onChange={(next) => onChange(next === "all" ? null : [])}
      />
      {value === null ? null : (
        <>
          <ReferrerChecklist chosen={value} names={names} onChange={onChange} />
          <p className={styles["quiet"]} aria-live="polite">
            {value.length === 0
              ? "Choose at least one."
              : `${value.length} chosen. Nothing of other referrers exists for this role.`}
          </p>
        </>
      )}
    </div>
  );
}

/** What keeps these roles from being given; undefined where nothing does. */
export function rolesProblem(roles: readonly GivenRole[]): string | undefined {
  const empty = roles.find(({ referrers }) => referrers?.length === 0);
  return empty === undefined ? undefined : `Choose the referrers that the ${roleNames[empty.role].toLowerCase()} sees.`;
}
