import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { indexVersionQuery } from "#/index-choice/queries.ts";
import { DeleteDirectory } from "./delete-directory.tsx";
import { SettingsForm } from "./settings-form.tsx";

export function SettingsScreen() {
  const { indexId = "" } = useParams();
  const { data, refetch } = useQuery(indexVersionQuery(indexId));
  if (data === undefined) return null;
  return (
    <>
      <SettingsForm indexVersion={data} onReload={() => refetch().then((answer) => answer.data)} />
      <DeleteDirectory indexVersion={data} />
    </>
  );
}
