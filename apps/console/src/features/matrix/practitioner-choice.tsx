import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { paths } from "#/paths.ts";
import { unlistedText } from "#/connection/capabilities.ts";
import { connectionQuery } from "#/connection/queries.ts";
import { Icon } from "#/ui/display/icon.tsx";
import { EmptyState } from "#/ui/page/empty-state.tsx";
import { Page } from "#/ui/page/page.tsx";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { useUrlState } from "#/ui/page/use-url-state.ts";
import { FilterField } from "#/ui/table/filter-field.tsx";
import { Toolbar } from "#/ui/table/toolbar.tsx";
import { practitionersFoundQuery } from "./queries.ts";
import { inDirectories } from "./use-stage-many.ts";
import styles from "./matrix.module.css";

/** Finds the practitioner whom the matrix is about. */
export function PractitionerChoice() {
  const [params, change] = useUrlState();
  const q = params.get("q") ?? "";
  const { data: connection } = useQuery(connectionQuery);
  const search = useQuery(practitionersFoundQuery(q));
  return (
    <Page title="Referrer matrix" lede="One practitioner in every directory that has them, beside the standard index.">
      <Toolbar>
        <FilterField
          label="Find a practitioner by name, id or phone"
          value={q}
          onChange={(next) => change({ q: next === "" ? null : next })}
        />
      </Toolbar>
      {q.trim() === "" ? (
        <EmptyState title="Choose a practitioner">
          The rosters of all directories are searched. {unlistedText(connection)}
        </EmptyState>
      ) : search.isError ? (
        <ReadFailure error={search.error} onRetry={() => void search.refetch()} />
      ) : search.data === undefined || (search.isPlaceholderData && search.data.length === 0) ? null : search.data
          .length === 0 ? (
        <EmptyState title="Nobody found">
          No roster has a practitioner with <bdi>{q}</bdi> as name, id or phone.
        </EmptyState>
      ) : (
        <ul className={styles["choices"]}>
          {search.data.map(({ id, name, phone, directoryCount }) => (
            <li key={id}>
              <Link to={paths.practitionerMatrix.href({ practitionerId: id })}>
                <Icon name="person" />
                <bdi>{name ?? id}</bdi>
                <span>{phone ?? id}</span>
                <small>in {inDirectories(directoryCount)}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
