import type { Token, TokenScope, CreatedToken, CreateTokenInput, TokenList } from "@dc/contract";
import { maxLength } from "@dc/contract/limits";
import { useQuery, queryOptions } from "@tanstack/react-query";
import { useState, type SubmitEvent } from "react";
import { CommandFailure } from "#/commands/command-failure.tsx";
import { BffError } from "#/api/bff-error.ts";
import { Age } from "#/ui/display/age.tsx";
import { Button } from "#/ui/form/button.tsx";
import { ConfirmButton } from "#/ui/overlay/confirm-button.tsx";
import { CheckField } from "#/ui/form/check-field.tsx";
import { CopyBox } from "#/ui/display/copy-box.tsx";
import { SelectField, TextField } from "#/ui/form/field.tsx";
import { formatDay } from "#/ui/display/format-time.ts";
import { Note } from "#/marks/note.tsx";
import { useNow } from "#/ui/display/use-now.ts";
import { SectionHeading } from "#/ui/page/section-heading.tsx";
import { PagedList } from "#/ui/table/paged-list.tsx";
import { useToast } from "#/ui/overlay/toasts.tsx";
import { allowedOriginsIn, TokenLimits, type TokenLimitsValue, noLimits } from "./token-limits.tsx";
import styles from "./tokens.module.css";
import { bff, path } from "#/api/bff.ts";
import { anyFailure, useCommand } from "#/commands/use-command.ts";

const useCreateToken = () =>
  useCommand({ run: (input: CreateTokenInput) => bff.post<CreatedToken>("/tokens", input), changes: ["token"] });

const useRevokeToken = (onRevoked: (token: { id: string; name: string }) => void) =>
  useCommand({
    run: ({ id }: { id: string; name: string }) => bff.delete(path`/tokens/${id}`),
    changes: ["token"],
    rereadsAfter: anyFailure,
    failed: (_failure, { name }) => `“${name}” still works.`,
    // Of several that are revoked one after the other each is told.
    onDone: (_answer, token) => onRevoked(token),
  });

const tokensQuery = queryOptions({
  queryKey: ["tokens"],
  queryFn: ({ signal }) => bff.get<TokenList>("/tokens", { signal }),
});

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "none", label: "no expiry" },
] as const;
type Lifetime = (typeof lifetimes)[number]["value"];

const scopes: readonly { scope: TokenScope; label: string; help: string }[] = [
  {
    scope: "gateway",
    label: "Read the gateway",
    help: "The service’s own addresses, with the overrides in the answers.",
  },
  { scope: "read", label: "Read the API", help: "Directories, comparisons, overrides, change sets and activity." },
  { scope: "stage", label: "Stage changes", help: "Drafts, rosters and the plan catalogue. Nothing is sent." },
  {
    scope: "apply",
    label: "Apply changes",
    help: "Applies, decides and withdraws, and creates index versions. This writes to the service.",
  },
];

/** Personal access tokens: make one, copy it once, revoke. */
export function TokenSection({ onSecret }: { onSecret: (secret: string | null) => void }) {
  const list = useQuery(tokensQuery);
  const create = useCreateToken();
  const toast = useToast();
  const revoke = useRevokeToken(({ id, name: revoked }) => {
    if (create.data?.token.id === id) {
      create.reset();
      onSecret(null);
    }
    toast({ text: `“${revoked}” is revoked. Calls with it are refused from now on.` });
  });
  const [name, setName] = useState("");
  const [lifetime, setLifetime] = useState<Lifetime>("90");
  const [allowed, setAllowed] = useState<readonly TokenScope[]>(["gateway"]);
  const [limits, setLimits] = useState<TokenLimitsValue>(noLimits);
  const [tried, setTried] = useState(false);
  const refused = create.error instanceof BffError ? create.error : null;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || allowed.length === 0 || limits.referrers?.length === 0) return;
    create.mutate(
      {
        name: name.trim(),
        scopes: [...allowed],
        referrers: limits.referrers === null ? null : [...limits.referrers],
        allowedOrigins: allowedOriginsIn(limits.origins),
        expiresInDays: lifetime === "none" ? null : Number(lifetime),
      },
      {
        onSuccess: ({ token, secret }) => {
          setName("");
          setLimits(noLimits);
          setTried(false);
          onSecret(token.scopes.includes("gateway") ? secret : null);
        },
      },
    );
  };
  return (
    <section className={styles["section"]} aria-labelledby="tokens">
      <SectionHeading
        id="tokens"
        title="Tokens"
        note="For programs. The service’s key never leaves the console’s server."
      />
      <form className={styles["make"]} onSubmit={submit} noValidate>
        <TextField
          label="Purpose"
          value={name}
          maxLength={maxLength.tokenName}
          onChange={(event) => setName(event.target.value)}
          error={tried && name.trim() === "" ? "Enter a purpose." : refused?.fieldError("/name")}
        />
        <SelectField label="Expires after" value={lifetime} options={lifetimes} onChange={setLifetime} />
        <ScopeFields allowed={allowed} onChange={setAllowed} error={tried && allowed.length === 0} />
        <TokenLimits value={limits} onChange={setLimits} tried={tried} refused={refused} />
        <Button type="submit" loading={create.isPending}>
          Create a token
        </Button>
      </form>
      <CommandFailure error={create.error} fields="any" />
      {create.data === undefined ? null : (
        <Note kind="ok" live>
          <b>
            <bdi>{create.data.token.name}</bdi>
          </b>{" "}
          is created. Copy it now; it is not shown again.
          <div className={styles["secret"]}>
            <CopyBox label="The token" text={create.data.secret} />
          </div>
        </Note>
      )}
      <PagedList
        name="tokens"
        query={list}
        rows={list.data?.items ?? []}
        skeleton={{ rows: 2, rowHeight: 44 }}
        empty={<p className={styles["none"]}>No tokens yet.</p>}
      >
        {(tokens) => (
          <ul className={styles["list"]} aria-label="Tokens">
            {tokens.map((token) => (
              <TokenLine
                key={token.id}
                token={token}
                busy={revoke.isPending && revoke.variables.id === token.id}
                onRevoke={() => revoke.mutate(token)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  );
}

function ScopeFields({
  allowed,
  onChange,
  error,
}: {
  allowed: readonly TokenScope[];
  onChange: (allowed: readonly TokenScope[]) => void;
  error: boolean;
}) {
  return (
    <fieldset className={styles["scopes"]} aria-describedby={error ? "no-scope" : undefined}>
      <legend>What it may do</legend>
      {scopes.map(({ scope, label, help }) => (
        <CheckField
          key={scope}
          label={label}
          help={help}
          checked={allowed.includes(scope)}
          onChange={(checked) =>
            onChange(checked ? [...allowed, scope] : allowed.filter((allowedScope) => allowedScope !== scope))
          }
        />
      ))}
      {error ? (
        <p id="no-scope" className={styles["ended"]} role="alert">
          Choose at least one.
        </p>
      ) : null}
    </fieldset>
  );
}

function TokenLine({ token, busy, onRevoke }: { token: Token; busy: boolean; onRevoke: () => void }) {
  const now = useNow();
  const ended = token.expiresAt !== null && new Date(token.expiresAt).getTime() <= now;
  return (
    <li>
      <span className={styles["name"]}>
        <b>
          <bdi>{token.name}</bdi>
        </b>
        <span className="mono">…{token.lastFour}</span>
      </span>
      <span className={styles["quiet"]}>
        {token.scopes.join(", ")} · created <Age at={token.createdAt} after="ago" />,{" "}
        {token.lastUsedAt === null ? "never used" : <Age at={token.lastUsedAt} before="last used" after="ago" />}
      </span>
      <span className={ended ? styles["ended"] : styles["quiet"]}>
        {token.expiresAt === null
          ? "no expiry"
          : `${ended ? "expired" : "expires"} ${formatDay(new Date(token.expiresAt), new Date(now))}`}
      </span>
      <ConfirmButton
        label="Revoke"
        question="Calls with it are refused at once."
        confirmLabel={`Revoke …${token.lastFour}`}
        variant="subtle"
        busy={busy}
        onConfirm={onRevoke}
      />
    </li>
  );
}
