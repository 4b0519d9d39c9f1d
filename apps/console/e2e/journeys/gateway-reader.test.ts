import { signIn } from "#e2e/stack/console-api.ts";
import { asJson, type Json } from "#e2e/stack/json-values.ts";
import { findPractitioner } from "#e2e/stack/sample-roster.ts";
import { ServiceCalls } from "#e2e/stack/service-calls.ts";
import { serviceKey } from "#e2e/stack/service-key.ts";
import { expect, test, useTestStack } from "./journey-test.ts";

const stack = useTestStack();

/** The names of a response's members, at any depth, to compare the shape with that of the service. */
function shapeOf(value: Json): { [member: string]: unknown } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([member, inner]) => [member, shapeOf(inner)]));
}

test("an app that reads the service changes its address and its key, and is answered in the service's own spelling", async ({
  page,
}) => {
  const { service, spelling, origin } = stack();
  const practitioner = await findPractitioner(stack(), "Дмитрий Юрьев, NP");
  const records = [
    practitioner.record,
    ...practitioner.schedules.flatMap(({ record, phonesRecord }) => [record, phonesRecord]),
  ];
  const api = await signIn(page, stack());
  const indexId = await api.createDirectory("Amara Okafor");
  const secret = await api.createToken("app");
  const gateway = stack().gateway(secret);
  const pathOf = ({ type, id }: { type: string; id: string }) => spelling.readOperation(type).path.replace("{id}", id);

  await test.step("without an override every byte passes through, in every index, and for a token as the user of Basic", async () => {
    const asUser = new ServiceCalls(`${origin}/gateway/v1`, `Basic ${btoa(`${secret}:`)}`, spelling);
    for (const record of records)
      for (const index of [undefined, spelling.profile.indexes.standard, indexId]) {
        const direct = await (await service.fetch(pathOf(record), index)).text();
        for (const reader of [gateway, asUser]) {
          const served = await reader.fetch(pathOf(record), index);
          expect(spelling.readOperation(record.type).success).toContain(served.status);
          expect(await served.text()).toBe(direct);
        }
      }
  });

  await test.step("what is not there is missing as the service says it: a record, and an index version", async () => {
    const noRecord = pathOf({
      ...practitioner.record,
      id: `${practitioner.id.slice(0, -1)}${practitioner.id.endsWith("0") ? "1" : "0"}`,
    });
    for (const [path, index] of [
      [noRecord, indexId],
      [pathOf(practitioner.record), `${spelling.profile.indexes.prefix}notThereAtAll`],
    ] as const) {
      const [direct, served] = [await service.fetch(path, index), await gateway.fetch(path, index)];
      expect(served.status, `${path} in ${index}`).toBe(direct.status);
      expect(served.status).toBeGreaterThanOrEqual(400);
      expect(shapeOf(asJson(await served.json()))).toEqual(shapeOf(asJson(await direct.json())));
    }
  });

  await test.step("without a token, or with the service's own key, nothing is read, in the shape of the service's refusals", async () => {
    const refused = await new ServiceCalls(origin, "Bearer none", spelling).fetch(
      `/gateway/v1${pathOf(practitioner.record)}`,
    );
    const keyed = await new ServiceCalls(origin, spelling.authorization(serviceKey), spelling).fetch(
      `/gateway/v1${pathOf(practitioner.record)}`,
    );
    const direct = await new ServiceCalls(service.base, spelling.authorization("nobody_000000000"), spelling).fetch(
      pathOf(practitioner.record),
    );
    const shape = shapeOf(asJson(await direct.json()));
    for (const answer of [refused, keyed]) {
      expect(answer.status).toBe(direct.status);
      const answered = shapeOf(asJson(await answer.json()));
      expect(answered).not.toEqual({});
      // The service's error also names a field; the gateway's error has none to name.
      expect(shape).toMatchObject(answered);
    }
  });

  await test.step("nothing but records is read, and nothing is written", async () => {
    const ask = async (method: string, path: string) =>
      (
        await fetch(`${origin}/gateway/v1${path}`, {
          method,
          headers: spelling.headers(`Bearer ${secret}`, indexId),
          ...(method === "GET" ? {} : { body: "{}" }),
        })
      ).status;
    expect(await ask("GET", spelling.operation("findPatients").path)).toBe(405);
    for (const operation of ["createPatient", "createAppointment", "createIndexVersion"].map((name) =>
      spelling.operation(name),
    ))
      expect(await ask(operation.method, operation.path), operation.path).toBe(405);
    expect(await ask("PUT", pathOf(practitioner.record))).toBe(405);
    expect((await stack().ledger()).map(({ operation }) => operation)).toEqual(["index.create"]);
  });
});
