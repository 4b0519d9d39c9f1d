import { createRandom, type Random } from "./random.ts";
import { cities, type City } from "./cities.ts";
import { cultures } from "./cultures.ts";
import { seedName } from "./names.ts";
import type { ClosedBecause, PhoneFacts, PlaceFacts, PractitionerFacts, ScheduleFacts } from "./facts.ts";
import { withEdgeCase } from "./edge-cases.ts";
import { plans } from "./plans.ts";

const areas = [
  "Family medicine",
  "Cardiology",
  "Paediatrics",
  "Dermatology",
  "Psychiatry",
  "Orthopaedics",
  "Obstetrics & gynaecology",
  "Neurology",
  "Ophthalmology",
  "Physical therapy",
  "Endocrinology",
  "Sports medicine",
  "Geriatrics",
  "Allergy and immunology",
];
const salutations = ["Dr.", "Prof. Dr.", "Ms.", "Mr.", "Mx."];
const reasons = [
  "New patient visit",
  "Follow-up",
  "Annual physical",
  "Vaccination",
  "Telehealth consultation",
  "Second opinion",
  "Post-operative check",
  "Urgent problem",
];
const labels = [
  "Office",
  "Front desk",
  "Appointments",
  "Fax",
  "After hours",
  "Mobile",
  "Billing",
  "Zentrale",
  "Accueil",
  "Recepcja",
];
const placeWords = [
  "Elm Street",
  "Riverside",
  "Old Mill",
  "Park Avenue",
  "St. Brigid's",
  "Harbor View",
  "Lindenallee",
  "Place d'Armes",
  "Plaza Mayor",
  "Northside",
  "Queen's Gate",
  "Cedar Hill",
];
const placeKinds = [
  "Clinic",
  "Medical Group",
  "Family Practice",
  "Health Center",
  "Praxis",
  "Cabinet médical",
  "Consultorio",
  "Women's Health",
  "Children's Clinic",
];
/** Each city as often as its weight, so that a uniform draw follows the weights. */
const weightedCities = cities.flatMap((city) => Array.from({ length: city.weight }, () => city));

/** All generated dates are earlier than this one, so that no record was changed in the future. */
const seededUntil = Date.UTC(2026, 8, 1);
const year = 365 * 24 * 60 * 60 * 1000;

export function seedPractitioner(key: number, ordinal: number, group: number): PractitionerFacts {
  const random = createRandom(key, "practitioner", ordinal);
  const city = cityOf(key, group);
  const culture = cultures[random.pick(city.cultures)];
  const given = random.pick(culture.given);
  const family = random.pick(culture.family);
  const full =
    culture.order === "joined"
      ? family + given
      : culture.order === "family first"
        ? `${family} ${given}`
        : `${given} ${family}`;
  const ordinary: PractitionerFacts = {
    ordinal,
    displayName: random.pick([`Dr. ${full}`, `${full}, MD`, full, `${full}, DO`, `${full}, NP`]),
    name: seedName(key, ordinal, { given, family }),
    preferredName: random.chance(0.15)
      ? null
      : random.chance(0.1)
        ? undefined
        : random.pick([given, `Dr. ${family}`, given]),
    phones: seedPhones(random, city, 1 + random.below(3)),
    practiceAreas: random.sample(areas, 1 + random.below(3)),
    languages: [...new Set(["en", culture.language])],
    npi: random.chance(0.2) ? undefined : `1${String(random.below(1_000_000_000)).padStart(9, "0")}`,
    // Drawn from a separate generator, so that the other values stay the same.
    salutation: createRandom(key, "salutation", ordinal).pick(salutations),
    closedBecause: closedBecause(key, "practitioner", ordinal),
    changedAt: seededTime(random),
  };
  return withEdgeCase(key, ordinary);
}

export function seedSchedule(
  key: number,
  { ordinal, practitioner, place }: { ordinal: number; practitioner: number; place: PlaceFacts },
): ScheduleFacts {
  const random = createRandom(key, "schedule", ordinal);
  const roll = random.below(100);
  const count = roll < 4 ? 0 : roll < 90 ? 5 + random.below(20) : 40 + random.below(plans.length - 40);
  const accepted = random.sample(
    plans.map((_, plan) => plan),
    count,
  );
  return {
    ordinal,
    practitioner,
    place: place.ordinal,
    name: place.name,
    plans: count === 0 && random.chance(0.5) ? null : accepted,
    timeZone: place.timeZone,
    visitReasons: random.chance(0.1) ? undefined : random.sample(reasons, 1 + random.below(4)),
    closedBecause: closedBecause(key, "schedule", ordinal),
    changedAt: seededTime(random),
  };
}

export function seedPlace(key: number, ordinal: number, group: number): PlaceFacts {
  const random = createRandom(key, "place", ordinal);
  const city = cityOf(key, group);
  return {
    ordinal,
    name: `${random.pick(placeWords)} ${random.pick(placeKinds)}`,
    city: city.name,
    country: city.country,
    timeZone: city.timeZone,
    phones: seedPhones(random, city, 1 + random.below(2)),
  };
}

/** One in six takes no bookings, none of the very first; drawn from a separate generator, so that other values stay the same. */
function closedBecause(key: number, kind: string, ordinal: number): ClosedBecause | null {
  const random = createRandom(key, "closed", kind, ordinal);
  return ordinal < 8 || !random.chance(1 / 6) ? null : random.pick(["onLeave", "panelFull", "retired"] as const);
}

function seedPhones(random: Random, city: City, count: number): PhoneFacts[] {
  return Array.from({ length: count }, () => ({
    number: random.pick(city.phoneFormats).replaceAll("#", () => String(random.below(10))),
    ...(random.chance(0.7) ? { label: random.pick(labels) } : {}),
    ...(random.chance(0.25) ? { extension: String(10 + random.below(9000)) } : {}),
  }));
}

function cityOf(key: number, group: number): City {
  return createRandom(key, "city", group).pick(weightedCities);
}

function seededTime(random: Random): string {
  return new Date(seededUntil - Math.floor(random.next() * 2 * year)).toISOString();
}
