export interface PlanFacts {
  readonly payer: string;
  readonly plan: string;
  readonly kind: "HMO" | "PPO" | "EPO" | "POS" | "Medicare" | "Medicaid" | "Indemnity";
}

type Kind = PlanFacts["kind"];

const table: readonly (readonly [payer: string, plans: readonly (readonly [string, Kind])[]])[] = [
  [
    "Harbor Mutual Health",
    [
      ["Harbor Choice 500", "PPO"],
      ["Harbor Choice 1000", "PPO"],
      ["Harbor Choice 2500 with Health Savings Account", "PPO"],
      ["Harbor Local", "HMO"],
    ],
  ],
  [
    "Blue Meridian of New York",
    [
      ["Meridian Open Access Preferred Provider Organization, Group Coverage, Tier One", "PPO"],
      ["Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two", "PPO"],
      ["Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two (Grandfathered)", "PPO"],
      ["Meridian Essential", "EPO"],
    ],
  ],
  [
    "Northgate Community Care",
    [
      ["Community Care Gold", "HMO"],
      ["Community Care Silver", "HMO"],
      ["Community Care Bronze", "HMO"],
      ["Community Care Silver 94", "HMO"],
    ],
  ],
  [
    "Evergreen Senior Alliance",
    [
      ["Evergreen Advantage", "Medicare"],
      ["Evergreen Advantage Plus", "Medicare"],
      ["Evergreen Advantage Plus Dental & Vision", "Medicare"],
      ["Evergreen Dual Complete", "Medicare"],
    ],
  ],
  [
    "State Medical Assistance",
    [
      ["Medical Assistance Managed Care – Adults", "Medicaid"],
      ["Medical Assistance Managed Care – Children", "Medicaid"],
      ["Medical Assistance Fee for Service", "Medicaid"],
    ],
  ],
  [
    "Summit & Vale",
    [
      ["Vale Select", "POS"],
      ["Vale Select Plus", "POS"],
      ["Summit Indemnity 80/20", "Indemnity"],
    ],
  ],
  [
    "Techniker Gesundheitsbund",
    [
      ["Gesetzlich", "HMO"],
      ["Gesetzlich mit Zahnzusatz", "HMO"],
      ["Privatzusatz Ambulant", "PPO"],
    ],
  ],
  [
    "Bärenfels Krankenversicherung",
    [
      ["Vollschutz 300", "PPO"],
      ["Vollschutz 600", "PPO"],
    ],
  ],
  [
    "Mutuelle des Deux Rives",
    [
      ["Formule Équilibre", "EPO"],
      ["Formule Sérénité", "EPO"],
      ["Formule Sérénité Plus, garantie renforcée optique et dentaire, famille", "EPO"],
      ["Formule Sérénité Plus, garantie renforcée optique et dentaire, famille nombreuse", "EPO"],
    ],
  ],
  [
    "Aseguradora Sol y Mar",
    [
      ["Plan Familia", "HMO"],
      ["Plan Familia Ampliado", "HMO"],
      ["Plan Niñez", "HMO"],
    ],
  ],
  [
    "Towarzystwo Ubezpieczeń Wisła",
    [
      ["Zdrowie Podstawowe", "HMO"],
      ["Zdrowie Rozszerzone", "PPO"],
    ],
  ],
  [
    "Árachas Sláinte Éireann",
    [
      ["Bunphlean", "PPO"],
      ["Plean Teaghlaigh", "PPO"],
    ],
  ],
  [
    "Seguradora Ipê",
    [
      ["Saúde Essencial", "HMO"],
      ["Saúde Executivo Nacional", "PPO"],
    ],
  ],
  [
    "和睦健康保险",
    [
      ["家庭基础计划", "HMO"],
      ["家庭优享计划", "PPO"],
    ],
  ],
  [
    "さくら健保組合",
    [
      ["一般", "PPO"],
      ["家族", "PPO"],
    ],
  ],
  [
    "شركة النيل للتأمين الصحي",
    [
      ["الخطة الأساسية", "HMO"],
      ["الخطة الذهبية", "PPO"],
    ],
  ],
  [
    "Bảo hiểm Sao Mai",
    [
      ["Gói Gia Đình", "HMO"],
      ["Gói Toàn Diện", "PPO"],
    ],
  ],
  [
    "Oríṣun Health",
    [
      ["Ìlera Basic", "HMO"],
      ["Ìlera Family", "HMO"],
    ],
  ],
  [
    "Ganga Suraksha",
    [
      ["परिवार योजना", "HMO"],
      ["वरिष्ठ योजना", "PPO"],
    ],
  ],
  [
    "Здоровье-Гарант",
    [
      ["Базовый", "HMO"],
      ["Премиум", "PPO"],
    ],
  ],
  [
    "Quaker Valley Teamsters Fund",
    [
      ["Local 117 Active", "PPO"],
      ["Local 117 Retiree", "PPO"],
      ["Local 311 Active", "PPO"],
    ],
  ],
  [
    "First Responders Trust",
    [
      ["Trust Standard", "PPO"],
      ["Trust Retiree", "PPO"],
    ],
  ],
  [
    "Campus Health Co-op",
    [
      ["Student", "EPO"],
      ["Student + Dependents", "EPO"],
    ],
  ],
  [
    "Lakeshore Employers Exchange",
    [
      ["Exchange 1", "EPO"],
      ["Exchange 2", "EPO"],
      ["Exchange 2 Narrow", "EPO"],
    ],
  ],
];

export const plans: readonly PlanFacts[] = table.flatMap(([payer, list]) =>
  list.map(([plan, kind]) => ({ payer, plan, kind })),
);
