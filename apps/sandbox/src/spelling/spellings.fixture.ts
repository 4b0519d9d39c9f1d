import {
  createProfile,
  createServiceClient,
  fetchTransport,
  type ServiceClient,
  type ServiceProfile,
} from "@dc/api-client";
import { builtInKey, type Sandbox, type SandboxOptions } from "#/app.ts";
import { createTestSandbox } from "#/call.fixture.ts";

/** Spellings whose service and client are proved together; nothing but the dial and the profile differs. */
export const spellings = ["default", "respelled", "seed:1", "seed:7", "seed:42"];

export interface Pair {
  readonly sandbox: Sandbox;
  readonly profile: ServiceProfile;
  readonly client: ServiceClient;
}

/** A sandbox of a spelling and a client that has nothing but its profile. */
export function createPair(spelling: string, options: SandboxOptions = {}, apiKey = builtInKey): Pair {
  const sandbox = createTestSandbox({ spelling, ...options });
  return pairWith(sandbox, apiKey);
}

export function pairWith(sandbox: Sandbox, apiKey = builtInKey): Pair {
  const profile = createProfile(sandbox.profile({ writes: true }));
  const client = createServiceClient({
    baseUrl: "http://service.test",
    apiKey,
    profile,
    transport: fetchTransport((url, init) => sandbox.app.request(url, init)),
    retry: { attempts: 1 },
  });
  return { sandbox, profile, client };
}
