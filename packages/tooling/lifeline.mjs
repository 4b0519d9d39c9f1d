// Loaded into every process that must not outlive the one that started it (LIFELINE_PID): when that one is gone, kill -9
// included, this one is asked to stop, and ended if it does not.
const CHECK_EVERY_MS = 400;
const STOP_WITHIN_MS = 10_000;

const holder = Number(process.env.LIFELINE_PID);
delete process.env.LIFELINE_PID;

if (Number.isSafeInteger(holder) && holder > 1) {
  const check = setInterval(() => {
    if (lives(holder)) return;
    clearInterval(check);
    setTimeout(() => process.kill(process.pid, "SIGKILL"), STOP_WITHIN_MS).unref();
    process.kill(process.pid, "SIGTERM");
  }, CHECK_EVERY_MS);
  check.unref();
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
