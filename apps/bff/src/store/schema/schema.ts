import type { ConnectionTable, ProfileRevisionTable, ProofTable } from "./connection-tables.ts";
import type { CreationTable, DeletionTable, IndexVersionTable, ReferrerTable } from "./index-version-tables.ts";
import type { PlanTable, RosterEntryTable, RosterImportLineTable, RosterImportTable } from "./roster-tables.ts";
import type { OriginalTable, ReadingTable, RecordReferenceTable, RecordSummaryTable } from "./record-tables.ts";
import type {
  AlarmChangeTable,
  AlarmTable,
  ChangeSetTable,
  ChangeTable,
  EvidenceTable,
  FieldMemoryTable,
  AssignedIdTable,
  ApprovalTable,
  ChangeRevertTable,
  OverrideTable,
  ReceiptTable,
} from "./ledger-tables.ts";
import type {
  AccessTokenTable,
  CredentialTable,
  JournalSegmentTable,
  JournalTable,
  PasskeyTable,
  PersonLinkTable,
  RecoveryCodeTable,
  SecondFactorTable,
  PersonRoleReferrerTable,
  PersonRoleTable,
  PersonTable,
  SessionTable,
  SignInAttemptTable,
  UsedChallengeTable,
} from "./access-tables.ts";
import type { BookingAttemptTable, ServiceRequestTable } from "./request-tables.ts";

export interface Schema {
  service_request: ServiceRequestTable;
  booking_attempt: BookingAttemptTable;
  proof: ProofTable;
  profile_revision: ProfileRevisionTable;
  connection: ConnectionTable;
  index_version: IndexVersionTable;
  creation: CreationTable;
  deletion: DeletionTable;
  referrer: ReferrerTable;
  roster_entry: RosterEntryTable;
  roster_import: RosterImportTable;
  roster_import_line: RosterImportLineTable;
  plan: PlanTable;
  reading: ReadingTable;
  original: OriginalTable;
  record_summary: RecordSummaryTable;
  record_reference: RecordReferenceTable;
  given_id: AssignedIdTable;
  field_memory: FieldMemoryTable;
  evidence: EvidenceTable;
  change_set: ChangeSetTable;
  change: ChangeTable;
  approval: ApprovalTable;
  change_revert: ChangeRevertTable;
  override: OverrideTable;
  receipt: ReceiptTable;
  alarm: AlarmTable;
  alarm_change: AlarmChangeTable;
  journal: JournalTable;
  journal_segment: JournalSegmentTable;
  access_token: AccessTokenTable;
  sign_in_attempt: SignInAttemptTable;
  setting: { key: string; value: string };
  work_lease: { task: string; owner: string; held_until: Date };
  passkey: PasskeyTable;
  person: PersonTable;
  person_role: PersonRoleTable;
  person_role_referrer: PersonRoleReferrerTable;
  person_link: PersonLinkTable;
  recovery_code: RecoveryCodeTable;
  second_factor: SecondFactorTable;
  session: SessionTable;
  used_challenge: UsedChallengeTable;
  credential: CredentialTable;
  page_visit: {
    person_id: string;
    id: string;
    connection_id: string;
    page: string;
    began_at: Date;
    seen_at: Date;
  };
}
