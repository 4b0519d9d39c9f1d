import type { RecordKey } from "@dc/contract";
import { usePermissions } from "#/connection/permissions.tsx";
import { Button } from "#/ui/form/button.tsx";
import styles from "./candidate-list.module.css";

/** A record that a text may mean, and where one finds it. */
export interface Candidate {
  record: RecordKey;
  name: string | null;
  detail: string;
}

interface CandidateListProps {
  candidates: readonly Candidate[];
  label: string;
  /** `line 3`: for what one is chosen. */
  chosenFor: string;
  isChoosing: boolean;
  onChoose: (record: RecordKey) => void;
}

/** Those whom a text may mean, each to be chosen by whoever may stage. */
export function CandidateList({ candidates, label, chosenFor, isChoosing, onChoose }: CandidateListProps) {
  const { may } = usePermissions();
  return (
    <ul className={styles["list"]} aria-label={label}>
      {candidates.map(({ record, name, detail }) => (
        <li key={`${record.type} ${record.id}`}>
          <span>
            <bdi>{name ?? record.id}</bdi>
            <span className={styles["detail"]}>
              {record.type === "practitioner" ? "" : `${record.type} `}
              <code>{record.id}</code>
              {detail === "" ? null : (
                <>
                  {" · "}
                  <bdi>{detail}</bdi>
                </>
              )}
            </span>
          </span>
          {may("stage") ? (
            <Button
              size="sm"
              loading={isChoosing}
              aria-label={`Choose ${name ?? record.id} (${record.id}) for ${chosenFor}`}
              onClick={() => onChoose(record)}
            >
              Choose
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
