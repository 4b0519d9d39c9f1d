import type { Plan, PlanPage } from "@dc/contract";
import { Link } from "react-router";
import { errorSentence } from "#/api/bff-error.ts";
import { Permitted } from "#/connection/permissions.tsx";
import { paths } from "#/paths.ts";
import { WrappedName } from "#/ui/display/mid-truncate.tsx";
import { type PickerFind, type PickerOption, PickerRemark, SearchPicker } from "#/ui/form/search-picker.tsx";
import { numberText } from "#/ui/display/count.tsx";
import { planChoicesQuery } from "./queries.ts";

export interface PlanPickerProps {
  label: string;
  help?: string;
  optionOf: (plan: Plan) => PickerOption;
  onChoose: (plan: Plan, option: PickerOption) => void;
  onLeave: () => void;
}

const looksLikeId = /^[^\s/\\?#%]{4,128}$/;

/** The plans found in the catalogue, and the text itself if it may be an id that the catalogue lacks. */
function plansFor(typed: string, found: PlanPage | null): readonly Plan[] {
  const plans = found?.items ?? [];
  const bare =
    !plans.some(({ id }) => id === typed) && looksLikeId.test(typed) && /[_\d]/.test(typed)
      ? [{ id: typed, name: null, payer: null, kind: null, source: "seen" as const }]
      : [];
  return [...plans, ...bare];
}

/** Finds plans in the catalogue by payer, name, kind or id. An unknown id can be chosen as it is. */
export function PlanPicker({
  help = "By payer, plan name or plan id. Each choice is staged; nothing is sent yet.",
  ...props
}: PlanPickerProps) {
  return (
    <SearchPicker
      {...props}
      help={help}
      listLabel="Plans"
      queryOf={planChoicesQuery}
      itemsOf={plansFor}
      nameOf={(plan, find) => <PlanName plan={plan} isUnknown={plan.id === unknownIn(find)} />}
      nothing={() => "No plan in the catalogue matches. You can enter a complete plan id instead."}
      errorText={errorSentence}
      note={(find) => <PlanRemarks {...find} />}
    />
  );
}

/** The typed id, where the catalogue lacks it. */
function unknownIn({ typed, found }: PickerFind<PlanPage>): string | undefined {
  return found === null ? undefined : plansFor(typed, found).find((plan) => !found.items.includes(plan))?.id;
}

function PlanName({ plan: { id, name, payer }, isUnknown }: { plan: Plan; isUnknown: boolean }) {
  return (
    <>
      {name === null ? <code>{id}</code> : <WrappedName text={name} />}
      {payer === null ? (
        name === null ? (
          <small>{isUnknown ? " not in the catalogue" : " no name yet"}</small>
        ) : null
      ) : (
        <small>
          {" "}
          <bdi>{payer}</bdi>
        </small>
      )}
    </>
  );
}

function PlanRemarks(find: PickerFind<PlanPage>) {
  const unknown = unknownIn(find);
  const shown = find.found?.items.length ?? 0;
  const unseen = Math.max(0, (find.found?.total ?? 0) - shown);
  return (
    <>
      {unknown === undefined ? null : (
        <PickerRemark>
          The plan catalogue has no <bdi>{unknown}</bdi>. Check the id
          <Permitted action="stage" forAll>
            , or <Link to={paths.plans.href({ import: unknown })}>add it to the catalogue</Link>
          </Permitted>
          .
        </PickerRemark>
      )}
      {unseen === 0 ? null : (
        <PickerRemark>
          The first {numberText(shown)} plans are listed, {numberText(unseen)} more are not. Type more of the name to
          find them.
        </PickerRemark>
      )}
    </>
  );
}
