import type { Operation } from "@dc/contract";
import type { ServiceProcess } from "@dc/tooling/testing/service-process";

/** A change for each of so many schedules: a plan is added that the schedule does not accept yet. */
export async function planChanges(service: ServiceProcess, count: number) {
  const plans = await service.plans();
  return await Promise.all(
    (await service.roster()).slice(0, count).map(async (id) => {
      const taken = JSON.stringify(await service.read(`/schedules/${id}`));
      const element = plans.find((plan) => !taken.includes(plan));
      if (element === undefined) throw new Error(`${id} takes every plan.`);
      const operation = { op: "add", element } satisfies Operation;
      return { record: { type: "schedule", id }, field: "acceptedInsurances", operation };
    }),
  );
}
