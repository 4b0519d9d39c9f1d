import { createRandom, type Random } from "./random.ts";
import type { RecordKind } from "./record-kind.ts";

/** A value as the generated data have it; `places` and `practitioners` are ordinals. */
export type FurtherValue = string | number | boolean | readonly string[] | readonly number[] | Texts;

/** Texts by the tag of their language, or by the part of an address. */
export type Texts = Readonly<Record<string, string>>;

interface Sort {
  readonly of: RecordKind;
  /** What profiles call it, and how it is told inside a sentence. */
  readonly name: string;
  readonly label: string;
  /** What it is, for the service's documentation. */
  readonly about: string;
  /** Wire names to draw from. */
  readonly phrases: readonly string[];
}

interface ChoiceSort extends Sort {
  readonly kind: "choice";
  readonly values: readonly string[];
}
interface NumberSort extends Sort {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}
interface PlainSort extends Sort {
  readonly kind: "boolean" | "date";
}
interface WordSort extends Sort {
  readonly kind: "word" | "words";
  readonly values: readonly string[];
}
interface IdsSort extends Sort {
  readonly kind: "ids";
  readonly to: RecordKind;
}

interface LanguagesSort extends Sort {
  readonly kind: "languages";
  readonly texts: readonly Texts[];
}

interface AddressSort extends Sort {
  readonly kind: "address";
  /** Lines of a street are apart by line breaks; any part may be missing. */
  readonly addresses: readonly Texts[];
}

export type FurtherSort = ChoiceSort | NumberSort | PlainSort | WordSort | IdsSort | LanguagesSort | AddressSort;

/** Values of other kinds than names and telephones, of which a spelling has some or none. */
export const furtherFacts = {
  gender: {
    of: "practitioner",
    kind: "choice",
    name: "gender",
    label: "gender",
    about: "the gender",
    phrases: ["gender", "sex"],
    values: ["female", "male", "nonbinary", "not stated"],
  },
  acceptsNewPatients: {
    of: "practitioner",
    kind: "boolean",
    name: "acceptsNewPatients",
    label: "accepts new patients",
    about: "whether new patients are accepted",
    phrases: ["new patients", "accepting", "panel open"],
  },
  certifiedSince: {
    of: "practitioner",
    kind: "date",
    name: "boardCertifiedSince",
    label: "board-certified since",
    about: "the day of the board certification",
    phrases: ["board date", "certified on"],
  },
  yearsInPractice: {
    of: "practitioner",
    kind: "number",
    name: "yearsInPractice",
    label: "years in practice",
    about: "the number of years in practice",
    phrases: ["seniority", "years practising"],
    min: 0,
    max: 70,
    whole: true,
  },
  degree: {
    of: "practitioner",
    kind: "word",
    name: "degree",
    label: "degree",
    about: "the degree, as it follows the name",
    phrases: ["degree", "letters"],
    values: ["MD", "DO", "NP", "PA", "MBBS"],
  },
  conditions: {
    of: "practitioner",
    kind: "words",
    name: "conditionsTreated",
    label: "conditions treated",
    about: "the conditions treated",
    phrases: ["treats", "ailments"],
    values: ["asthma", "diabetes", "hypertension", "migraine", "back pain", "anxiety"],
  },
  colleagues: {
    of: "practitioner",
    kind: "ids",
    name: "colleagues",
    label: "colleagues",
    about: "the practitioners who stand in",
    phrases: ["stand ins", "covered by colleagues"],
    to: "practitioner",
  },
  biography: {
    of: "practitioner",
    kind: "languages",
    name: "biography",
    label: "biography",
    about: "who the practitioner is, in several languages",
    phrases: ["life story", "portrait"],
    texts: [
      { en: "Trained in Lyon, and in practice here since 2009.", fr: "Formation à Lyon, en exercice ici depuis 2009." },
      { en: "Grew up nearby. Sees whole families.", es: "Creció cerca de aquí. Atiende a familias enteras." },
      {
        en: "Teaches at the university hospital.",
        "pt-BR": "Ensina no hospital universitário.",
        de: "Lehrt an der Uniklinik.",
      },
      { en: "Speaks plainly, listens first." },
    ],
  },
  telehealth: {
    of: "schedule",
    kind: "choice",
    name: "telehealth",
    label: "telehealth",
    about: "whether visits can be remote",
    phrases: ["remote", "online visits"],
    values: ["none", "video", "telephone"],
  },
  visitMinutes: {
    of: "schedule",
    kind: "number",
    name: "visitMinutes",
    label: "minutes of a first visit",
    about: "the minutes of a first visit",
    phrases: ["first visit", "intake length"],
    min: 5,
    max: 240,
    whole: true,
  },
  walkIns: {
    of: "schedule",
    kind: "boolean",
    name: "walkIns",
    label: "takes walk-ins",
    about: "whether one can come without an appointment",
    phrases: ["walk ins", "without booking"],
  },
  alsoAt: {
    of: "schedule",
    kind: "ids",
    name: "alsoAt",
    label: "also seen at",
    about: "further places where patients are seen",
    phrases: ["other sites", "also at"],
    to: "place",
  },
  amenities: {
    of: "place",
    kind: "words",
    name: "amenities",
    label: "amenities",
    about: "what the place offers",
    phrases: ["amenities", "comforts"],
    values: ["parking", "laboratory", "pharmacy", "playroom", "elevator"],
  },
  wheelchair: {
    of: "place",
    kind: "boolean",
    name: "wheelchairAccess",
    label: "wheelchair access",
    about: "whether a wheelchair can enter",
    phrases: ["step free", "wheelchair"],
  },
  directions: {
    of: "place",
    kind: "languages",
    name: "directions",
    label: "directions",
    about: "how to get there, in several languages",
    phrases: ["way there", "getting here"],
    texts: [
      { en: "Second floor, turn left.", es: "Segundo piso, a la izquierda." },
      { en: "Enter from the courtyard.", vi: "Vào từ sân trong." },
      { en: "Ring at the blue door." },
    ],
  },
  openedOn: {
    of: "place",
    kind: "date",
    name: "openedOn",
    label: "opened on",
    about: "the day on which the place opened",
    phrases: ["doors opened", "in business from"],
  },
  tier: {
    of: "plan",
    kind: "choice",
    name: "tier",
    label: "tier",
    about: "the tier",
    phrases: ["tier", "metal"],
    values: ["bronze", "silver", "gold", "platinum"],
  },
  copay: {
    of: "plan",
    kind: "number",
    name: "copay",
    label: "copay",
    about: "the copay of a visit, in dollars",
    phrases: ["copay", "patient share"],
    min: 0,
    max: 500,
    whole: false,
  },
  address: {
    of: "place",
    kind: "address",
    name: "address",
    label: "address",
    about: "where the place is",
    phrases: ["postal address", "whereabouts"],
    addresses: [
      { street: "12 Elm St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
      { street: "4 Rue de la Paix\nBâtiment B", city: "Lyon", postalCode: "69001", country: "FR" },
      { street: "88 Lê Lợi\nFloor 3", city: "Đà Nẵng", country: "VN" },
      { street: "1 Harbor Plaza\nSuite 400", city: "Boston", state: "MA", postalCode: "02110" },
      { city: "Guadalupe", state: "AZ" },
    ],
  },
} as const satisfies Readonly<Record<string, FurtherSort>>;

export type FurtherFact = keyof typeof furtherFacts;

export function sortOf(fact: FurtherFact): FurtherSort {
  return furtherFacts[fact];
}

export function isFurther(fact: string): fact is FurtherFact {
  return Object.hasOwn(furtherFacts, fact);
}

/** How many records of the kinds that others refer to there are. */
export interface Counts {
  readonly practitioners: number;
  readonly places: number;
}

/** The value of a fact of the item with this ordinal; null where it is not known. */
export function furtherValue(key: number, fact: FurtherFact, ordinal: number, counts: Counts): FurtherValue | null {
  const random = createRandom(key, "further", fact, ordinal);
  return random.chance(0.12) ? null : drawFurther(fact, random, counts);
}

/** Any value of a fact, as `furtherValue` and drift draw it. */
export function drawFurther(fact: FurtherFact, random: Random, counts: Counts): FurtherValue {
  const sort = sortOf(fact);
  switch (sort.kind) {
    case "boolean":
      return random.chance(0.6);
    case "choice":
    case "word":
      return random.pick(sort.values);
    case "languages":
      return random.pick(sort.texts);
    case "address":
      return random.pick(sort.addresses);
    case "words":
      return random.sample(sort.values, random.below(4));
    case "number": {
      const drawn = sort.min + random.below(sort.max - sort.min + 1);
      return sort.whole || random.chance(0.5) ? drawn : Math.min(drawn + 0.5, sort.max);
    }
    case "date":
      return `${1985 + random.below(40)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
    case "ids": {
      const count = sort.to === "place" ? counts.places : counts.practitioners;
      return [...new Set(Array.from({ length: random.below(4) }, () => random.below(count)))];
    }
  }
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
