import { serviceKey } from "./canary.ts";
import { ConsoleApi, signInAndCreate, textAt } from "./directory.ts";
import { expect, test, useHouse } from "./journey.ts";
import { personNamed } from "./people.ts";
import { ServiceCalls } from "./service-calls.ts";
import { asJson, type Json } from "./wire.ts";

const house = useHouse();

/** The names of an answer's members, at any depth: the shape in which the service speaks. */
function shapeOf(value: Json): { [member: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, shapeOf(inner)]));
}

test("an app that reads the service changes its address and its key, and is answered in the service's own spelling", async ({
  page,
}) => {
  const { service, wire, origin } = house();
  const person = await personNamed(house(), "Дмитрий Юрьев, NP");
  const records = [person.record, ...person.schedules.flatMap(({ record, phones }) => [record, phones])];
  const indexId = await signInAndCreate(page, house(), "Amara Okafor");
  const api = new ConsoleApi(page, house());
  const secret = textAt(await api.call("POST", "/tokens", { name: "app", expiresInDays: 1 }), "secret");
  const gateway = house().gateway(secret);
  const pathOf = ({ type, id }: { type: string; id: string }) => wire.reads(type).path.replace("{id}", id);

  await test.step("without an override every byte passes through, in every index, and for a token as the user of Basic", async () => {
    const asUser = new ServiceCalls(`${origin}/gateway/v1`, `Basic ${btoa(`${secret}:`)}`, wire);
    for (const record of records)
      for (const index of [undefined, wire.profile.indexes.standard, indexId]) {
        const direct = await (await service.fetch(pathOf(record), index)).text();
        for (const reader of [gateway, asUser]) {
          const served = await reader.fetch(pathOf(record), index);
          expect(wire.reads(record.type).success).toContain(served.status);
          expect(await served.text()).toBe(direct);
        }
      }
  });

  await test.step("what is not there is missing as the service says it: a record, and an index version", async () => {
    const noRecord = pathOf({
      ...person.record,
      id: `${person.id.slice(0, -1)}${person.id.endsWith("0") ? "1" : "0"}`,
    });
    for (const [path, index] of [
      [noRecord, indexId],
      [pathOf(person.record), `${wire.profile.indexes.prefix}notThereAtAll`],
    ] as const) {
      const [direct, served] = [await service.fetch(path, index), await gateway.fetch(path, index)];
      expect(served.status, `${path} in ${index}`).toBe(direct.status);
      expect(served.status).toBeGreaterThanOrEqual(400);
      expect(shapeOf(asJson(await served.json()))).toEqual(shapeOf(asJson(await direct.json())));
    }
  });

  await test.step("without a token, or with the service's own key, nothing is read, in the shape of the service's refusals", async () => {
    const refused = await new ServiceCalls(origin, "Bearer none", wire).fetch(`/gateway/v1${pathOf(person.record)}`);
    const keyed = await new ServiceCalls(origin, wire.authorization(serviceKey), wire).fetch(
      `/gateway/v1${pathOf(person.record)}`,
    );
    const direct = await new ServiceCalls(service.base, wire.authorization("nobody_000000000"), wire).fetch(
      pathOf(person.record),
    );
    const shape = shapeOf(asJson(await direct.json()));
    for (const answer of [refused, keyed]) {
      expect(answer.status).toBe(direct.status);
      const answered = shapeOf(asJson(await answer.json()));
      expect(answered).not.toEqual({});
      // The service names a field beside it; ours has none to name.
      expect(shape).toMatchObject(answered);
    }
  });

  await test.step("nothing but records is read, and nothing is written", async () => {
    const ask = async (method: string, path: string) =>
      (
        await fetch(`${origin}/gateway/v1${path}`, {
          method,
          headers: wire.headers(`Bearer ${secret}`, indexId),
          ...(method === "GET" ? {} : { body: "{}" }),
        })
      ).status;
    expect(await ask("GET", wire.operation("findPatients").path)).toBe(405);
    for (const operation of ["createPatient", "createAppointment", "createIndexVersion"].map((name) =>
      wire.operation(name),
    ))
      expect(await ask(operation.method, operation.path), operation.path).toBe(405);
    expect(await ask("PUT", pathOf(person.record))).toBe(405);
    const { entries } = (await house().control("GET", "/ledger")) as { entries: unknown[] };
    expect(entries).toHaveLength(1);
  });
});
