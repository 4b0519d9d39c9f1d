import type { CultureName } from "./cultures.ts";

export interface City {
  readonly name: string;
  readonly country: string;
  readonly timeZone: string;
  /** `#` is a digit; offices in the city use all of these formats. */
  readonly phoneFormats: readonly string[];
  readonly cultures: readonly CultureName[];
  readonly weight: number;
}

const northAmerica = (area: string): readonly string[] => [
  `(${area}) 555-01##`,
  `+1 ${area}-555-01##`,
  `${area}.555.01##`,
  `${area}-555-01##`,
  `1-${area}-555-01##`,
  `+1${area}55501##`,
];
const mixed: readonly CultureName[] = [
  "english",
  "english",
  "spanish",
  "chinese",
  "vietnamese",
  "arabic",
  "irish",
  "polish",
  "yoruba",
  "igbo",
  "hindi",
  "tamil",
  "japanese",
  "korean",
  "french",
  "german",
  "portuguese",
  "russian",
  "ukrainian",
  "greek",
  "hebrew",
  "turkish",
  "thai",
  "amharic",
  "persian",
];

type Row = readonly [
  name: string,
  country: string,
  timeZone: string,
  weight: number,
  phoneFormats: readonly string[],
  cultures: readonly CultureName[],
];

const table: readonly Row[] = [
  ["New York", "US", "America/New_York", 14, northAmerica("212"), mixed],
  ["Brooklyn", "US", "America/New_York", 10, northAmerica("718"), mixed],
  ["Chicago", "US", "America/Chicago", 9, northAmerica("312"), mixed],
  ["Houston", "US", "America/Chicago", 8, northAmerica("713"), mixed],
  ["Phoenix", "US", "America/Phoenix", 5, northAmerica("602"), ["english", "spanish", "navajo", "navajo", "chinese"]],
  ["San José", "US", "America/Los_Angeles", 9, northAmerica("408"), mixed],
  [
    "Honolulu",
    "US",
    "Pacific/Honolulu",
    4,
    northAmerica("808"),
    ["hawaiian", "japanese", "english", "hawaiian", "korean"],
  ],
  ["Montréal", "CA", "America/Toronto", 4, northAmerica("514"), ["french", "english", "arabic", "portuguese"]],
  ["London", "GB", "Europe/London", 4, ["+44 20 7946 0###", "020 7946 0###", "+44 (0)20 7946 0###"], mixed],
  [
    "Baile Átha Cliath",
    "IE",
    "Europe/Dublin",
    3,
    ["+353 1 496 0###", "(01) 496 0###"],
    ["irish", "irish", "english", "polish"],
  ],
  ["Kraków", "PL", "Europe/Warsaw", 3, ["+48 12 345 0# ##", "12 345 0# ##"], ["polish", "ukrainian"]],
  [
    "Berlin",
    "DE",
    "Europe/Berlin",
    3,
    ["+49 30 23125 ###", "030/23125###", "(030) 23125-###"],
    ["german", "turkish", "russian", "vietnamese"],
  ],
  [
    "Paris",
    "FR",
    "Europe/Paris",
    2,
    ["+33 1 99 00 ## ##", "01 99 00 ## ##", "01.99.00.##.##"],
    ["french", "arabic", "portuguese"],
  ],
  ["Lagos", "NG", "Africa/Lagos", 3, ["+234 803 555 0###", "0803 555 0###"], ["yoruba", "igbo", "english"]],
  ["القاهرة", "EG", "Africa/Cairo", 2, ["+20 2 2555 0###", "02 2555 0###"], ["arabic"]],
  ["Hồ Chí Minh", "VN", "Asia/Ho_Chi_Minh", 2, ["+84 28 3555 0###", "028 3555 0###"], ["vietnamese"]],
  ["कोलकाता", "IN", "Asia/Kolkata", 2, ["+91 33 2555 0###", "033-2555-0###"], ["hindi", "tamil"]],
  ["São Paulo", "BR", "America/Sao_Paulo", 2, ["+55 11 3555-0###", "(11) 3555-0###"], ["portuguese", "japanese"]],
  ["St. John's", "CA", "America/St_Johns", 1, northAmerica("709"), ["english", "irish"]],
];

export const cities: readonly City[] = table.map(([name, country, timeZone, weight, phoneFormats, cultures]) => ({
  name,
  country,
  timeZone,
  phoneFormats,
  cultures,
  weight,
}));
