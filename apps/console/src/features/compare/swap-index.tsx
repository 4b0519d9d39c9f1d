import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nameOfIndex } from "#/features/index-versions/naming.ts";
import { indexVersionChoicesQuery } from "#/features/index-versions/queries.ts";
import { FilterField } from "#/ui/filter-field.tsx";
import { Icon } from "#/ui/icon.tsx";
import { MidTruncate } from "#/ui/mid-truncate.tsx";
import { SideDrawer } from "#/ui/side-drawer.tsx";
import styles from "./compare.module.css";

interface SwapIndexProps {
  opened: boolean;
  indexId: string;
  against: string | null;
  onChoose: (indexId: string) => void;
  onClose: () => void;
}

/** Chooses what to compare with: the standard index, or any other index that is known here. */
export function SwapIndex({ opened, indexId, against, onChoose, onClose }: SwapIndexProps) {
  const [q, setQ] = useState("");
  const { data } = useQuery({ ...indexVersionChoicesQuery(q, "name"), enabled: opened });
  const wanted = q.trim().toLocaleLowerCase();
  const pinned = (data?.pinned ?? []).filter(
    (index) => wanted === "" || nameOfIndex(index).toLocaleLowerCase().includes(wanted) || index.id.includes(wanted),
  );
  const choices = [...pinned, ...(data?.items ?? [])].filter(({ id }) => id !== indexId);
  return (
    <SideDrawer opened={opened} side="middle" title="Compare with" onClose={onClose}>
      <FilterField label="Find a directory by name, referrer or id" value={q} onChange={setQ} />
      <div className={styles["indices"]}>
        {choices.map((index) => (
          <button
            key={index.id}
            type="button"
            className={styles["index"]}
            aria-current={index.id === against || undefined}
            onClick={() => onChoose(index.id)}
          >
            <Icon name={index.readOnly ? "lock" : "layers"} />
            <MidTruncate text={nameOfIndex(index)} />
            <code>{index.id}</code>
          </button>
        ))}
        {data !== undefined && choices.length === 0 ? <p>No other index version is known here by that name.</p> : null}
      </div>
    </SideDrawer>
  );
}
