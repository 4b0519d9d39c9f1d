import type { CultureName } from "#/seed/cultures.ts";

export interface City {
  readonly name: string;
  readonly country: string;
  readonly timeZone: string;
  /** `#` is a digit; every format is one that offices there print. */
  readonly phoneFormats: readonly string[];
  readonly cultures: readonly CultureName[];
  readonly weight: number;
}

const northAmerica = (area: string): readonly string[] => [`(${area}) 555-01##`, `+1 ${area}-555-01##`, `${area}.555.01##`, `${area}-555-01##`, `1-${area}-555-01##`, `+1${area}55501##`];
const mixed: readonly CultureName[] = ["english", "english", "spanish", "chinese", "vietnamese", "arabic", "irish", "polish", "yoruba", "igbo", "hindi", "tamil", "japanese", "korean", "french", "german", "portuguese", "russian", "ukrainian", "greek", "hebrew", "turkish", "thai", "amharic", "persian"];

export const cities: readonly City[] = [
  { name: "New York", country: "US", timeZone: "America/New_York", phoneFormats: northAmerica("212"), cultures: mixed, weight: 14 },
  { name: "Brooklyn", country: "US", timeZone: "America/New_York", phoneFormats: northAmerica("718"), cultures: mixed, weight: 10 },
  { name: "Chicago", country: "US", timeZone: "America/Chicago", phoneFormats: northAmerica("312"), cultures: mixed, weight: 9 },
  { name: "Houston", country: "US", timeZone: "America/Chicago", phoneFormats: northAmerica("713"), cultures: mixed, weight: 8 },
  { name: "Phoenix", country: "US", timeZone: "America/Phoenix", phoneFormats: northAmerica("602"), cultures: ["english", "spanish", "navajo", "navajo", "chinese"], weight: 5 },
  { name: "San José", country: "US", timeZone: "America/Los_Angeles", phoneFormats: northAmerica("408"), cultures: mixed, weight: 9 },
  { name: "Honolulu", country: "US", timeZone: "Pacific/Honolulu", phoneFormats: northAmerica("808"), cultures: ["hawaiian", "japanese", "english", "hawaiian", "korean"], weight: 4 },
  { name: "Montréal", country: "CA", timeZone: "America/Toronto", phoneFormats: northAmerica("514"), cultures: ["french", "english", "arabic", "portuguese"], weight: 4 },
  { name: "London", country: "GB", timeZone: "Europe/London", phoneFormats: ["+44 20 7946 0###", "020 7946 0###", "+44 (0)20 7946 0###"], cultures: mixed, weight: 4 },
  { name: "Baile Átha Cliath", country: "IE", timeZone: "Europe/Dublin", phoneFormats: ["+353 1 496 0###", "(01) 496 0###"], cultures: ["irish", "irish", "english", "polish"], weight: 3 },
  { name: "Kraków", country: "PL", timeZone: "Europe/Warsaw", phoneFormats: ["+48 12 345 0# ##", "12 345 0# ##"], cultures: ["polish", "ukrainian"], weight: 3 },
  { name: "Berlin", country: "DE", timeZone: "Europe/Berlin", phoneFormats: ["+49 30 23125 ###", "030/23125###", "(030) 23125-###"], cultures: ["german", "turkish", "russian", "vietnamese"], weight: 3 },
  { name: "Paris", country: "FR", timeZone: "Europe/Paris", phoneFormats: ["+33 1 99 00 ## ##", "01 99 00 ## ##", "01.99.00.##.##"], cultures: ["french", "arabic", "portuguese"], weight: 2 },
  { name: "Lagos", country: "NG", timeZone: "Africa/Lagos", phoneFormats: ["+234 803 555 0###", "0803 555 0###"], cultures: ["yoruba", "igbo", "english"], weight: 3 },
  { name: "القاهرة", country: "EG", timeZone: "Africa/Cairo", phoneFormats: ["+20 2 2555 0###", "02 2555 0###"], cultures: ["arabic"], weight: 2 },
  { name: "Hồ Chí Minh", country: "VN", timeZone: "Asia/Ho_Chi_Minh", phoneFormats: ["+84 28 3555 0###", "028 3555 0###"], cultures: ["vietnamese"], weight: 2 },
  { name: "कोलकाता", country: "IN", timeZone: "Asia/Kolkata", phoneFormats: ["+91 33 2555 0###", "033-2555-0###"], cultures: ["hindi", "tamil"], weight: 2 },
  { name: "São Paulo", country: "BR", timeZone: "America/Sao_Paulo", phoneFormats: ["+55 11 3555-0###", "(11) 3555-0###"], cultures: ["portuguese", "japanese"], weight: 2 },
  { name: "St. John's", country: "CA", timeZone: "America/St_Johns", phoneFormats: northAmerica("709"), cultures: ["english", "irish"], weight: 1 },
];
