import { describe, expect, it } from "vitest";
import respelled from "#/samples/respelled-profile.json" with { type: "json" };
import type { Json } from "#/json/json.ts";
import { createProfile, shippedProfile } from "./profile.ts";
import { createWireFormat } from "./wire-format.ts";

const wire = createWireFormat(shippedProfile());
const respelledFormat = createWireFormat(createProfile(respelled));

describe("the wire format", () => {
  it("knows the records' paths and no others", () => {
    expect(wire.matchRead("/schedules/sch_1")).toEqual({ type: "schedule", id: "sch_1" });
    expect(respelledFormat.matchRead("/v3/sites/s%201")).toEqual(null);
    expect(respelledFormat.matchRead("/v3/sites/s1")).toEqual({ type: "place", id: "s1" });
    for (const path of [
      "/patients",
      "/schedules/x",
      "/schedules/sch_1/",
      "/schedules/sch_1/availability",
      "/schedules/%2e%2e",
      "/schedules/sch_%2F",
      "/schedules/%",
      "//schedules/sch_1",
    ])
      expect(wire.matchRead(path)).toBeNull();
  });

  it("serves an address that is spelled exactly, and asks by one spelling", () => {
    const odd = { type: "practitioner", id: "npi:1+é" };
    const target = "/practitioners/npi%3A1%2B%C3%A9";
    expect(wire.matchServed(target)).toEqual({ kind: "record", ...odd, target });
    expect(wire.matchServed("/practitioners/npi%3a1%2b%c3%a9")).toMatchObject({ ...odd, target });
    expect(wire.matchServed("/practitioners/npi:1?a=[b]&c=%20")).toMatchObject({
      id: "npi:1",
      target: "/practitioners/npi%3A1?a=[b]&c=%20",
    });
    expect(wire.matchServed("/schedules/sch_1/availability?from=2026-11-20T09:00:00%2B01:00")).toEqual({
      kind: "slots",
      type: "schedule",
      id: "sch_1",
      target: "/schedules/sch_1/availability?from=2026-11-20T09:00:00%2B01:00",
    });
    for (const path of [
      "/schedules/sch_1#",
      "/schedules/sch_1#/availability",
      "/schedules/sch_1%23/availability",
      "/schedules/sch_1?#",
      "/schedules/sch_1?a=%zz",
      "/schedules/sch_1?a=\u00e9",
      "/schedules/sch_1?a=\\",
      "/schedules/%73ch_1",
      "/schedules/sch%5F1",
      "/schedules/%2e%2e/availability",
      "/schedules/x/availability",
      "/schedules/sch_1;/availability",
      "/schedules/sch_1\\x",
      "/schedules/sch_%5Cx",
      "/practitioners/a;b",
      "/practitioners/%252e%252e",
      "/practitioners/..",
      "/practitioners/%c0%ae",
    ])
      expect([path, wire.matchServed(path)]).toEqual([path, null]);
  });

  it("knows which page of finds is asked for, a question mark before it included", () => {
    const found = createWireFormat(
      createProfile({
        extends: "default",
        records: { practitioner: { findBy: { displayName: { match: "exact" } } } },
        operations: {
          findPractitionersByDisplayName: {
            method: "GET",
            path: "/practitioners",
            query: { name: "{value}" },
            resource: "/rows",
            paging: { style: "page", query: "page", first: 1, more: "/more" },
          },
        },
      }),
    );
    const isWhole = (target: string) => {
      const asked = found.matchServed(target);
      if (asked?.kind !== "look-up") throw new TypeError("it is no look-up");
      return found.openFound(asked, Buffer.from('{"rows":[],"more":false}'))?.isWhole;
    };
    expect([isWhole("/practitioners?name=Who?"), isWhole("/practitioners?name=Who?&page=2")]).toEqual([true, false]);
  });

  it("makes no dot segment of a template and an id", () => {
    const operations = { readPractitioner: { method: "GET", path: "/practitioners/.{id}" } };
    const dotted = createWireFormat(createProfile({ extends: "default", operations }));
    expect(dotted.matchServed("/practitioners/.a")).toMatchObject({ id: "a" });
    expect(dotted.matchServed("/practitioners/..")).toBeNull();
  });

  it("knows open slots by a schedule in the query", () => {
    const operations = {
      listOpenSlots: { method: "GET", path: "/slots", query: { of: "{scheduleId}", from: "{from}" } },
    };
    const byQuery = createWireFormat(createProfile({ extends: "default", operations }));
    expect(byQuery.matchServed("/slots?of=sch_1&from=x")).toMatchObject({ kind: "slots", id: "sch_1" });
    for (const target of ["/slots", "/slots?of=x", "/slots?of=sch_1&of=sch_2", "/slots?of=sch_1%2F.."])
      expect(byQuery.matchServed(target)).toBeNull();
  });

  // Every spelling of the way to the slots that differs in one place: a pattern that is wider or narrower fails on one of them.
  const slotsOf = [
    { what: "the shipped profile", by: wire, path: (id: string) => `/schedules/${id}/availability` },
    {
      what: "an id with text around it, and dots in the path",
      by: createWireFormat(
        createProfile({
          extends: "default",
          operations: { listOpenSlots: { method: "GET", path: "/v1.2/cal-{scheduleId}.free/slots" } },
        }),
      ),
      path: (id: string) => `/v1.2/cal-${id}.free/slots`,
    },
  ];

  it.each(slotsOf)("knows the open slots of $what, whatever is asked of them", ({ by, path }) => {
    for (const id of ["sch_1", "sch_a-b", "sch_x.y~z", "sch_1%2B2", "sch_%C3%A9", `sch_${"9".repeat(60)}`])
      for (const query of ["", "?from=2026-11-20", "?from=2026-11-20T09%3A00%3A00Z&to=x&limit=2", "?index=idx_1&a[]=1"])
        expect(by.matchServed(path(id) + query), path(id) + query).toEqual({
          kind: "slots",
          type: "schedule",
          id: decodeURIComponent(id),
          target: path(id) + query,
        });
  });

  it.each(slotsOf)("knows nothing beside the open slots of $what", ({ by, path }) => {
    const whole = path("sch_1");
    const turned = (letter: string) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase());
    // Places outside the id: within it, another letter is another schedule.
    const ofId = whole.indexOf("sch_1");
    const places = Array.from({ length: whole.length }, (_, position) => position).filter(
      (position) => position < ofId || position >= ofId + "sch_1".length,
    );
    const changed = (position: number, letters: string) =>
      whole.slice(0, position) + letters + whole.slice(position + 1);
    const near = new Set<string>([
      ...["x", "/", "/x", "%", "%2F", "#", ";a=1", ".json", "/..", "%00", "\\"].map((end) => whole + end),
      ...["/x", "/", "x", "/..", "/v2", "%2F"].map((start) => start + whole),
      ...["", "a/b", "sch_1/sch_2", "sch_1%2Fx", "..", "%2e%2e", "sch_1#", "sch", "x", "pt_1", "*"].map(path),
      ...places.flatMap((place) =>
        ["", "x", "%2F", turned(whole.charAt(place)), `${whole.charAt(place)}/`, `${whole.charAt(place)}x`].map(
          (letters) => changed(place, letters),
        ),
      ),
    ]);
    near.delete(whole);
    for (const target of near) expect(by.matchServed(target)?.kind, target).not.toBe("slots");
  });

  it("knows a record whose id stands in the query, by what the rest of the query says", () => {
    const read = (kind: string) => ({ method: "GET", path: "/records", query: { kind, key: "{id}", with: "all" } });
    const operations = {
      readSchedule: read("schedule"),
      readPractitioner: read("practitioner"),
      listSchedules: { method: "GET", path: "/records", query: { of: "{practitionerId}" } },
    };
    const byQuery = createWireFormat(createProfile({ extends: "default", operations }));
    const schedule = { type: "schedule", id: "sch_1" };
    expect(byQuery.matchRead("/records?kind=schedule&key=sch_1&with=all")).toEqual(schedule);
    expect(byQuery.matchRead("/records?with=all&key=sch%5F1&kind=schedule&trace=1")).toEqual(schedule);
    expect(byQuery.matchRead("/records?kind=practitioner&key=p-1&with=all")).toEqual({
      type: "practitioner",
      id: "p-1",
    });
    for (const target of [
      "/records",
      "/records?of=p-1",
      "/records?kind=schedule&key=sch_1",
      "/records?kind=schedule&key=other&with=all",
      "/records?kind=schedule&key=sch_1&key=sch_2&with=all",
      "/records/sch_1?kind=schedule&key=sch_1&with=all",
    ])
      expect(byQuery.matchRead(target)).toBeNull();
  });

  it("takes an id that a template has more than once for one id, with what stands around it", () => {
    const operations = {
      readSchedule: { method: "GET", path: "/schedules/{id}/of/{id}" },
      readPractitioner: { method: "GET", path: "/find", query: { where: "id={id:string}" } },
    };
    const odd = createWireFormat(createProfile({ extends: "default", operations }));
    expect(odd.matchRead("/schedules/sch_1/of/sch_1?x=y")).toEqual({ type: "schedule", id: "sch_1" });
    expect(odd.matchRead("/schedules/sch_1/of/sch_2")).toBeNull();
    expect(odd.matchRead("/find?where=id%3Dp-1")).toEqual({ type: "practitioner", id: "p-1" });
  });

  it("changes a record inside its envelope and leaves the rest", () => {
    const body = new TextEncoder().encode('{"meta":{"n":1.50},"data":{"ref":"s1"}}');
    const opened = respelledFormat.openBody("place", body);
    expect([opened?.raw, opened?.close({ ref: "s1", x: null })]).toEqual([
      { ref: "s1" },
      '{"meta":{"n":1.50},"data":{"ref":"s1","x":null}}',
    ]);
    expect(wire.openBody("schedule", new TextEncoder().encode("[1]"))).toBeNull();
  });

  it("spells an error as the service does, where the profile says how", () => {
    const error = { status: 404, code: "not_found", words: "There is none.", requestId: "r1" };
    expect(wire.errorBody(error)).toBe('{"error":{"code":"not_found","message":"There is none."},"request_id":"r1"}');
    expect(respelledFormat.errorBody(error)).toBeNull();
  });
});

describe("an error in the service's place", () => {
  const errors = {
    reasons: [{ status: 410, code: "gone-away", reason: "missing", words: "No such thing." }],
    byStatus: { "502": { code: "no-way-there", words: "Nobody answered." } },
  };
  const refusal = { code: "c", words: "The id is unknown.", requestId: "req_1" };
  const bodyBy = (template: Json, error: Parameters<typeof wire.errorBody>[0]): unknown =>
    JSON.parse(
      createWireFormat(
        createProfile({ extends: "default", name: "t", errors: { ...errors, code: "/c", template } }),
      ).errorBody(error) ?? "null",
    );

  it("has the profile's code and words, by reason or by status", () => {
    const spelled = createWireFormat(
      createProfile({ extends: "default", name: "t", errors: { ...errors, code: "/c" } }),
    );
    expect(spelled.refusal("missing", { status: 404, code: "not_found" })).toEqual({
      status: 410,
      code: "gone-away",
      title: "No such thing.",
    });
    expect(spelled.refusal("unauthorised", { status: 401, code: "unauthorized" })).toEqual({
      status: 401,
      code: "unauthorized",
    });
    expect(spelled.vocabulary(502)).toEqual({ code: "no-way-there", title: "Nobody answered." });
    expect(spelled.vocabulary(500)).toEqual({});
  });

  it("has the type that the profile gives it, apart from its code", () => {
    const typed = {
      type: "/error/type",
      code: "/error/code",
      reasons: [{ status: 404, type: "invalid_request", code: "resource_missing", reason: "missing" }],
      byStatus: { "502": { type: "api_error" } },
      template: { error: { type: "{type}", code: "{code}", message: "{words}" } },
    };
    const spelled = createWireFormat(createProfile({ extends: "default", name: "t", errors: typed }));
    const said = (status: number, known: { type?: string; code?: string }): unknown =>
      JSON.parse(spelled.errorBody({ ...refusal, status, ...known }) ?? "null");
    const missing = spelled.refusal("missing", { status: 404, code: "not_found" });
    expect(said(404, missing)).toEqual({
      error: { type: "invalid_request", code: "resource_missing", message: "The id is unknown." },
    });
    expect(said(502, spelled.vocabulary(502))).toMatchObject({ error: { type: "api_error", code: "c" } });
    expect(said(500, spelled.vocabulary(500))).toEqual({ error: { code: "c", message: "The id is unknown." } });
  });

  it("says what is so here once: in the details, beside the title, or after it", () => {
    const error = { ...refusal, status: 502, title: "Nobody answered.", fields: ["phones", "notes"] };
    const list = { text: "{words}", all: [{ at: "{detailField}", said: "{detailWords}", rule: "{detailCode}" }] };
    expect(bodyBy(list, error)).toEqual({
      text: "Nobody answered.",
      all: [
        { at: "phones", said: refusal.words, rule: "c" },
        { at: "notes", said: refusal.words, rule: "c" },
      ],
    });
    expect(bodyBy(list, { ...error, fields: [] })).toMatchObject({ all: [{ said: refusal.words, rule: "c" }] });
    expect(bodyBy({ title: "{title}", text: "{words}" }, error)).toEqual({ title: error.title, text: refusal.words });
    expect(bodyBy({ text: "{words}" }, error)).toEqual({ text: "Nobody answered. The id is unknown." });
    expect(bodyBy({ text: "{words}" }, { ...error, isPlain: true })).toEqual({ text: "Nobody answered." });
    expect(bodyBy({ title: "{title}", text: "{words}" }, { ...refusal, status: 500 })).toEqual({ text: refusal.words });
  });

  it("lists details of those errors alone of which the profile says so", () => {
    const template = { text: "{words}", all: [{ at: "{detailField}", said: "{detailWords}" }] };
    const details = { at: "/all", field: "/at", words: "/said", statuses: [400] };
    const spelled = createWireFormat(createProfile({ extends: "default", name: "t", errors: { details, template } }));
    const said = (status: number): unknown =>
      JSON.parse(spelled.errorBody({ ...refusal, status, title: "No.", fields: ["phones"] }) ?? "null");
    expect(said(400)).toEqual({ text: "No.", all: [{ at: "phones", said: refusal.words }] });
    expect(said(404)).toEqual({ text: `No. ${refusal.words}` });
  });
});
