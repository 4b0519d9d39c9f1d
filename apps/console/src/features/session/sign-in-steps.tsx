import { useState } from "react";
import { CodeForm } from "./code-form.tsx";
import { SignInForm } from "./sign-in-form.tsx";

/** Signs in: with the password, and a code after it where the account asks for one. */
export function SignInSteps({ onSignedIn }: { onSignedIn: () => void }) {
  const [step, setStep] = useState<"password" | "code">("password");
  return step === "code" ? (
    <CodeForm onSignedIn={onSignedIn} onBack={() => setStep("password")} />
  ) : (
    <SignInForm onSignedIn={onSignedIn} onCodeNeeded={() => setStep("code")} />
  );
}
