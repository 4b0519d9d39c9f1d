import { mkdtempSync, writeFileSync } from "node:fs";
import { aService, key, clock } from "#/service-checks/service.fixture.ts";
import { profileCheckCommand } from "#/service-checks/profile-check-command.ts";
const dir = mkdtempSync("/tmp/pc-");
const s = aService({ spelling: process.argv[2] ?? "default" });
const edit = process.argv[3] ? JSON.parse(process.argv[3]) : null;
const p: any = JSON.parse(JSON.stringify(s.sandbox.profile({ writes: true })));
for (const [ptr, v] of Object.entries(edit ?? {})) { const ks = ptr.slice(1).split("/"); const last = ks.pop()!; let h = p; for (const k of ks) h = h[k]; if (v === null) delete h[last]; else h[last] = v; }
writeFileSync(dir + "/p.json", JSON.stringify(p));
console.log("exit", await profileCheckCommand([dir + "/p.json", "--base-url", "http://s.test", "--api-key", key, "--schedule", s.schedule], { environment: {}, out: (t) => void process.stdout.write(t), err: (t) => void process.stdout.write("ERR " + t), transport: s.transport, clock: clock as never }));
