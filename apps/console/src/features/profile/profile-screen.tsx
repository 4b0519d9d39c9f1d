import { useQuery } from "@tanstack/react-query";
import { ProfileEditor } from "./profile-editor.tsx";
import { profileQuery } from "./queries.ts";
import { ReadFailure } from "#/ui/page/read-failure.tsx";
import { SkeletonRows } from "#/ui/table/skeleton-rows.tsx";

export function ProfileScreen() {
  const { data, error, refetch } = useQuery(profileQuery);
  if (data !== undefined) return <ProfileEditor inForce={data} />;
  return error === null ? (
    <SkeletonRows rows={12} label="Loading the profile" />
  ) : (
    <ReadFailure error={error} onRetry={() => void refetch()} />
  );
}
