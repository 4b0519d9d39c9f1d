import { StatementScreen } from "#/features/statements/statement-screen.tsx";

export function Component() {
  return <StatementScreen />;
}
