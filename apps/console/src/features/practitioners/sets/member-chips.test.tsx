import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { FieldRow } from "#/record/field-row.ts";
import { renderUi } from "#/testing/render-ui.tsx";
import { MemberChips } from "./member-chips.tsx";

const rowsOf = (count: number, onlyHere: boolean) =>
  Array.from({ length: count }, (_, place) => {
    const base = { value: true };
    const values = { base: onlyHere ? null : base, index: base, effective: base, preview: null };
    const comparison = { verdict: onlyHere ? null : "same", flags: [], drafts: [], override: null, values };
    return {
      id: `${place}`,
      label: `Plan ${place}`,
      member: `Plan ${place}`,
      onlyHere,
      comparison,
    } as unknown as FieldRow;
  });

const show = (onlyHere: boolean) =>
  renderUi(
    <MemberChips
      rows={rowsOf(1500, onlyHere)}
      returned={false}
      editing={false}
      selected={null}
      onSelect={() => {}}
      onRemove={() => {}}
      onDiscard={() => {}}
      isUnderReview={() => false}
    />,
  );

it("says of folded plans that they are the same as standard only where standard has such a record", () => {
  const { unmount } = show(false);
  expect(screen.getByRole("button", { name: /^1,\d{3} more, same as standard$/ })).toBeDefined();
  unmount();
  show(true);
  expect(screen.getByRole("button", { name: /^1,\d{3} more$/ })).toBeDefined();
});
