import type { Json, JsonObject } from "@dc/api-client";

// Three services as their own authors would describe them: members of their own, and no examples.

const text = { type: "string" };
const day = { type: "string", format: "date" };
const time = { type: "string", format: "date-time" };
const whole = { type: "integer" };
const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const list = (items: Json): JsonObject => ({ type: "array", items });
const schema = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (content: Json): JsonObject => ({ content: { "application/json": { schema: content } } });
const answers = (content: Json, status = "200"): JsonObject => ({ responses: { [status]: json(content) } });
const takes = (content: Json): JsonObject => ({ requestBody: json(content) });
const data = (content: Json): JsonObject => object({ data: content });
const query = (parameters: JsonObject): JsonObject => ({
  parameters: Object.entries(parameters).map(([name, type]) => ({ name, in: "query", schema: type })),
});
const header = (name: string): JsonObject => ({ name, in: "header", schema: text });

/** English words in camelCase, everything in an envelope. */
export const clinic: JsonObject = {
  openapi: "3.1.0",
  paths: {
    "/v2/clinicians/{clinicianId}": {
      parameters: [{ $ref: "#/components/parameters/catalogue" }],
      get: answers(data(schema("Clinician"))),
    },
    "/v2/calendars/{calendarId}": {
      parameters: [{ $ref: "#/components/parameters/catalogue" }],
      get: answers(data(schema("Calendar"))),
    },
    "/v2/calendars/{calendarId}/openings": {
      get: {
        ...query({ earliest: time, latest: time }),
        ...answers(data(object({ items: list(schema("Opening")), total: whole }))),
      },
    },
    "/v2/people": {
      get: { ...query({ bornOn: day, calledLike: text }), ...answers(data(list(schema("Person")))) },
      post: {
        ...takes(object({ given: text, family: text, born: day })),
        ...answers(data(schema("Person")), "201"),
      },
    },
    "/v2/bookings": {
      post: {
        ...takes(object({ calendarId: text, personId: text, opensAt: time, lasts: whole })),
        ...answers(data(object({ bookingId: text, opensAt: time, phase: text })), "202"),
      },
    },
    "/v2/catalogues": {
      post: {
        ...takes(object({ caption: text })),
        ...answers(data(object({ catalogueId: text, caption: text })), "201"),
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    parameters: { catalogue: header("Clinic-Catalogue") },
    schemas: {
      Clinician: object({
        clinicianId: text,
        fullName: text,
        goesBy: text,
        lines: list(object({ digits: text, kind: text })),
      }),
      Calendar: object({ calendarId: text, clinicianId: text, heading: text, payers: list(text), zone: text }),
      Opening: object({ opensAt: time, lasts: whole }),
      Person: object({ personId: text, given: text, born: day, coverage: object({ payerId: text }) }),
    },
  },
};

/** German words, one variable for all ids, a schedule that holds two records whole. */
export const practice: JsonObject = {
  openapi: "3.0.3",
  paths: {
    "/aerzte/{nummer}": { get: answers(schema("Arzt")) },
    "/standorte/{nummer}": { get: answers(schema("Standort")) },
    "/sprechstunden/{nummer}": {
      get: answers(schema("Sprechstunde")),
      put: { ...takes(schema("Sprechstunde")), responses: { "204": {} } },
    },
    "/sprechstunden/{nummer}/luecken": {
      get: { ...query({ tag: day }), ...answers(list(object({ beginn: time, ende: time, minuten: whole }))) },
    },
    "/versicherte": {
      get: {
        ...query({ geburtstag: text, nachname: text }),
        ...answers(list(object({ nummer: text, geburtstag: text }))),
      },
    },
  },
  components: {
    securitySchemes: { zugang: { type: "apiKey", in: "header", name: "Praxis-Schluessel" } },
    schemas: {
      Arzt: object({ nummer: text, anzeigename: text, fernsprecher: list(text) }),
      Standort: object({ nummer: text, bezeichnung: text }),
      Sprechstunde: object({ nummer: text, arzt: schema("Arzt"), standort: schema("Standort"), kassen: list(text) }),
    },
  },
};

/** French words, two envelopes, slots that are no part of a schedule's path. */
export const cabinet: JsonObject = {
  openapi: "3.0.0",
  paths: {
    "/v3/praticiens/{code}": { get: { responses: { "200": { $ref: "#/components/responses/UnPraticien" } } } },
    "/v3/agendas/{code}": {
      get: {
        parameters: [header("Jeu-De-Donnees")],
        ...answers(object({ reponse: object({ corps: schema("Agenda") }) })),
      },
    },
    "/v3/creneaux": { get: { ...query({ agenda: text }), ...answers(list(object({ debut: time, duree: whole }))) } },
    "/v3/patients": {
      post: {
        ...takes(object({ prenom: text, naissance: day })),
        ...answers(object({ code: text, prenom: text, naissance: day, inscrit: day })),
      },
    },
    "/v3/rendezvous": {
      post: { ...takes(object({ agenda: text, patient: text, debut: time })), responses: { "201": {} } },
    },
  },
  components: {
    securitySchemes: { basique: { type: "http", scheme: "basic" } },
    responses: { UnPraticien: json(object({ reponse: object({ corps: schema("Praticien") }) })) },
    schemas: {
      Praticien: object({ code: text, nom: text, telephones: list(object({ numero: text })) }),
      Agenda: object({ code: text, titulaire: object({ code: text }), conventions: list(text) }),
    },
  },
};
