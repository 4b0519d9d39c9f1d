export interface PlanFacts {
  readonly payer: string;
  readonly plan: string;
  readonly kind: "HMO" | "PPO" | "EPO" | "POS" | "Medicare" | "Medicaid" | "Indemnity";
}

type Kind = PlanFacts["kind"];

/** The plans of each payer by their kind. */
const table: Readonly<Record<string, Readonly<Partial<Record<Kind, readonly string[]>>>>> = {
  "Harbor Mutual Health": {
    PPO: ["Harbor Choice 500", "Harbor Choice 1000", "Harbor Choice 2500 with Health Savings Account"],
    HMO: ["Harbor Local"],
  },
  "Blue Meridian of New York": {
    PPO: [
      "Meridian Open Access Preferred Provider Organization, Group Coverage, Tier One",
      "Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two",
      "Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two (Grandfathered)",
    ],
    EPO: ["Meridian Essential"],
  },
  "Northgate Community Care": {
    HMO: ["Community Care Gold", "Community Care Silver", "Community Care Bronze", "Community Care Silver 94"],
  },
  "Evergreen Senior Alliance": {
    Medicare: [
      "Evergreen Advantage",
      "Evergreen Advantage Plus",
      "Evergreen Advantage Plus Dental & Vision",
      "Evergreen Dual Complete",
    ],
  },
  "State Medical Assistance": {
    Medicaid: [
      "Medical Assistance Managed Care – Adults",
      "Medical Assistance Managed Care – Children",
      "Medical Assistance Fee for Service",
    ],
  },
  "Summit & Vale": { POS: ["Vale Select", "Vale Select Plus"], Indemnity: ["Summit Indemnity 80/20"] },
  "Techniker Gesundheitsbund": { HMO: ["Gesetzlich", "Gesetzlich mit Zahnzusatz"], PPO: ["Privatzusatz Ambulant"] },
  "Bärenfels Krankenversicherung": { PPO: ["Vollschutz 300", "Vollschutz 600"] },
  "Mutuelle des Deux Rives": {
    EPO: [
      "Formule Équilibre",
      "Formule Sérénité",
      "Formule Sérénité Plus, garantie renforcée optique et dentaire, famille",
      "Formule Sérénité Plus, garantie renforcée optique et dentaire, famille nombreuse",
    ],
  },
  "Aseguradora Sol y Mar": { HMO: ["Plan Familia", "Plan Familia Ampliado", "Plan Niñez"] },
  "Towarzystwo Ubezpieczeń Wisła": { HMO: ["Zdrowie Podstawowe"], PPO: ["Zdrowie Rozszerzone"] },
  "Árachas Sláinte Éireann": { PPO: ["Bunphlean", "Plean Teaghlaigh"] },
  "Seguradora Ipê": { HMO: ["Saúde Essencial"], PPO: ["Saúde Executivo Nacional"] },
  和睦健康保险: { HMO: ["家庭基础计划"], PPO: ["家庭优享计划"] },
  さくら健保組合: { PPO: ["一般", "家族"] },
  "شركة النيل للتأمين الصحي": { HMO: ["الخطة الأساسية"], PPO: ["الخطة الذهبية"] },
  "Bảo hiểm Sao Mai": { HMO: ["Gói Gia Đình"], PPO: ["Gói Toàn Diện"] },
  "Oríṣun Health": { HMO: ["Ìlera Basic", "Ìlera Family"] },
  "Ganga Suraksha": { HMO: ["परिवार योजना"], PPO: ["वरिष्ठ योजना"] },
  "Здоровье-Гарант": { HMO: ["Базовый"], PPO: ["Премиум"] },
  "Quaker Valley Teamsters Fund": { PPO: ["Local 117 Active", "Local 117 Retiree", "Local 311 Active"] },
  "First Responders Trust": { PPO: ["Trust Standard", "Trust Retiree"] },
  "Campus Health Co-op": { EPO: ["Student", "Student + Dependents"] },
  "Lakeshore Employers Exchange": { EPO: ["Exchange 1", "Exchange 2", "Exchange 2 Narrow"] },
};

export const plans: readonly PlanFacts[] = Object.entries(table).flatMap(([payer, byKind]) =>
  // The keys are the kinds that the type of the table names.
  Object.entries(byKind).flatMap(([kind, names]) => names.map((plan) => ({ payer, plan, kind: kind as Kind }))),
);
