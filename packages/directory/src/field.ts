/** A meaning of the profile (`phones`) or a JSON Pointer into the record (`/practice_areas`). */
export type FieldKey = string;

/** How the values of a field are compared, edited and told. */
export type FieldKind = "text" | "phones" | "set" | "reference" | "json";

export interface RecordKey {
  /** `practitioner`, `schedule`, or a record type that exists by profile. */
  type: string;
  id: string;
}

/** One phone as a value: the number exactly as spelled, never reformatted. */
export interface Phone {
  number: string;
  extension: string | null;
  label: string | null;
}
