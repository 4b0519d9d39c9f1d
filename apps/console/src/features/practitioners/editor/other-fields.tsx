import type { Place } from "#/record/field-row.ts";
import { ReadingValue } from "#/record/reading-value.tsx";
import { PlaceStanding } from "#/record/row-status.tsx";
import styles from "./editor.module.css";

export interface OtherFieldsProps {
  places: readonly Place[];
  returned: boolean;
  onSelect: (place: Place) => void;
}

/** Fields that the profile does not name, shown as they came; open by themselves when one of them is not as in base. */
export function OtherFields({ places, returned, onSelect }: OtherFieldsProps) {
  if (places.length === 0) return null;
  const open = places.some(({ leaf }) => leaf.verdict !== null && leaf.verdict !== "same");
  return (
    <details className={styles["rest"]} open={open}>
      <summary>{places.length === 1 ? "1 other field" : `${places.length} other fields`}, as they came</summary>
      <dl>
        {places.map((place) => (
          <div key={place.id} style={{ display: "contents" }}>
            <dt>
              <button type="button" className={styles["label"]} onClick={() => onSelect(place)}>
                {place.label}
              </button>
            </dt>
            <dd>
              <ReadingValue reading={returned ? place.leaf.values.index : place.leaf.values.effective} />
            </dd>
            <dd>
              <PlaceStanding place={place} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
