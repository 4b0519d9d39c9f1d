--
-- PostgreSQL database dump
--


-- Dumped from database version 18.6
-- Dumped by pg_dump version 18.3

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET transaction_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: journal_sign_in_table(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.journal_sign_in_table() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    declare
      told json;
      person_id text;
      person_name text;
      words text;
    begin
      if tg_op = 'DELETE' then told := row_to_json(old); else told := row_to_json(new); end if;
      if tg_table_name = 'person' then
        person_id := told ->> 'id';
        person_name := told ->> 'name';
      else
        person_id := told ->> 'userId';
        select person."name" into person_name from person where person."id" = person_id;
      end if;
      person_name := coalesce(person_name, 'somebody who is no longer known');
      words := case tg_table_name || ' ' || tg_op
        when 'session INSERT' then person_name || ' signed in'
        when 'session DELETE' then 'A session of ' || person_name || ' ended'
        when 'person INSERT' then 'The account of ' || person_name || ' was made'
        when 'person UPDATE' then 'The account of ' || person_name || ' was changed'
        when 'person DELETE' then 'The account of ' || person_name || ' was removed'
        when 'credential INSERT' then 'A password was set for ' || person_name
        when 'credential UPDATE' then 'The password of ' || person_name || ' was changed'
        else 'The password of ' || person_name || ' was removed' end;
      insert into journal (at, actor, action, subject, sentence)
        values (clock_timestamp(), case when tg_table_name = 'session'
            then json_build_object('kind', 'person', 'id', person_id, 'name', person_name)
            else json_build_object('kind', 'console', 'id', 'console', 'name', 'Directory Console') end,
          tg_table_name || '.' || lower(tg_op), person_id, words);
      return null;
    end $$;


--
-- Name: refuse_original_update(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.refuse_original_update() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
    begin raise exception 'an original never changes'; end $$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: access_token; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.access_token (
    id text NOT NULL,
    connection_id text NOT NULL,
    name text NOT NULL,
    secret_hash text NOT NULL,
    last_four text NOT NULL,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone
);


--
-- Name: approval_order; Type: SEQUENCE; Schema: public; Owner: -
--

CREATE SEQUENCE public.approval_order
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: booking_attempt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.booking_attempt (
    connection_id text NOT NULL,
    id text NOT NULL,
    slot_digest text,
    state text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT booking_attempt_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'done'::text, 'refused'::text, 'unknown'::text])))
);


--
-- Name: change; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.change (
    id text NOT NULL,
    connection_id text NOT NULL,
    change_set_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    field text COLLATE pg_catalog."C",
    kind text,
    operation json NOT NULL,
    policy text NOT NULL,
    evidence_id text,
    base_seen json,
    value_before json,
    state text NOT NULL,
    approval_order bigint,
    attempt integer DEFAULT 0 NOT NULL,
    sent_at timestamp with time zone,
    words json,
    request_id text,
    settled_as text,
    version integer DEFAULT 1 NOT NULL,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    because text,
    intended json,
    base_hash_before text,
    baseline_before json,
    try_after timestamp with time zone,
    staged_order bigint NOT NULL,
    CONSTRAINT change_policy_check CHECK ((policy = ANY (ARRAY['pin'::text, 'follow'::text]))),
    CONSTRAINT change_state_check CHECK ((state = ANY (ARRAY['draft'::text, 'in review'::text, 'approved'::text, 'sending'::text, 'applied'::text, 'held'::text, 'failed'::text, 'unknown'::text, 'deferred'::text, 'rejected'::text, 'withdrawn'::text, 'reverted'::text])))
);


--
-- Name: change_set; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.change_set (
    id text NOT NULL,
    connection_id text NOT NULL,
    index_id text NOT NULL,
    name text,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    approved_by json,
    approved_at timestamp with time zone,
    send_after timestamp with time zone,
    lease_owner text,
    lease_until timestamp with time zone,
    fencing bigint DEFAULT 0 NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    evidence_id text
);


--
-- Name: change_staged_order_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.change ALTER COLUMN staged_order ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.change_staged_order_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: connection; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.connection (
    id text NOT NULL,
    name text NOT NULL,
    base_url text NOT NULL,
    api_version text NOT NULL,
    mode text NOT NULL,
    profile_name text,
    profile_hash text,
    key_sealed text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT connection_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text])))
);


--
-- Name: creation; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.creation (
    id text NOT NULL,
    connection_id text NOT NULL,
    name text NOT NULL,
    label text NOT NULL,
    referrer_name text,
    referrer_practitioner_id text,
    notes text DEFAULT ''::text NOT NULL,
    roster_text text,
    overrides_from text,
    state text NOT NULL,
    index_id text,
    sent_at timestamp with time zone NOT NULL,
    words json,
    request_id text,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    settled_by json,
    settled_at timestamp with time zone,
    why text,
    roster_import_id text,
    change_set_id text,
    CONSTRAINT creation_state_check CHECK ((state = ANY (ARRAY['sending'::text, 'created'::text, 'unknown'::text, 'refused'::text, 'not created'::text, 'abandoned'::text])))
);


--
-- Name: credential; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.credential (
    id text NOT NULL,
    "accountId" text NOT NULL,
    "providerId" text NOT NULL,
    "userId" text NOT NULL,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL
);


--
-- Name: evidence; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.evidence (
    id text NOT NULL,
    connection_id text NOT NULL,
    reason text NOT NULL,
    source text,
    verified_on date,
    review_by date,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: field_memory; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.field_memory (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    field text NOT NULL COLLATE pg_catalog."C",
    baseline json,
    known json,
    proposed json
);


--
-- Name: given_id; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.given_id (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    provisional_id text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    given_at timestamp with time zone NOT NULL
);


--
-- Name: index_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.index_version (
    connection_id text NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    name text,
    label text NOT NULL,
    search text NOT NULL COLLATE pg_catalog."C",
    referrer_name text,
    referrer_practitioner_id text,
    notes text DEFAULT ''::text NOT NULL,
    origin text NOT NULL,
    default_policy text DEFAULT 'leave'::text NOT NULL,
    ledger_revision bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    created_by json NOT NULL,
    archived_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT index_version_default_policy_check CHECK ((default_policy = ANY (ARRAY['leave'::text, 'follow'::text]))),
    CONSTRAINT index_version_origin_check CHECK ((origin = ANY (ARRAY['created'::text, 'adopted'::text, 'standard'::text, 'test'::text])))
);


--
-- Name: journal; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.journal (
    seq bigint NOT NULL,
    connection_id text,
    at timestamp with time zone NOT NULL,
    actor json NOT NULL,
    action text NOT NULL,
    subject text NOT NULL,
    index_id text,
    before json,
    after json,
    why text,
    request_id text,
    sealed_seq bigint,
    hash text,
    sentence text
);


--
-- Name: journal_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.journal ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.journal_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: kysely_migration; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);


--
-- Name: kysely_migration_lock; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);


--
-- Name: original; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.original (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    raw_text text,
    provenance text NOT NULL,
    profile_hash text NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    CONSTRAINT original_provenance_check CHECK ((provenance = ANY (ARRAY['observed'::text, 'presumed'::text]))),
    CONSTRAINT original_state_check CHECK ((state = ANY (ARRAY['found'::text, 'missing'::text])))
);


--
-- Name: override; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.override (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    field text NOT NULL COLLATE pg_catalog."C",
    element text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    change_id text NOT NULL,
    state text NOT NULL,
    policy text NOT NULL,
    CONSTRAINT override_policy_check CHECK ((policy = ANY (ARRAY['pin'::text, 'follow'::text])))
);


--
-- Name: person; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.person (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    "emailVerified" boolean NOT NULL,
    image text,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    role text DEFAULT 'admin'::text NOT NULL,
    CONSTRAINT person_role_check CHECK ((role = 'admin'::text))
);


--
-- Name: plan; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.plan (
    connection_id text NOT NULL,
    id text NOT NULL COLLATE pg_catalog."C",
    payer text,
    name text,
    kind text,
    source text NOT NULL,
    search text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT plan_source_check CHECK ((source = ANY (ARRAY['csv'::text, 'seen'::text, 'profile'::text])))
);


--
-- Name: profile_revision; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.profile_revision (
    connection_id text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    hash text NOT NULL,
    content text,
    why text,
    created_by jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL
);


--
-- Name: proof; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.proof (
    connection_id text NOT NULL,
    operation text NOT NULL,
    profile_hash text NOT NULL,
    at timestamp with time zone NOT NULL,
    index_id text,
    check_ids jsonb NOT NULL
);


--
-- Name: reading; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reading (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL,
    raw_text text,
    content_hash text,
    profile_hash text NOT NULL,
    fetched_at timestamp with time zone NOT NULL,
    request_id text,
    status integer,
    duration_ms double precision,
    CONSTRAINT reading_state_check CHECK ((state = ANY (ARRAY['found'::text, 'missing'::text])))
);


--
-- Name: receipt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.receipt (
    id text NOT NULL,
    connection_id text NOT NULL,
    change_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    intended json NOT NULL,
    read_back json,
    as_wanted boolean,
    base_before_hash text,
    base_after_hash text,
    base_moved text NOT NULL,
    sibling_index_id text,
    sibling_moved text,
    request_ids json NOT NULL,
    CONSTRAINT receipt_base_moved_check CHECK ((base_moved = ANY (ARRAY['none'::text, 'ours'::text, 'own'::text]))),
    CONSTRAINT receipt_sibling_moved_check CHECK ((sibling_moved = ANY (ARRAY['none'::text, 'ours'::text, 'own'::text])))
);


--
-- Name: record_reference; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.record_reference (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    meaning text NOT NULL COLLATE pg_catalog."C",
    target_type text NOT NULL COLLATE pg_catalog."C",
    target_id text NOT NULL COLLATE pg_catalog."C"
);


--
-- Name: record_summary; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.record_summary (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    practitioner_id text COLLATE pg_catalog."C",
    same integer NOT NULL,
    ours integer NOT NULL,
    base_moved integer NOT NULL,
    conflict integer NOT NULL,
    differs integer NOT NULL,
    outside integer NOT NULL,
    held integer NOT NULL,
    drafts integer NOT NULL,
    compared_at timestamp with time zone NOT NULL
);


--
-- Name: roster_entry; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster_entry (
    connection_id text NOT NULL,
    index_id text NOT NULL COLLATE pg_catalog."C",
    record_type text NOT NULL COLLATE pg_catalog."C",
    record_id text NOT NULL COLLATE pg_catalog."C",
    practitioner_id text COLLATE pg_catalog."C",
    name text,
    search text NOT NULL COLLATE pg_catalog."C",
    source text NOT NULL,
    source_detail text,
    state text NOT NULL,
    words json,
    added_by json NOT NULL,
    added_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone,
    need integer DEFAULT 0 NOT NULL,
    CONSTRAINT roster_entry_source_check CHECK ((source = ANY (ARRAY['paste'::text, 'csv'::text, 'link'::text, 'followed'::text, 'copied'::text, 'created'::text, 'sample'::text]))),
    CONSTRAINT roster_entry_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'found'::text, 'missing'::text, 'failed'::text])))
);


--
-- Name: roster_import; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster_import (
    id text NOT NULL,
    connection_id text NOT NULL,
    index_id text NOT NULL,
    state text NOT NULL,
    counts json NOT NULL,
    created_by json NOT NULL,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT roster_import_state_check CHECK ((state = ANY (ARRAY['running'::text, 'done'::text])))
);


--
-- Name: roster_import_line; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.roster_import_line (
    connection_id text NOT NULL,
    import_id text NOT NULL,
    line integer NOT NULL,
    text text NOT NULL,
    record_type text,
    record_id text,
    practitioner_id text,
    note text,
    state text NOT NULL,
    words json,
    CONSTRAINT roster_import_line_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'found'::text, 'missing'::text, 'failed'::text, 'repeat'::text, 'bad'::text])))
);


--
-- Name: service_request; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.service_request (
    seq bigint NOT NULL,
    connection_id text NOT NULL,
    at timestamp with time zone NOT NULL,
    method text NOT NULL,
    operation text,
    path text NOT NULL,
    index_id text COLLATE pg_catalog."C",
    outcome text NOT NULL,
    status integer,
    duration_ms integer NOT NULL,
    attempt integer NOT NULL,
    service_request_id text,
    cause_kind text NOT NULL,
    cause_name text NOT NULL,
    cause_id text,
    mixed_path text,
    mixed_index_id text,
    calls integer DEFAULT 1 NOT NULL
);


--
-- Name: service_request_seq_seq; Type: SEQUENCE; Schema: public; Owner: -
--

ALTER TABLE public.service_request ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.service_request_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: session; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.session (
    id text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    token text NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone NOT NULL,
    "ipAddress" text,
    "userAgent" text,
    "userId" text NOT NULL
);


--
-- Name: setting; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.setting (
    key text NOT NULL,
    value text NOT NULL
);


--
-- Name: sign_in_attempt; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sign_in_attempt (
    id text NOT NULL,
    account text NOT NULL,
    at timestamp with time zone NOT NULL
);


--
-- Name: verification; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.verification (
    id text NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    "expiresAt" timestamp with time zone NOT NULL,
    "createdAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL,
    "updatedAt" timestamp with time zone DEFAULT CURRENT_TIMESTAMP NOT NULL
);


--
-- Data for Name: access_token; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.access_token VALUES
	('tok_845htPY2ttU6i7PP', 'con_environment00000', 'An app', '5d2ed9c87c447331db6f6345fd580c7fab5e15133ca57f1a1ecf218d41af9209', '0aoA', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.539+00', '2027-02-20 16:34:47.539+00', NULL, NULL);


--
-- Data for Name: booking_attempt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: change; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.change OVERRIDING SYSTEM VALUE VALUES
	('chg_4cNBeNqrCUs64dAK', 'con_environment00000', 'set_T1N9n8HEsKxjiIjA', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'preferredName', 'text', '{"op":"set","value":"Dr. Kept"}', 'pin', 'evi_509vDJVs3e71QyAd', '{"value":"Kekoa"}', '{"value":"Kekoa"}', 'held', 1, 0, NULL, NULL, NULL, NULL, 3, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:49.091+00', '2026-11-22 16:34:54.271+00', 'Held, because the endpoint for updating a practitioner is not documented, and the profile does not name one.', NULL, NULL, NULL, NULL, 1),
	('chg_QQgBKft4zBES3blJ', 'con_environment00000', 'set_T1N9n8HEsKxjiIjA', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'acceptedInsurances', 'set', '{"op":"remove","element":"ins_QDMSIS"}', 'pin', 'evi_509vDJVs3e71QyAd', '{"value":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"]}', '{"value":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"]}', 'held', 2, 0, NULL, NULL, NULL, NULL, 3, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:49.092+00', '2026-11-22 16:34:54.284+00', 'Held, because the endpoint for updating a schedule is not documented, and the profile does not name one.', NULL, NULL, NULL, NULL, 2),
	('chg_e6vxa0wCX0EJWHIk', 'con_environment00000', 'set_k8rlXICfUyeRzZQ9', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'preferredName', 'text', '{"op":"set","value":"Dr. Draft"}', 'pin', NULL, '{"value":"Kekoa"}', '{"value":"Dr. Kept"}', 'draft', NULL, 0, NULL, NULL, NULL, NULL, 1, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:57.295+00', '2026-11-22 16:34:57.295+00', NULL, NULL, NULL, NULL, NULL, 3);


--
-- Data for Name: change_set; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.change_set VALUES
	('set_T1N9n8HEsKxjiIjA', 'con_environment00000', 'idx_Vb5bEMimt624', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:49.077+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:49.199+00', '2026-11-22 16:34:54.199+00', NULL, NULL, 1, 3, 'evi_509vDJVs3e71QyAd'),
	('set_k8rlXICfUyeRzZQ9', 'con_environment00000', 'idx_Vb5bEMimt624', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:57.288+00', NULL, NULL, NULL, NULL, NULL, 0, 2, NULL);


--
-- Data for Name: connection; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.connection VALUES
	('con_environment00000', 'Test service', 'http://127.0.0.1:4772', '2026-09-01', 'test', 'default', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', 'v1.RcvjwU7vAfnxsxFXPFkfDk/ue9N9l13TZFYzqvym6eRXAP9q1i0HAqtszI3pGhZd6+aONmKU7ikO', '2026-11-22 16:34:44.315+00', '2026-11-22 16:34:44.315+00');


--
-- Data for Name: creation; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.creation VALUES
	('cre_M93XxeayeQwV9zxX', 'con_environment00000', 'Harbour Row', 'Harbour Row', 'Dr. Lindqvist', NULL, 'Kept from an earlier version', 'schedule
sch_7CQ5LdmY
sch_PSGCoP7c
sch_UIBFzsyC
sch_InlAUZ1f
sch_vKEB4ei5
sch_Px4UzLl2
sch_8SoyGi3a
sch_zxdHzSY3
sch_L1ceBV9A
sch_0YxznUQG
sch_yC3a2Ofi
sch_tFrY4diJ', NULL, 'created', 'idx_Vb5bEMimt624', '2026-11-22 16:34:47.645+00', NULL, 'req_718d1ca5621', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.645+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.829+00', NULL, 'imp_ZO5K0AIxeGdI5Z7V', NULL);


--
-- Data for Name: credential; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.credential VALUES
	('6eJ2DGZNlaLXXRnBfhaJpfYuoPquXua2', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', 'credential', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', NULL, NULL, NULL, NULL, NULL, NULL, 'dbd5fa8c8383e6337ae5c466a17ee59e:efcbe17d8f2809f1151950bfa5eb95be71bfb1b1338ea2fdbc9cde73fd0091432bce9362c9672bb3bd1d7ef635f8e61ae5c6ec29b527e36d2fac8d22ee73036b', '2026-11-22 16:34:46.618+00', '2026-11-22 16:34:46.618+00');


--
-- Data for Name: evidence; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.evidence VALUES
	('evi_509vDJVs3e71QyAd', 'con_environment00000', 'The practice called', 'phone', '2026-11-19', '2027-01-31', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:49.199+00');


--
-- Data for Name: field_memory; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.field_memory VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'preferredName', '{"whole":{"value":"Kekoa"}}', NULL, NULL),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'acceptedInsurances', '{"elements":{"ins_QDMSIS":{"value":true}}}', NULL, NULL);


--
-- Data for Name: given_id; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: index_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.index_version VALUES
	('con_environment00000', 'idx_test_mode_custom', NULL, 'Test index', 'test index idx_test_mode_custom', NULL, NULL, '', 'test', 'leave', 0, '2026-11-22 16:34:44.315+00', '{"kind":"console","id":"start","name":"Directory Console"}', NULL, 1),
	('con_environment00000', 'idx_standard', NULL, 'Standard index', 'standard index idx_standard', NULL, NULL, '', 'standard', 'leave', 0, '2026-11-22 16:34:44.315+00', '{"kind":"console","id":"start","name":"Directory Console"}', NULL, 1),
	('con_environment00000', 'idx_Vb5bEMimt624', 'Harbour Row', 'Harbour Row', 'harbour row dr. lindqvist idx_vb5bemimt624', 'Dr. Lindqvist', NULL, 'Kept from an earlier version', 'created', 'leave', 1, '2026-11-22 16:34:47.829+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', NULL, 1);


--
-- Data for Name: journal; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES
	(1, 'con_environment00000', '2026-11-22 16:34:44.315+00', '{"kind":"console","id":"start","name":"Directory Console"}', 'connection.create', 'con_environment00000', NULL, NULL, '{"baseUrl":"http://127.0.0.1:4772","apiVersion":"2026-09-01","mode":"test","profileHash":"51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c"}', NULL, NULL, NULL, NULL, 'The connection was taken from the settings'),
	(2, NULL, '2026-11-22 16:34:46.562+00', '{"kind" : "console", "id" : "console", "name" : "Directory Console"}', 'person.insert', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'The account of Administrator was made'),
	(3, NULL, '2026-11-22 16:34:46.625+00', '{"kind" : "console", "id" : "console", "name" : "Directory Console"}', 'credential.insert', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'A password was set for Administrator'),
	(4, NULL, '2026-11-22 16:34:47.476+00', '{"kind" : "person", "id" : "dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X", "name" : "Administrator"}', 'session.insert', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'Administrator signed in'),
	(5, 'con_environment00000', '2026-11-22 16:34:47.539+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'token.create', 'tok_845htPY2ttU6i7PP', NULL, NULL, '{"id":"tok_845htPY2ttU6i7PP","name":"An app","lastFour":"0aoA","createdAt":"2026-11-22T16:34:47.539Z","expiresAt":"2027-02-20T16:34:47.539Z","lastUsedAt":null}', NULL, 'req_umpEHw62O9H6AksS', NULL, NULL, 'Administrator made the token “An app”'),
	(6, 'con_environment00000', '2026-11-22 16:34:47.607+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'plan.import', 'con_environment00000', NULL, NULL, '{"added":64,"changed":0,"unchanged":0,"problems":0}', NULL, 'req_t70OrbdFnr2vLsKS', NULL, NULL, 'Administrator imported a plan catalogue: 64 added, 0 changed'),
	(7, 'con_environment00000', '2026-11-22 16:34:47.645+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'creation.send', 'cre_M93XxeayeQwV9zxX', NULL, NULL, '{"name":"Harbour Row","referrer":"Dr. Lindqvist","overridesFrom":null}', NULL, 'req_U7Me0GvtYnQkxHVD', NULL, NULL, 'Administrator asked the service for the index version “Harbour Row”'),
	(8, 'con_environment00000', '2026-11-22 16:34:47.834+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'roster-import.create', 'imp_ZO5K0AIxeGdI5Z7V', 'idx_Vb5bEMimt624', NULL, '{"source":"paste"}', NULL, 'req_U7Me0GvtYnQkxHVD', NULL, NULL, 'Administrator added a list of ids to the roster'),
	(9, 'con_environment00000', '2026-11-22 16:34:47.829+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'index-version.create', 'idx_Vb5bEMimt624', 'idx_Vb5bEMimt624', NULL, '{"name":"Harbour Row","referrer":"Dr. Lindqvist","creation":"cre_M93XxeayeQwV9zxX","rosterImport":"imp_ZO5K0AIxeGdI5Z7V"}', NULL, 'req_U7Me0GvtYnQkxHVD', NULL, NULL, 'Administrator created the index version “Harbour Row”'),
	(10, 'con_environment00000', '2026-11-22 16:34:48.58+00', '{"kind":"console","id":"roster-imports","name":"Directory Console"}', 'roster-import.finish', 'imp_ZO5K0AIxeGdI5Z7V', 'idx_Vb5bEMimt624', NULL, '{"read":17,"practitioners":5,"schedules":12}', NULL, NULL, NULL, NULL, '17 records were read for the roster'),
	(11, 'con_environment00000', '2026-11-22 16:34:49.077+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change-set.create', 'set_T1N9n8HEsKxjiIjA', 'idx_Vb5bEMimt624', NULL, NULL, NULL, 'req_DijTBrEUPsDrZf9p', NULL, NULL, 'Administrator started a change set'),
	(12, 'con_environment00000', '2026-11-22 16:34:49.091+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change.stage', 'chg_4cNBeNqrCUs64dAK', 'idx_Vb5bEMimt624', '{"value":"Kekoa"}', '{"op":"set","value":"Dr. Kept"}', NULL, 'req_DijTBrEUPsDrZf9p', NULL, NULL, 'Administrator staged: sets the preferred name of Dr. Kekoa Nāone to Dr. Kept'),
	(13, 'con_environment00000', '2026-11-22 16:34:49.092+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change.stage', 'chg_QQgBKft4zBES3blJ', 'idx_Vb5bEMimt624', '{"value":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"]}', '{"op":"remove","element":"ins_QDMSIS"}', NULL, 'req_DijTBrEUPsDrZf9p', NULL, NULL, 'Administrator staged: removes 一般 from Place d''Armes Children''s Clinic'),
	(14, 'con_environment00000', '2026-11-22 16:34:49.199+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change-set.apply', 'set_T1N9n8HEsKxjiIjA', 'idx_Vb5bEMimt624', NULL, NULL, 'The practice called', 'req_Y2dFmMFSS3Fc4Ivj', NULL, NULL, 'Administrator applied 2 changes'),
	(15, 'con_environment00000', '2026-11-22 16:34:54.271+00', '{"kind":"console","id":"sender","name":"Directory Console"}', 'change.hold', 'chg_4cNBeNqrCUs64dAK', 'idx_Vb5bEMimt624', '{"state":"approved"}', '{"state":"held"}', 'Held, because the endpoint for updating a practitioner is not documented, and the profile does not name one.', NULL, NULL, NULL, 'Held: sets the preferred name of Dr. Kekoa Nāone to Dr. Kept'),
	(16, 'con_environment00000', '2026-11-22 16:34:54.284+00', '{"kind":"console","id":"sender","name":"Directory Console"}', 'change.hold', 'chg_QQgBKft4zBES3blJ', 'idx_Vb5bEMimt624', '{"state":"approved"}', '{"state":"held"}', 'Held, because the endpoint for updating a schedule is not documented, and the profile does not name one.', NULL, NULL, NULL, 'Held: removes 一般 from Place d''Armes Children''s Clinic'),
	(17, 'con_environment00000', '2026-11-22 16:34:57.288+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change-set.create', 'set_k8rlXICfUyeRzZQ9', 'idx_Vb5bEMimt624', NULL, NULL, NULL, 'req_dGMMgvAyIhf55rqh', NULL, NULL, 'Administrator started a change set'),
	(18, 'con_environment00000', '2026-11-22 16:34:57.295+00', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', 'change.stage', 'chg_e6vxa0wCX0EJWHIk', 'idx_Vb5bEMimt624', '{"value":"Dr. Kept"}', '{"op":"set","value":"Dr. Draft"}', NULL, 'req_dGMMgvAyIhf55rqh', NULL, NULL, 'Administrator staged: sets the preferred name of Dr. Kekoa Nāone to Dr. Draft');


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES
	('0001-foundation', '2026-11-22T16:34:43.651Z'),
	('0002-sending', '2026-11-22T16:34:43.702Z'),
	('0003-summaries', '2026-11-22T16:34:43.931Z'),
	('0004-staged-order', '2026-11-22T16:34:44.071Z'),
	('0005-references', '2026-11-22T16:34:44.157Z'),
	('0006-developer', '2026-11-22T16:34:44.207Z'),
	('0007-list-orders', '2026-11-22T16:34:44.212Z'),
	('0009-proposals', '2026-11-22T16:34:44.216Z'),
	('0010-booking-attempts', '2026-11-22T16:34:44.232Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);


--
-- Data for Name: original; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.original VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_0YxznUQG', 'found', '{"id":"sch_0YxznUQG","practitioner":"1atpz6o4ib","name":"Plaza Mayor Medical Group","accepted_insurances":["ins_kxzANH","ins_DitMp5","ins_Oq0Ody","ins_i2Wj7H","ins_NjjJ0m","ins_fzq904","ins_Ao1eMn","ins_Bz4Vy1","ins_22lEp0","ins_xPC48M","ins_tSbAY6","ins_MajIhN","ins_3zuY3C","ins_cFngNo","ins_D1kgXL","ins_zgkQXx","ins_1TvWC2","ins_Wj7tIg","ins_TlvGqp","ins_rUYALq"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-07-20T04:59:40.831Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.947+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'found', '{"id":"sch_7CQ5LdmY","practitioner":"b1a7sx2o9v","name":"Place d''Armes Children''s Clinic","accepted_insurances":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"],"time_zone":"Pacific/Honolulu","visit_reasons":["Post-operative check"],"last_change":"2024-12-18T12:11:56.772Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.979+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_8SoyGi3a', 'found', '{"id":"sch_8SoyGi3a","practitioner":"6dp4xtk1hy","name":"Place d''Armes Health Center","accepted_insurances":["ins_ZP67tr","ins_ny693j","ins_NjjJ0m","ins_THMVBG","ins_wn0pzr","ins_6PGmx9","ins_fzq904","ins_qLHmOR"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Telehealth consultation","Vaccination","Annual physical"],"last_change":"2025-03-19T17:13:04.742Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.984+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_InlAUZ1f', 'found', '{"id":"sch_InlAUZ1f","practitioner":"v54wexijk6","name":"Place d''Armes Consultorio","accepted_insurances":["ins_cFngNo","ins_IWuohY","ins_OnCSap","ins_fzq904","ins_g6JIst","ins_NjjJ0m","ins_D1kgXL","ins_tSbAY6","ins_voWyuE","ins_jVJ4Tn","ins_Ed4knK","ins_zgkQXx","ins_mtcHil","ins_dNGAV1","ins_BMhmre","ins_MajIhN","ins_THMVBG","ins_MjPIy6","ins_Bz4Vy1"],"time_zone":"Pacific/Honolulu","last_change":"2025-02-14T08:33:12.366Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.985+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_L1ceBV9A', 'found', '{"id":"sch_L1ceBV9A","practitioner":"1atpz6o4ib","name":"Harbor View Family Practice","accepted_insurances":["ins_6PGmx9","ins_TGJjJ5","ins_W3K2sK","ins_3zuY3C","ins_IWuohY","ins_wn0pzr","ins_CG0gla","ins_8Mbpr3","ins_mtcHil","ins_Bz4Vy1","ins_K0neB8","ins_V5sPJO","ins_ny693j","ins_twUaqu","ins_MajIhN","ins_ZP67tr","ins_xPC48M","ins_LpCQwN","ins_tSbAY6","ins_9Dm77L","ins_OnCSap","ins_voWyuE","ins_Wj7tIg","ins_1TvWC2"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-03-25T02:08:58.017Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.003+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_PSGCoP7c', 'found', '{"id":"sch_PSGCoP7c","practitioner":"6dbsyoorx1","name":"Place d''Armes Health Center","accepted_insurances":["ins_V8o3RP","ins_dNGAV1","ins_CG0gla","ins_Ed4knK","ins_twUaqu","ins_mtcHil","ins_inyMxe","ins_5ro55m","ins_BMhmre","ins_ZP67tr","ins_kxzANH","ins_MjPIy6","ins_DitMp5","ins_8Mbpr3","ins_xPC48M","ins_n7lY7n","ins_Tug0vk","ins_OrKxX3","ins_IWuohY","ins_zgkQXx"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Post-operative check"],"last_change":"2026-03-24T05:49:06.876Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.026+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_Px4UzLl2', 'found', '{"id":"sch_Px4UzLl2","practitioner":"6dp4xtk1hy","name":"St. Brigid''s Women''s Health","accepted_insurances":["ins_9Dm77L","ins_LpCQwN","ins_ny693j","ins_8Mbpr3","ins_DitMp5","ins_TlvGqp","ins_Ed4knK","ins_OrKxX3","ins_QDMSIS","ins_5ro55m","ins_TGJjJ5","ins_cFngNo","ins_MhK0si","ins_g6JIst","ins_tSbAY6","ins_wn0pzr","ins_Wj7tIg","ins_C7nyJE","ins_MjPIy6","ins_D1kgXL"],"time_zone":"Pacific/Honolulu","visit_reasons":["Telehealth consultation","Post-operative check","New patient visit"],"last_change":"2025-04-10T18:25:22.491Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.039+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_UIBFzsyC', 'found', '{"id":"sch_UIBFzsyC","practitioner":"v54wexijk6","name":"Park Avenue Health Center","accepted_insurances":["ins_cFngNo","ins_rUYALq","ins_Bz4Vy1","ins_wJr95e","ins_MhK0si","ins_THMVBG","ins_IWuohY","ins_Ao1eMn","ins_pmH928","ins_MjPIy6","ins_v6090z","ins_g6JIst","ins_D1kgXL","ins_C7nyJE","ins_1TvWC2","ins_Oq0Ody","ins_vS9w0X","ins_V5sPJO"],"time_zone":"Pacific/Honolulu","visit_reasons":["Annual physical"],"last_change":"2025-04-15T17:24:59.072Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.039+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_tFrY4diJ', 'found', '{"id":"sch_tFrY4diJ","practitioner":"1atpz6o4ib","name":"Place d''Armes Cabinet médical","accepted_insurances":["ins_mtcHil","ins_jSbpwH","ins_zgkQXx","ins_vS9w0X","ins_CG0gla","ins_0zuzIy"],"time_zone":"America/New_York","visit_reasons":["Telehealth consultation","Urgent problem"],"last_change":"2026-01-15T12:46:17.683Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.04+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_vKEB4ei5', 'found', '{"id":"sch_vKEB4ei5","practitioner":"v54wexijk6","name":"Elm Street Family Practice","accepted_insurances":["ins_9Dm77L","ins_n7lY7n","ins_OnCSap","ins_jSbpwH","ins_jVJ4Tn"],"time_zone":"Pacific/Honolulu","visit_reasons":["Follow-up","Second opinion"],"last_change":"2026-03-22T23:50:08.980Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.04+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_yC3a2Ofi', 'found', '{"id":"sch_yC3a2Ofi","practitioner":"1atpz6o4ib","name":"Plaza Mayor Consultorio","accepted_insurances":["ins_t2Zhm7","ins_twUaqu","ins_LpCQwN","ins_jVJ4Tn","ins_QDMSIS","ins_Bz4Vy1","ins_v6090z","ins_wn0pzr","ins_8Mbpr3"],"time_zone":"America/New_York","last_change":"2026-01-06T09:34:08.439Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.062+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_zxdHzSY3', 'found', '{"id":"sch_zxdHzSY3","practitioner":"6dp4xtk1hy","name":"Park Avenue Health Center","accepted_insurances":["ins_xPC48M","ins_1TvWC2","ins_kxzANH","ins_ny693j","ins_TlvGqp","ins_Tug0vk","ins_wJr95e","ins_0zuzIy","ins_Oq0Ody","ins_tSbAY6","ins_dNGAV1"],"time_zone":"Pacific/Honolulu","visit_reasons":["Second opinion","Follow-up"],"last_change":"2025-06-24T09:15:50.308Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.068+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '1atpz6o4ib', 'found', '{"id":"1atpz6o4ib","display_name":"周子轩, NP","preferred_name":"子轩","phone_numbers":[{"number":"212-555-0110","label":"Recepcja"},{"number":"(212) 555-0125","label":"Billing"}],"practice_areas":["Paediatrics","Neurology"],"languages":["en","zh"],"last_change":"2026-07-21T22:41:19.280Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.434+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dbsyoorx1', 'found', '{"id":"6dbsyoorx1","display_name":"Keanuʻi Keliʻihananui, NP","preferred_name":"Dr. Keliʻihananui","phone_numbers":[{"number":"1-808-555-0102","label":"Fax"},{"number":"(808) 555-0177","label":"Fax"}],"practice_areas":["Neurology","Paediatrics","Sports medicine"],"languages":["en","haw"],"npi":"1397114340","last_change":"2024-09-18T20:06:54.957Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.436+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dp4xtk1hy', 'found', '{"id":"6dp4xtk1hy","display_name":"강수빈, NP","preferred_name":null,"phone_numbers":[{"number":"+18085550112","label":"Zentrale"},{"number":"808-555-0174","label":"Billing","extension":"5996"},{"number":"+1 808-555-0180","label":"Recepcja"}],"practice_areas":["Sports medicine","Psychiatry","Family medicine"],"languages":["en","ko"],"npi":"1373735474","last_change":"2025-06-12T01:32:03.246Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.437+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'found', '{"id":"b1a7sx2o9v","display_name":"Dr. Kekoa Nāone","preferred_name":"Kekoa","phone_numbers":[{"number":"1-808-555-0194","label":"Accueil","extension":"5540"},{"number":"+1 808-555-0183","label":"Mobile","extension":"7749"}],"practice_areas":["Psychiatry"],"languages":["en","haw"],"npi":"1136790438","last_change":"2024-10-18T15:02:00.805Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.439+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'v54wexijk6', 'found', '{"id":"v54wexijk6","display_name":"이영희, MD","preferred_name":null,"phone_numbers":[],"practice_areas":["Psychiatry","Physical therapy"],"languages":["en","ko"],"npi":"1637060170","last_change":"2025-07-22T05:46:16.275Z"}', 'observed', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.44+00');


--
-- Data for Name: override; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.override VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'preferredName', '', 'chg_4cNBeNqrCUs64dAK', 'held', 'pin'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'acceptedInsurances', 'ins_QDMSIS', 'chg_QQgBKft4zBES3blJ', 'held', 'pin');


--
-- Data for Name: person; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.person VALUES
	('dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X', 'Administrator', 'ada@example.org', false, NULL, '2026-11-22 16:34:46.499+00', '2026-11-22 16:34:46.499+00', 'admin');


--
-- Data for Name: plan; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.plan VALUES
	('con_environment00000', 'ins_Tug0vk', 'Harbor Mutual Health', 'Harbor Choice 500', 'PPO', 'csv', 'harbor mutual health harbor choice 500 ppo ins_tug0vk'),
	('con_environment00000', 'ins_PB47nR', 'Harbor Mutual Health', 'Harbor Choice 1000', 'PPO', 'csv', 'harbor mutual health harbor choice 1000 ppo ins_pb47nr'),
	('con_environment00000', 'ins_V8o3RP', 'Harbor Mutual Health', 'Harbor Choice 2500 with Health Savings Account', 'PPO', 'csv', 'harbor mutual health harbor choice 2500 with health savings account ppo ins_v8o3rp'),
	('con_environment00000', 'ins_zgkQXx', 'Harbor Mutual Health', 'Harbor Local', 'HMO', 'csv', 'harbor mutual health harbor local hmo ins_zgkqxx'),
	('con_environment00000', 'ins_t2Zhm7', 'Blue Meridian of New York', 'Meridian Open Access Preferred Provider Organization, Group Coverage, Tier One', 'PPO', 'csv', 'blue meridian of new york meridian open access preferred provider organization, group coverage, tier one ppo ins_t2zhm7'),
	('con_environment00000', 'ins_Ao1eMn', 'Blue Meridian of New York', 'Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two', 'PPO', 'csv', 'blue meridian of new york meridian open access preferred provider organization, group coverage, tier two ppo ins_ao1emn'),
	('con_environment00000', 'ins_n7lY7n', 'Blue Meridian of New York', 'Meridian Open Access Preferred Provider Organization, Group Coverage, Tier Two (Grandfathered)', 'PPO', 'csv', 'blue meridian of new york meridian open access preferred provider organization, group coverage, tier two (grandfathered) ppo ins_n7ly7n'),
	('con_environment00000', 'ins_6Elr8E', 'Blue Meridian of New York', 'Meridian Essential', 'EPO', 'csv', 'blue meridian of new york meridian essential epo ins_6elr8e'),
	('con_environment00000', 'ins_1TvWC2', 'Northgate Community Care', 'Community Care Gold', 'HMO', 'csv', 'northgate community care community care gold hmo ins_1tvwc2'),
	('con_environment00000', 'ins_0zuzIy', 'Northgate Community Care', 'Community Care Silver', 'HMO', 'csv', 'northgate community care community care silver hmo ins_0zuziy'),
	('con_environment00000', 'ins_vS9w0X', 'Northgate Community Care', 'Community Care Bronze', 'HMO', 'csv', 'northgate community care community care bronze hmo ins_vs9w0x'),
	('con_environment00000', 'ins_D1kgXL', 'Northgate Community Care', 'Community Care Silver 94', 'HMO', 'csv', 'northgate community care community care silver 94 hmo ins_d1kgxl'),
	('con_environment00000', 'ins_MajIhN', 'Evergreen Senior Alliance', 'Evergreen Advantage', 'Medicare', 'csv', 'evergreen senior alliance evergreen advantage medicare ins_majihn'),
	('con_environment00000', 'ins_8Mbpr3', 'Evergreen Senior Alliance', 'Evergreen Advantage Plus', 'Medicare', 'csv', 'evergreen senior alliance evergreen advantage plus medicare ins_8mbpr3'),
	('con_environment00000', 'ins_wn0pzr', 'Evergreen Senior Alliance', 'Evergreen Advantage Plus Dental & Vision', 'Medicare', 'csv', 'evergreen senior alliance evergreen advantage plus dental & vision medicare ins_wn0pzr'),
	('con_environment00000', 'ins_Ed4knK', 'Evergreen Senior Alliance', 'Evergreen Dual Complete', 'Medicare', 'csv', 'evergreen senior alliance evergreen dual complete medicare ins_ed4knk'),
	('con_environment00000', 'ins_v6090z', 'State Medical Assistance', 'Medical Assistance Managed Care – Adults', 'Medicaid', 'csv', 'state medical assistance medical assistance managed care – adults medicaid ins_v6090z'),
	('con_environment00000', 'ins_CG0gla', 'State Medical Assistance', 'Medical Assistance Managed Care – Children', 'Medicaid', 'csv', 'state medical assistance medical assistance managed care – children medicaid ins_cg0gla'),
	('con_environment00000', 'ins_tSbAY6', 'State Medical Assistance', 'Medical Assistance Fee for Service', 'Medicaid', 'csv', 'state medical assistance medical assistance fee for service medicaid ins_tsbay6'),
	('con_environment00000', 'ins_MhK0si', 'Summit & Vale', 'Vale Select', 'POS', 'csv', 'summit & vale vale select pos ins_mhk0si'),
	('con_environment00000', 'ins_5ro55m', 'Summit & Vale', 'Vale Select Plus', 'POS', 'csv', 'summit & vale vale select plus pos ins_5ro55m'),
	('con_environment00000', 'ins_fzq904', 'Summit & Vale', 'Summit Indemnity 80/20', 'Indemnity', 'csv', 'summit & vale summit indemnity 80/20 indemnity ins_fzq904'),
	('con_environment00000', 'ins_rUYALq', 'Techniker Gesundheitsbund', 'Gesetzlich', 'HMO', 'csv', 'techniker gesundheitsbund gesetzlich hmo ins_ruyalq'),
	('con_environment00000', 'ins_22lEp0', 'Techniker Gesundheitsbund', 'Gesetzlich mit Zahnzusatz', 'HMO', 'csv', 'techniker gesundheitsbund gesetzlich mit zahnzusatz hmo ins_22lep0'),
	('con_environment00000', 'ins_ZP67tr', 'Techniker Gesundheitsbund', 'Privatzusatz Ambulant', 'PPO', 'csv', 'techniker gesundheitsbund privatzusatz ambulant ppo ins_zp67tr'),
	('con_environment00000', 'ins_dNGAV1', 'Bärenfels Krankenversicherung', 'Vollschutz 300', 'PPO', 'csv', 'barenfels krankenversicherung vollschutz 300 ppo ins_dngav1'),
	('con_environment00000', 'ins_qLHmOR', 'Bärenfels Krankenversicherung', 'Vollschutz 600', 'PPO', 'csv', 'barenfels krankenversicherung vollschutz 600 ppo ins_qlhmor'),
	('con_environment00000', 'ins_mtcHil', 'Mutuelle des Deux Rives', 'Formule Équilibre', 'EPO', 'csv', 'mutuelle des deux rives formule equilibre epo ins_mtchil'),
	('con_environment00000', 'ins_TGJjJ5', 'Mutuelle des Deux Rives', 'Formule Sérénité', 'EPO', 'csv', 'mutuelle des deux rives formule serenite epo ins_tgjjj5'),
	('con_environment00000', 'ins_ny693j', 'Mutuelle des Deux Rives', 'Formule Sérénité Plus, garantie renforcée optique et dentaire, famille', 'EPO', 'csv', 'mutuelle des deux rives formule serenite plus, garantie renforcee optique et dentaire, famille epo ins_ny693j'),
	('con_environment00000', 'ins_K0neB8', 'Mutuelle des Deux Rives', 'Formule Sérénité Plus, garantie renforcée optique et dentaire, famille nombreuse', 'EPO', 'csv', 'mutuelle des deux rives formule serenite plus, garantie renforcee optique et dentaire, famille nombreuse epo ins_k0neb8'),
	('con_environment00000', 'ins_jSbpwH', 'Aseguradora Sol y Mar', 'Plan Familia', 'HMO', 'csv', 'aseguradora sol y mar plan familia hmo ins_jsbpwh'),
	('con_environment00000', 'ins_voWyuE', 'Aseguradora Sol y Mar', 'Plan Familia Ampliado', 'HMO', 'csv', 'aseguradora sol y mar plan familia ampliado hmo ins_vowyue'),
	('con_environment00000', 'ins_cFngNo', 'Aseguradora Sol y Mar', 'Plan Niñez', 'HMO', 'csv', 'aseguradora sol y mar plan ninez hmo ins_cfngno'),
	('con_environment00000', 'ins_IWuohY', 'Towarzystwo Ubezpieczeń Wisła', 'Zdrowie Podstawowe', 'HMO', 'csv', 'towarzystwo ubezpieczen wisła zdrowie podstawowe hmo ins_iwuohy'),
	('con_environment00000', 'ins_Wj7tIg', 'Towarzystwo Ubezpieczeń Wisła', 'Zdrowie Rozszerzone', 'PPO', 'csv', 'towarzystwo ubezpieczen wisła zdrowie rozszerzone ppo ins_wj7tig'),
	('con_environment00000', 'ins_Oq0Ody', 'Árachas Sláinte Éireann', 'Bunphlean', 'PPO', 'csv', 'arachas slainte eireann bunphlean ppo ins_oq0ody'),
	('con_environment00000', 'ins_DitMp5', 'Árachas Sláinte Éireann', 'Plean Teaghlaigh', 'PPO', 'csv', 'arachas slainte eireann plean teaghlaigh ppo ins_ditmp5'),
	('con_environment00000', 'ins_BMhmre', 'Seguradora Ipê', 'Saúde Essencial', 'HMO', 'csv', 'seguradora ipe saude essencial hmo ins_bmhmre'),
	('con_environment00000', 'ins_wJr95e', 'Seguradora Ipê', 'Saúde Executivo Nacional', 'PPO', 'csv', 'seguradora ipe saude executivo nacional ppo ins_wjr95e'),
	('con_environment00000', 'ins_g6JIst', '和睦健康保险', '家庭基础计划', 'HMO', 'csv', '和睦健康保险 家庭基础计划 hmo ins_g6jist'),
	('con_environment00000', 'ins_twUaqu', '和睦健康保险', '家庭优享计划', 'PPO', 'csv', '和睦健康保险 家庭优享计划 ppo ins_twuaqu'),
	('con_environment00000', 'ins_QDMSIS', 'さくら健保組合', '一般', 'PPO', 'csv', 'さくら健保組合 一般 ppo ins_qdmsis'),
	('con_environment00000', 'ins_OrKxX3', 'さくら健保組合', '家族', 'PPO', 'csv', 'さくら健保組合 家族 ppo ins_orkxx3'),
	('con_environment00000', 'ins_pmH928', 'شركة النيل للتأمين الصحي', 'الخطة الأساسية', 'HMO', 'csv', 'شركة النيل للتامين الصحي الخطة الاساسية hmo ins_pmh928'),
	('con_environment00000', 'ins_i2Wj7H', 'شركة النيل للتأمين الصحي', 'الخطة الذهبية', 'PPO', 'csv', 'شركة النيل للتامين الصحي الخطة الذهبية ppo ins_i2wj7h'),
	('con_environment00000', 'ins_NjjJ0m', 'Bảo hiểm Sao Mai', 'Gói Gia Đình', 'HMO', 'csv', 'bao hiem sao mai goi gia đinh hmo ins_njjj0m'),
	('con_environment00000', 'ins_3zuY3C', 'Bảo hiểm Sao Mai', 'Gói Toàn Diện', 'PPO', 'csv', 'bao hiem sao mai goi toan dien ppo ins_3zuy3c'),
	('con_environment00000', 'ins_9Dm77L', 'Oríṣun Health', 'Ìlera Basic', 'HMO', 'csv', 'orisun health ilera basic hmo ins_9dm77l'),
	('con_environment00000', 'ins_Z5A8qT', 'Oríṣun Health', 'Ìlera Family', 'HMO', 'csv', 'orisun health ilera family hmo ins_z5a8qt'),
	('con_environment00000', 'ins_V5sPJO', 'Ganga Suraksha', 'परिवार योजना', 'HMO', 'csv', 'ganga suraksha परवर यजन hmo ins_v5spjo'),
	('con_environment00000', 'ins_MjPIy6', 'Ganga Suraksha', 'वरिष्ठ योजना', 'PPO', 'csv', 'ganga suraksha वरषठ यजन ppo ins_mjpiy6'),
	('con_environment00000', 'ins_inyMxe', 'Здоровье-Гарант', 'Базовый', 'HMO', 'csv', 'здоровье-гарант базовыи hmo ins_inymxe'),
	('con_environment00000', 'ins_TlvGqp', 'Здоровье-Гарант', 'Премиум', 'PPO', 'csv', 'здоровье-гарант премиум ppo ins_tlvgqp'),
	('con_environment00000', 'ins_C7nyJE', 'Quaker Valley Teamsters Fund', 'Local 117 Active', 'PPO', 'csv', 'quaker valley teamsters fund local 117 active ppo ins_c7nyje'),
	('con_environment00000', 'ins_xPC48M', 'Quaker Valley Teamsters Fund', 'Local 117 Retiree', 'PPO', 'csv', 'quaker valley teamsters fund local 117 retiree ppo ins_xpc48m'),
	('con_environment00000', 'ins_Bz4Vy1', 'Quaker Valley Teamsters Fund', 'Local 311 Active', 'PPO', 'csv', 'quaker valley teamsters fund local 311 active ppo ins_bz4vy1'),
	('con_environment00000', 'ins_jVJ4Tn', 'First Responders Trust', 'Trust Standard', 'PPO', 'csv', 'first responders trust trust standard ppo ins_jvj4tn'),
	('con_environment00000', 'ins_THMVBG', 'First Responders Trust', 'Trust Retiree', 'PPO', 'csv', 'first responders trust trust retiree ppo ins_thmvbg'),
	('con_environment00000', 'ins_LpCQwN', 'Campus Health Co-op', 'Student', 'EPO', 'csv', 'campus health co-op student epo ins_lpcqwn'),
	('con_environment00000', 'ins_W3K2sK', 'Campus Health Co-op', 'Student + Dependents', 'EPO', 'csv', 'campus health co-op student + dependents epo ins_w3k2sk'),
	('con_environment00000', 'ins_OnCSap', 'Lakeshore Employers Exchange', 'Exchange 1', 'EPO', 'csv', 'lakeshore employers exchange exchange 1 epo ins_oncsap'),
	('con_environment00000', 'ins_kxzANH', 'Lakeshore Employers Exchange', 'Exchange 2', 'EPO', 'csv', 'lakeshore employers exchange exchange 2 epo ins_kxzanh'),
	('con_environment00000', 'ins_6PGmx9', 'Lakeshore Employers Exchange', 'Exchange 2 Narrow', 'EPO', 'csv', 'lakeshore employers exchange exchange 2 narrow epo ins_6pgmx9');


--
-- Data for Name: profile_revision; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: proof; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reading; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reading VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_0YxznUQG', 'found', '{"id":"sch_0YxznUQG","practitioner":"1atpz6o4ib","name":"Plaza Mayor Medical Group","accepted_insurances":["ins_kxzANH","ins_DitMp5","ins_Oq0Ody","ins_i2Wj7H","ins_NjjJ0m","ins_fzq904","ins_Ao1eMn","ins_Bz4Vy1","ins_22lEp0","ins_xPC48M","ins_tSbAY6","ins_MajIhN","ins_3zuY3C","ins_cFngNo","ins_D1kgXL","ins_zgkQXx","ins_1TvWC2","ins_Wj7tIg","ins_TlvGqp","ins_rUYALq"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-07-20T04:59:40.831Z"}', '19488023a33eb06dfcc4a698678437fc066efbabd03444c21583542511242939', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.947+00', 'req_718d1ca5622', 200, 50),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'found', '{"id":"sch_7CQ5LdmY","practitioner":"b1a7sx2o9v","name":"Place d''Armes Children''s Clinic","accepted_insurances":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"],"time_zone":"Pacific/Honolulu","visit_reasons":["Post-operative check"],"last_change":"2024-12-18T12:11:56.772Z"}', '2b5bb2bbb2c47879b55f14433ffa08657d4d1261f47ef7ab13ed167e04f74dc2', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.979+00', 'req_718d1ca5623', 200, 82),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_8SoyGi3a', 'found', '{"id":"sch_8SoyGi3a","practitioner":"6dp4xtk1hy","name":"Place d''Armes Health Center","accepted_insurances":["ins_ZP67tr","ins_ny693j","ins_NjjJ0m","ins_THMVBG","ins_wn0pzr","ins_6PGmx9","ins_fzq904","ins_qLHmOR"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Telehealth consultation","Vaccination","Annual physical"],"last_change":"2025-03-19T17:13:04.742Z"}', '63be3f47280caa8a93a46fe13b0a09ee4dedc71b38534fbcb8f0389c50c653eb', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.984+00', 'req_718d1ca5624', 200, 87),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_InlAUZ1f', 'found', '{"id":"sch_InlAUZ1f","practitioner":"v54wexijk6","name":"Place d''Armes Consultorio","accepted_insurances":["ins_cFngNo","ins_IWuohY","ins_OnCSap","ins_fzq904","ins_g6JIst","ins_NjjJ0m","ins_D1kgXL","ins_tSbAY6","ins_voWyuE","ins_jVJ4Tn","ins_Ed4knK","ins_zgkQXx","ins_mtcHil","ins_dNGAV1","ins_BMhmre","ins_MajIhN","ins_THMVBG","ins_MjPIy6","ins_Bz4Vy1"],"time_zone":"Pacific/Honolulu","last_change":"2025-02-14T08:33:12.366Z"}', '9b1d6dc0519058fd30f6e620398e5869260162d53879c019ea70e830e608947b', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:47.985+00', 'req_718d1ca5625', 200, 88),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_L1ceBV9A', 'found', '{"id":"sch_L1ceBV9A","practitioner":"1atpz6o4ib","name":"Harbor View Family Practice","accepted_insurances":["ins_6PGmx9","ins_TGJjJ5","ins_W3K2sK","ins_3zuY3C","ins_IWuohY","ins_wn0pzr","ins_CG0gla","ins_8Mbpr3","ins_mtcHil","ins_Bz4Vy1","ins_K0neB8","ins_V5sPJO","ins_ny693j","ins_twUaqu","ins_MajIhN","ins_ZP67tr","ins_xPC48M","ins_LpCQwN","ins_tSbAY6","ins_9Dm77L","ins_OnCSap","ins_voWyuE","ins_Wj7tIg","ins_1TvWC2"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-03-25T02:08:58.017Z"}', '2e63443ce0f69a7e241fa1f5c19acb41488d0606a93c3bd4eb16707f429cfa63', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.003+00', 'req_718d1ca5626', 200, 106),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_PSGCoP7c', 'found', '{"id":"sch_PSGCoP7c","practitioner":"6dbsyoorx1","name":"Place d''Armes Health Center","accepted_insurances":["ins_V8o3RP","ins_dNGAV1","ins_CG0gla","ins_Ed4knK","ins_twUaqu","ins_mtcHil","ins_inyMxe","ins_5ro55m","ins_BMhmre","ins_ZP67tr","ins_kxzANH","ins_MjPIy6","ins_DitMp5","ins_8Mbpr3","ins_xPC48M","ins_n7lY7n","ins_Tug0vk","ins_OrKxX3","ins_IWuohY","ins_zgkQXx"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Post-operative check"],"last_change":"2026-03-24T05:49:06.876Z"}', '659b840f89ba829ed53f18b302bf3745d8c1b3507bcd0109fc84af1395b2d5f8', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.026+00', 'req_718d1ca5627', 200, 129),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_Px4UzLl2', 'found', '{"id":"sch_Px4UzLl2","practitioner":"6dp4xtk1hy","name":"St. Brigid''s Women''s Health","accepted_insurances":["ins_9Dm77L","ins_LpCQwN","ins_ny693j","ins_8Mbpr3","ins_DitMp5","ins_TlvGqp","ins_Ed4knK","ins_OrKxX3","ins_QDMSIS","ins_5ro55m","ins_TGJjJ5","ins_cFngNo","ins_MhK0si","ins_g6JIst","ins_tSbAY6","ins_wn0pzr","ins_Wj7tIg","ins_C7nyJE","ins_MjPIy6","ins_D1kgXL"],"time_zone":"Pacific/Honolulu","visit_reasons":["Telehealth consultation","Post-operative check","New patient visit"],"last_change":"2025-04-10T18:25:22.491Z"}', 'b9d9b61dea160f3ba9ec048d2bc82bd26580e844db3b3991c4ae153c29b4ac45', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.039+00', 'req_718d1ca5628', 200, 142),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_UIBFzsyC', 'found', '{"id":"sch_UIBFzsyC","practitioner":"v54wexijk6","name":"Park Avenue Health Center","accepted_insurances":["ins_cFngNo","ins_rUYALq","ins_Bz4Vy1","ins_wJr95e","ins_MhK0si","ins_THMVBG","ins_IWuohY","ins_Ao1eMn","ins_pmH928","ins_MjPIy6","ins_v6090z","ins_g6JIst","ins_D1kgXL","ins_C7nyJE","ins_1TvWC2","ins_Oq0Ody","ins_vS9w0X","ins_V5sPJO"],"time_zone":"Pacific/Honolulu","visit_reasons":["Annual physical"],"last_change":"2025-04-15T17:24:59.072Z"}', 'f241d85f42246249a6b62d469822e93f20ec30887e7faefe178dc47fa7988406', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.039+00', 'req_718d1ca5629', 200, 142),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_tFrY4diJ', 'found', '{"id":"sch_tFrY4diJ","practitioner":"1atpz6o4ib","name":"Place d''Armes Cabinet médical","accepted_insurances":["ins_mtcHil","ins_jSbpwH","ins_zgkQXx","ins_vS9w0X","ins_CG0gla","ins_0zuzIy"],"time_zone":"America/New_York","visit_reasons":["Telehealth consultation","Urgent problem"],"last_change":"2026-01-15T12:46:17.683Z"}', '77585fa06773035c22dfeae4d46d226a343c94af9e0eda31d4228df8c37a704c', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.04+00', 'req_718d1ca562a', 200, 143),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_vKEB4ei5', 'found', '{"id":"sch_vKEB4ei5","practitioner":"v54wexijk6","name":"Elm Street Family Practice","accepted_insurances":["ins_9Dm77L","ins_n7lY7n","ins_OnCSap","ins_jSbpwH","ins_jVJ4Tn"],"time_zone":"Pacific/Honolulu","visit_reasons":["Follow-up","Second opinion"],"last_change":"2026-03-22T23:50:08.980Z"}', '4389b75d71e2bec89bcfd2d36fa0b469e2cecfea0d23c6838f7b5e4f56421c45', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.04+00', 'req_718d1ca562b', 200, 143),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_yC3a2Ofi', 'found', '{"id":"sch_yC3a2Ofi","practitioner":"1atpz6o4ib","name":"Plaza Mayor Consultorio","accepted_insurances":["ins_t2Zhm7","ins_twUaqu","ins_LpCQwN","ins_jVJ4Tn","ins_QDMSIS","ins_Bz4Vy1","ins_v6090z","ins_wn0pzr","ins_8Mbpr3"],"time_zone":"America/New_York","last_change":"2026-01-06T09:34:08.439Z"}', '5407c781261de02b4847ffcb7881dc4d088851b62d78eb238fec35f650ed99ee', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.062+00', 'req_718d1ca562c', 200, 165),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_zxdHzSY3', 'found', '{"id":"sch_zxdHzSY3","practitioner":"6dp4xtk1hy","name":"Park Avenue Health Center","accepted_insurances":["ins_xPC48M","ins_1TvWC2","ins_kxzANH","ins_ny693j","ins_TlvGqp","ins_Tug0vk","ins_wJr95e","ins_0zuzIy","ins_Oq0Ody","ins_tSbAY6","ins_dNGAV1"],"time_zone":"Pacific/Honolulu","visit_reasons":["Second opinion","Follow-up"],"last_change":"2025-06-24T09:15:50.308Z"}', 'b1f81a530292c210b3e875c7510c7870a7f89c31b8d78d1bc86d41c8c592b755', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.068+00', 'req_718d1ca562d', 200, 171),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '1atpz6o4ib', 'found', '{"id":"1atpz6o4ib","display_name":"周子轩, NP","preferred_name":"子轩","phone_numbers":[{"number":"212-555-0110","label":"Recepcja"},{"number":"(212) 555-0125","label":"Billing"}],"practice_areas":["Paediatrics","Neurology"],"languages":["en","zh"],"last_change":"2026-07-21T22:41:19.280Z"}', '82a2b5227c57d4031ea6dff8b5449e7928b2199dfd664acf1bb100cbe57f251b', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.434+00', 'req_718d1ca562e', 200, 5),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dbsyoorx1', 'found', '{"id":"6dbsyoorx1","display_name":"Keanuʻi Keliʻihananui, NP","preferred_name":"Dr. Keliʻihananui","phone_numbers":[{"number":"1-808-555-0102","label":"Fax"},{"number":"(808) 555-0177","label":"Fax"}],"practice_areas":["Neurology","Paediatrics","Sports medicine"],"languages":["en","haw"],"npi":"1397114340","last_change":"2024-09-18T20:06:54.957Z"}', '3befebb4d5392933a0939af8989ef5c20f40b01936ee3d3a5d1cf9dd7f712e6e', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.436+00', 'req_718d1ca562f', 200, 7),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dp4xtk1hy', 'found', '{"id":"6dp4xtk1hy","display_name":"강수빈, NP","preferred_name":null,"phone_numbers":[{"number":"+18085550112","label":"Zentrale"},{"number":"808-555-0174","label":"Billing","extension":"5996"},{"number":"+1 808-555-0180","label":"Recepcja"}],"practice_areas":["Sports medicine","Psychiatry","Family medicine"],"languages":["en","ko"],"npi":"1373735474","last_change":"2025-06-12T01:32:03.246Z"}', 'fd95615dfbb2c1fd3972d1d56c23a31887cbd566018776cb52a46eb87ef75f25', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.437+00', 'req_718d1ca562g', 200, 8),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'found', '{"id":"b1a7sx2o9v","display_name":"Dr. Kekoa Nāone","preferred_name":"Kekoa","phone_numbers":[{"number":"1-808-555-0194","label":"Accueil","extension":"5540"},{"number":"+1 808-555-0183","label":"Mobile","extension":"7749"}],"practice_areas":["Psychiatry"],"languages":["en","haw"],"npi":"1136790438","last_change":"2024-10-18T15:02:00.805Z"}', 'cf841a1a81fa187b0daced8ab4e4bc881881ed0c1f1f5565a01d3c78b28c3628', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.439+00', 'req_718d1ca562h', 200, 10),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'v54wexijk6', 'found', '{"id":"v54wexijk6","display_name":"이영희, MD","preferred_name":null,"phone_numbers":[],"practice_areas":["Psychiatry","Physical therapy"],"languages":["en","ko"],"npi":"1637060170","last_change":"2025-07-22T05:46:16.275Z"}', '9d63687df780d150e03529f5f9537fee5528762f00d0cbeedf9d9587ae01bd94', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.44+00', 'req_718d1ca562i', 200, 11),
	('con_environment00000', 'idx_standard', 'practitioner', '1atpz6o4ib', 'found', '{"id":"1atpz6o4ib","display_name":"周子轩, NP","preferred_name":"子轩","phone_numbers":[{"number":"212-555-0110","label":"Recepcja"},{"number":"(212) 555-0125","label":"Billing"}],"practice_areas":["Paediatrics","Neurology"],"languages":["en","zh"],"last_change":"2026-07-21T22:41:19.280Z"}', '82a2b5227c57d4031ea6dff8b5449e7928b2199dfd664acf1bb100cbe57f251b', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.63+00', 'req_718d1ca562j', 200, 15),
	('con_environment00000', 'idx_standard', 'practitioner', '6dbsyoorx1', 'found', '{"id":"6dbsyoorx1","display_name":"Keanuʻi Keliʻihananui, NP","preferred_name":"Dr. Keliʻihananui","phone_numbers":[{"number":"1-808-555-0102","label":"Fax"},{"number":"(808) 555-0177","label":"Fax"}],"practice_areas":["Neurology","Paediatrics","Sports medicine"],"languages":["en","haw"],"npi":"1397114340","last_change":"2024-09-18T20:06:54.957Z"}', '3befebb4d5392933a0939af8989ef5c20f40b01936ee3d3a5d1cf9dd7f712e6e', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.631+00', 'req_718d1ca562k', 200, 16),
	('con_environment00000', 'idx_standard', 'practitioner', '6dp4xtk1hy', 'found', '{"id":"6dp4xtk1hy","display_name":"강수빈, NP","preferred_name":null,"phone_numbers":[{"number":"+18085550112","label":"Zentrale"},{"number":"808-555-0174","label":"Billing","extension":"5996"},{"number":"+1 808-555-0180","label":"Recepcja"}],"practice_areas":["Sports medicine","Psychiatry","Family medicine"],"languages":["en","ko"],"npi":"1373735474","last_change":"2025-06-12T01:32:03.246Z"}', 'fd95615dfbb2c1fd3972d1d56c23a31887cbd566018776cb52a46eb87ef75f25', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.631+00', 'req_718d1ca562l', 200, 16),
	('con_environment00000', 'idx_standard', 'practitioner', 'b1a7sx2o9v', 'found', '{"id":"b1a7sx2o9v","display_name":"Dr. Kekoa Nāone","preferred_name":"Kekoa","phone_numbers":[{"number":"1-808-555-0194","label":"Accueil","extension":"5540"},{"number":"+1 808-555-0183","label":"Mobile","extension":"7749"}],"practice_areas":["Psychiatry"],"languages":["en","haw"],"npi":"1136790438","last_change":"2024-10-18T15:02:00.805Z"}', 'cf841a1a81fa187b0daced8ab4e4bc881881ed0c1f1f5565a01d3c78b28c3628', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.631+00', 'req_718d1ca562m', 200, 16),
	('con_environment00000', 'idx_standard', 'practitioner', 'v54wexijk6', 'found', '{"id":"v54wexijk6","display_name":"이영희, MD","preferred_name":null,"phone_numbers":[],"practice_areas":["Psychiatry","Physical therapy"],"languages":["en","ko"],"npi":"1637060170","last_change":"2025-07-22T05:46:16.275Z"}', '9d63687df780d150e03529f5f9537fee5528762f00d0cbeedf9d9587ae01bd94', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.658+00', 'req_718d1ca562n', 200, 43),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_0YxznUQG', 'found', '{"id":"sch_0YxznUQG","practitioner":"1atpz6o4ib","name":"Plaza Mayor Medical Group","accepted_insurances":["ins_kxzANH","ins_DitMp5","ins_Oq0Ody","ins_i2Wj7H","ins_NjjJ0m","ins_fzq904","ins_Ao1eMn","ins_Bz4Vy1","ins_22lEp0","ins_xPC48M","ins_tSbAY6","ins_MajIhN","ins_3zuY3C","ins_cFngNo","ins_D1kgXL","ins_zgkQXx","ins_1TvWC2","ins_Wj7tIg","ins_TlvGqp","ins_rUYALq"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-07-20T04:59:40.831Z"}', '19488023a33eb06dfcc4a698678437fc066efbabd03444c21583542511242939', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.659+00', 'req_718d1ca562o', 200, 44),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_7CQ5LdmY', 'found', '{"id":"sch_7CQ5LdmY","practitioner":"b1a7sx2o9v","name":"Place d''Armes Children''s Clinic","accepted_insurances":["ins_QDMSIS","ins_mtcHil","ins_0zuzIy","ins_THMVBG","ins_Bz4Vy1","ins_kxzANH","ins_cFngNo","ins_fzq904"],"time_zone":"Pacific/Honolulu","visit_reasons":["Post-operative check"],"last_change":"2024-12-18T12:11:56.772Z"}', '2b5bb2bbb2c47879b55f14433ffa08657d4d1261f47ef7ab13ed167e04f74dc2', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.659+00', 'req_718d1ca562p', 200, 44),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_8SoyGi3a', 'found', '{"id":"sch_8SoyGi3a","practitioner":"6dp4xtk1hy","name":"Place d''Armes Health Center","accepted_insurances":["ins_ZP67tr","ins_ny693j","ins_NjjJ0m","ins_THMVBG","ins_wn0pzr","ins_6PGmx9","ins_fzq904","ins_qLHmOR"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Telehealth consultation","Vaccination","Annual physical"],"last_change":"2025-03-19T17:13:04.742Z"}', '63be3f47280caa8a93a46fe13b0a09ee4dedc71b38534fbcb8f0389c50c653eb', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.659+00', 'req_718d1ca562q', 200, 44),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_InlAUZ1f', 'found', '{"id":"sch_InlAUZ1f","practitioner":"v54wexijk6","name":"Place d''Armes Consultorio","accepted_insurances":["ins_cFngNo","ins_IWuohY","ins_OnCSap","ins_fzq904","ins_g6JIst","ins_NjjJ0m","ins_D1kgXL","ins_tSbAY6","ins_voWyuE","ins_jVJ4Tn","ins_Ed4knK","ins_zgkQXx","ins_mtcHil","ins_dNGAV1","ins_BMhmre","ins_MajIhN","ins_THMVBG","ins_MjPIy6","ins_Bz4Vy1"],"time_zone":"Pacific/Honolulu","last_change":"2025-02-14T08:33:12.366Z"}', '9b1d6dc0519058fd30f6e620398e5869260162d53879c019ea70e830e608947b', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.659+00', 'req_718d1ca562r', 200, 44),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_L1ceBV9A', 'found', '{"id":"sch_L1ceBV9A","practitioner":"1atpz6o4ib","name":"Harbor View Family Practice","accepted_insurances":["ins_6PGmx9","ins_TGJjJ5","ins_W3K2sK","ins_3zuY3C","ins_IWuohY","ins_wn0pzr","ins_CG0gla","ins_8Mbpr3","ins_mtcHil","ins_Bz4Vy1","ins_K0neB8","ins_V5sPJO","ins_ny693j","ins_twUaqu","ins_MajIhN","ins_ZP67tr","ins_xPC48M","ins_LpCQwN","ins_tSbAY6","ins_9Dm77L","ins_OnCSap","ins_voWyuE","ins_Wj7tIg","ins_1TvWC2"],"time_zone":"America/New_York","visit_reasons":["Vaccination","Telehealth consultation"],"last_change":"2026-03-25T02:08:58.017Z"}', '2e63443ce0f69a7e241fa1f5c19acb41488d0606a93c3bd4eb16707f429cfa63', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562s', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_PSGCoP7c', 'found', '{"id":"sch_PSGCoP7c","practitioner":"6dbsyoorx1","name":"Place d''Armes Health Center","accepted_insurances":["ins_V8o3RP","ins_dNGAV1","ins_CG0gla","ins_Ed4knK","ins_twUaqu","ins_mtcHil","ins_inyMxe","ins_5ro55m","ins_BMhmre","ins_ZP67tr","ins_kxzANH","ins_MjPIy6","ins_DitMp5","ins_8Mbpr3","ins_xPC48M","ins_n7lY7n","ins_Tug0vk","ins_OrKxX3","ins_IWuohY","ins_zgkQXx"],"time_zone":"Pacific/Honolulu","visit_reasons":["New patient visit","Post-operative check"],"last_change":"2026-03-24T05:49:06.876Z"}', '659b840f89ba829ed53f18b302bf3745d8c1b3507bcd0109fc84af1395b2d5f8', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562t', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_Px4UzLl2', 'found', '{"id":"sch_Px4UzLl2","practitioner":"6dp4xtk1hy","name":"St. Brigid''s Women''s Health","accepted_insurances":["ins_9Dm77L","ins_LpCQwN","ins_ny693j","ins_8Mbpr3","ins_DitMp5","ins_TlvGqp","ins_Ed4knK","ins_OrKxX3","ins_QDMSIS","ins_5ro55m","ins_TGJjJ5","ins_cFngNo","ins_MhK0si","ins_g6JIst","ins_tSbAY6","ins_wn0pzr","ins_Wj7tIg","ins_C7nyJE","ins_MjPIy6","ins_D1kgXL"],"time_zone":"Pacific/Honolulu","visit_reasons":["Telehealth consultation","Post-operative check","New patient visit"],"last_change":"2025-04-10T18:25:22.491Z"}', 'b9d9b61dea160f3ba9ec048d2bc82bd26580e844db3b3991c4ae153c29b4ac45', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562u', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_UIBFzsyC', 'found', '{"id":"sch_UIBFzsyC","practitioner":"v54wexijk6","name":"Park Avenue Health Center","accepted_insurances":["ins_cFngNo","ins_rUYALq","ins_Bz4Vy1","ins_wJr95e","ins_MhK0si","ins_THMVBG","ins_IWuohY","ins_Ao1eMn","ins_pmH928","ins_MjPIy6","ins_v6090z","ins_g6JIst","ins_D1kgXL","ins_C7nyJE","ins_1TvWC2","ins_Oq0Ody","ins_vS9w0X","ins_V5sPJO"],"time_zone":"Pacific/Honolulu","visit_reasons":["Annual physical"],"last_change":"2025-04-15T17:24:59.072Z"}', 'f241d85f42246249a6b62d469822e93f20ec30887e7faefe178dc47fa7988406', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562v', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_tFrY4diJ', 'found', '{"id":"sch_tFrY4diJ","practitioner":"1atpz6o4ib","name":"Place d''Armes Cabinet médical","accepted_insurances":["ins_mtcHil","ins_jSbpwH","ins_zgkQXx","ins_vS9w0X","ins_CG0gla","ins_0zuzIy"],"time_zone":"America/New_York","visit_reasons":["Telehealth consultation","Urgent problem"],"last_change":"2026-01-15T12:46:17.683Z"}', '77585fa06773035c22dfeae4d46d226a343c94af9e0eda31d4228df8c37a704c', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562w', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_vKEB4ei5', 'found', '{"id":"sch_vKEB4ei5","practitioner":"v54wexijk6","name":"Elm Street Family Practice","accepted_insurances":["ins_9Dm77L","ins_n7lY7n","ins_OnCSap","ins_jSbpwH","ins_jVJ4Tn"],"time_zone":"Pacific/Honolulu","visit_reasons":["Follow-up","Second opinion"],"last_change":"2026-03-22T23:50:08.980Z"}', '4389b75d71e2bec89bcfd2d36fa0b469e2cecfea0d23c6838f7b5e4f56421c45', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.66+00', 'req_718d1ca562x', 200, 45),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_yC3a2Ofi', 'found', '{"id":"sch_yC3a2Ofi","practitioner":"1atpz6o4ib","name":"Plaza Mayor Consultorio","accepted_insurances":["ins_t2Zhm7","ins_twUaqu","ins_LpCQwN","ins_jVJ4Tn","ins_QDMSIS","ins_Bz4Vy1","ins_v6090z","ins_wn0pzr","ins_8Mbpr3"],"time_zone":"America/New_York","last_change":"2026-01-06T09:34:08.439Z"}', '5407c781261de02b4847ffcb7881dc4d088851b62d78eb238fec35f650ed99ee', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.661+00', 'req_718d1ca562y', 200, 46),
	('con_environment00000', 'idx_standard', 'schedule', 'sch_zxdHzSY3', 'found', '{"id":"sch_zxdHzSY3","practitioner":"6dp4xtk1hy","name":"Park Avenue Health Center","accepted_insurances":["ins_xPC48M","ins_1TvWC2","ins_kxzANH","ins_ny693j","ins_TlvGqp","ins_Tug0vk","ins_wJr95e","ins_0zuzIy","ins_Oq0Ody","ins_tSbAY6","ins_dNGAV1"],"time_zone":"Pacific/Honolulu","visit_reasons":["Second opinion","Follow-up"],"last_change":"2025-06-24T09:15:50.308Z"}', 'b1f81a530292c210b3e875c7510c7870a7f89c31b8d78d1bc86d41c8c592b755', '51611eb73db31c5c76d2fc55c6380c3d1e157bdd37471d4dab0c8a6857c7859c', '2026-11-22 16:34:48.661+00', 'req_718d1ca562z', 200, 46);


--
-- Data for Name: receipt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: record_reference; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: record_summary; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.record_summary VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '1atpz6o4ib', '1atpz6o4ib', 6, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dbsyoorx1', '6dbsyoorx1', 7, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dp4xtk1hy', '6dp4xtk1hy', 8, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'v54wexijk6', 'v54wexijk6', 6, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_0YxznUQG', '1atpz6o4ib', 24, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_8SoyGi3a', '6dp4xtk1hy', 12, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_InlAUZ1f', 'v54wexijk6', 22, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_L1ceBV9A', '1atpz6o4ib', 28, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_PSGCoP7c', '6dbsyoorx1', 24, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_Px4UzLl2', '6dp4xtk1hy', 24, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_UIBFzsyC', 'v54wexijk6', 22, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_tFrY4diJ', '1atpz6o4ib', 10, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_vKEB4ei5', 'v54wexijk6', 9, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_yC3a2Ofi', '1atpz6o4ib', 12, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_zxdHzSY3', '6dp4xtk1hy', 15, 0, 0, 0, 0, 0, 0, 0, '2026-11-22 16:34:48.876+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'b1a7sx2o9v', 11, 1, 0, 0, 0, 0, 1, 0, '2026-11-22 16:34:54.308+00'),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'b1a7sx2o9v', 6, 1, 0, 0, 0, 0, 1, 1, '2026-11-22 16:34:57.329+00');


--
-- Data for Name: roster_entry; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster_entry VALUES
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '1atpz6o4ib', '1atpz6o4ib', '周子轩, NP', '周子轩, np 1atpz6o4ib', 'paste', 'via sch_yC3a2Ofi', 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:48.279+00', '2026-11-22 16:34:48.434+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dbsyoorx1', '6dbsyoorx1', 'Keanuʻi Keliʻihananui, NP', 'keanuʻi keliʻihananui, np 6dbsyoorx1', 'paste', 'via sch_PSGCoP7c', 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:48.279+00', '2026-11-22 16:34:48.436+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', '6dp4xtk1hy', '6dp4xtk1hy', '강수빈, NP', '강수빈, np 6dp4xtk1hy', 'paste', 'via sch_zxdHzSY3', 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:48.279+00', '2026-11-22 16:34:48.437+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'v54wexijk6', 'v54wexijk6', '이영희, MD', '이영희, md v54wexijk6', 'paste', 'via sch_vKEB4ei5', 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:48.279+00', '2026-11-22 16:34:48.44+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_vKEB4ei5', 'v54wexijk6', 'Elm Street Family Practice', 'elm street family practice sch_vkeb4ei5', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.04+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_L1ceBV9A', '1atpz6o4ib', 'Harbor View Family Practice', 'harbor view family practice sch_l1cebv9a', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.003+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_UIBFzsyC', 'v54wexijk6', 'Park Avenue Health Center', 'park avenue health center sch_uibfzsyc', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.039+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_zxdHzSY3', '6dp4xtk1hy', 'Park Avenue Health Center', 'park avenue health center sch_zxdhzsy3', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.068+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_tFrY4diJ', '1atpz6o4ib', 'Place d''Armes Cabinet médical', 'place d''armes cabinet medical sch_tfry4dij', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.04+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_7CQ5LdmY', 'b1a7sx2o9v', 'Place d''Armes Children''s Clinic', 'place d''armes children''s clinic sch_7cq5ldmy', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:47.979+00', 1),
	('con_environment00000', 'idx_Vb5bEMimt624', 'practitioner', 'b1a7sx2o9v', 'b1a7sx2o9v', 'Dr. Kekoa Nāone', 'dr. kekoa naone b1a7sx2o9v', 'paste', 'via sch_7CQ5LdmY', 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:48.279+00', '2026-11-22 16:34:48.439+00', 3),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_InlAUZ1f', 'v54wexijk6', 'Place d''Armes Consultorio', 'place d''armes consultorio sch_inlauz1f', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:47.985+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_8SoyGi3a', '6dp4xtk1hy', 'Place d''Armes Health Center', 'place d''armes health center sch_8soygi3a', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:47.984+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_PSGCoP7c', '6dbsyoorx1', 'Place d''Armes Health Center', 'place d''armes health center sch_psgcop7c', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.026+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_yC3a2Ofi', '1atpz6o4ib', 'Plaza Mayor Consultorio', 'plaza mayor consultorio sch_yc3a2ofi', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.062+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_0YxznUQG', '1atpz6o4ib', 'Plaza Mayor Medical Group', 'plaza mayor medical group sch_0yxznuqg', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:47.947+00', 0),
	('con_environment00000', 'idx_Vb5bEMimt624', 'schedule', 'sch_Px4UzLl2', '6dp4xtk1hy', 'St. Brigid''s Women''s Health', 'st. brigid''s women''s health sch_px4uzll2', 'paste', NULL, 'found', NULL, '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.039+00', 0);


--
-- Data for Name: roster_import; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster_import VALUES
	('imp_ZO5K0AIxeGdI5Z7V', 'con_environment00000', 'idx_Vb5bEMimt624', 'done', '{"read":17,"practitioners":5,"schedules":12}', '{"kind":"person","id":"dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X","name":"Administrator"}', '2026-11-22 16:34:47.834+00', '2026-11-22 16:34:48.58+00');


--
-- Data for Name: roster_import_line; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.roster_import_line VALUES
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 11, 'sch_0YxznUQG', 'schedule', 'sch_0YxznUQG', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 2, 'sch_7CQ5LdmY', 'schedule', 'sch_7CQ5LdmY', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 8, 'sch_8SoyGi3a', 'schedule', 'sch_8SoyGi3a', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 5, 'sch_InlAUZ1f', 'schedule', 'sch_InlAUZ1f', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 10, 'sch_L1ceBV9A', 'schedule', 'sch_L1ceBV9A', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 3, 'sch_PSGCoP7c', 'schedule', 'sch_PSGCoP7c', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 7, 'sch_Px4UzLl2', 'schedule', 'sch_Px4UzLl2', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 4, 'sch_UIBFzsyC', 'schedule', 'sch_UIBFzsyC', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 13, 'sch_tFrY4diJ', 'schedule', 'sch_tFrY4diJ', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 6, 'sch_vKEB4ei5', 'schedule', 'sch_vKEB4ei5', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 12, 'sch_yC3a2Ofi', 'schedule', 'sch_yC3a2Ofi', NULL, NULL, 'found', NULL),
	('con_environment00000', 'imp_ZO5K0AIxeGdI5Z7V', 9, 'sch_zxdHzSY3', 'schedule', 'sch_zxdHzSY3', NULL, NULL, 'found', NULL);


--
-- Data for Name: service_request; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.service_request OVERRIDING SYSTEM VALUE VALUES
	(1, 'con_environment00000', '2026-11-22 16:34:47.664+00', 'POST', 'createIndexVersion', '/index_version', NULL, 'answered', 201, 160, 1, 'req_718d1ca5621', 'person', 'Administrator', 'req_U7Me0GvtYnQkxHVD', NULL, NULL, 1),
	(2, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_0YxznUQG', 'idx_Vb5bEMimt624', 'answered', 200, 50, 1, 'req_718d1ca5622', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(3, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_7CQ5LdmY', 'idx_Vb5bEMimt624', 'answered', 200, 82, 1, 'req_718d1ca5623', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(4, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_8SoyGi3a', 'idx_Vb5bEMimt624', 'answered', 200, 87, 1, 'req_718d1ca5624', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(5, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_InlAUZ1f', 'idx_Vb5bEMimt624', 'answered', 200, 88, 1, 'req_718d1ca5625', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(6, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_L1ceBV9A', 'idx_Vb5bEMimt624', 'answered', 200, 106, 1, 'req_718d1ca5626', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(7, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_PSGCoP7c', 'idx_Vb5bEMimt624', 'answered', 200, 129, 1, 'req_718d1ca5627', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(8, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_Px4UzLl2', 'idx_Vb5bEMimt624', 'answered', 200, 142, 1, 'req_718d1ca5628', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(9, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_UIBFzsyC', 'idx_Vb5bEMimt624', 'answered', 200, 142, 1, 'req_718d1ca5629', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(10, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_tFrY4diJ', 'idx_Vb5bEMimt624', 'answered', 200, 143, 1, 'req_718d1ca562a', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(11, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_vKEB4ei5', 'idx_Vb5bEMimt624', 'answered', 200, 143, 1, 'req_718d1ca562b', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(12, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_yC3a2Ofi', 'idx_Vb5bEMimt624', 'answered', 200, 165, 1, 'req_718d1ca562c', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(13, 'con_environment00000', '2026-11-22 16:34:47.897+00', 'GET', 'readSchedule', '/schedules/sch_zxdHzSY3', 'idx_Vb5bEMimt624', 'answered', 200, 171, 1, 'req_718d1ca562d', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(14, 'con_environment00000', '2026-11-22 16:34:48.429+00', 'GET', 'readPractitioner', '/practitioners/1atpz6o4ib', 'idx_Vb5bEMimt624', 'answered', 200, 5, 1, 'req_718d1ca562e', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(15, 'con_environment00000', '2026-11-22 16:34:48.429+00', 'GET', 'readPractitioner', '/practitioners/6dbsyoorx1', 'idx_Vb5bEMimt624', 'answered', 200, 7, 1, 'req_718d1ca562f', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(16, 'con_environment00000', '2026-11-22 16:34:48.429+00', 'GET', 'readPractitioner', '/practitioners/6dp4xtk1hy', 'idx_Vb5bEMimt624', 'answered', 200, 8, 1, 'req_718d1ca562g', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(17, 'con_environment00000', '2026-11-22 16:34:48.429+00', 'GET', 'readPractitioner', '/practitioners/b1a7sx2o9v', 'idx_Vb5bEMimt624', 'answered', 200, 10, 1, 'req_718d1ca562h', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(18, 'con_environment00000', '2026-11-22 16:34:48.429+00', 'GET', 'readPractitioner', '/practitioners/v54wexijk6', 'idx_Vb5bEMimt624', 'answered', 200, 11, 1, 'req_718d1ca562i', 'work', 'roster imports', NULL, NULL, NULL, 1),
	(19, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readPractitioner', '/practitioners/1atpz6o4ib', 'idx_standard', 'answered', 200, 15, 1, 'req_718d1ca562j', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(20, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readPractitioner', '/practitioners/6dbsyoorx1', 'idx_standard', 'answered', 200, 16, 1, 'req_718d1ca562k', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(21, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readPractitioner', '/practitioners/6dp4xtk1hy', 'idx_standard', 'answered', 200, 16, 1, 'req_718d1ca562l', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(22, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readPractitioner', '/practitioners/b1a7sx2o9v', 'idx_standard', 'answered', 200, 16, 1, 'req_718d1ca562m', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(23, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readPractitioner', '/practitioners/v54wexijk6', 'idx_standard', 'answered', 200, 43, 1, 'req_718d1ca562n', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(24, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_0YxznUQG', 'idx_standard', 'answered', 200, 44, 1, 'req_718d1ca562o', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(25, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_7CQ5LdmY', 'idx_standard', 'answered', 200, 44, 1, 'req_718d1ca562p', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(26, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_8SoyGi3a', 'idx_standard', 'answered', 200, 44, 1, 'req_718d1ca562q', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(27, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_InlAUZ1f', 'idx_standard', 'answered', 200, 44, 1, 'req_718d1ca562r', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(28, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_L1ceBV9A', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562s', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(29, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_PSGCoP7c', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562t', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(30, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_Px4UzLl2', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562u', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(31, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_UIBFzsyC', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562v', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(32, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_tFrY4diJ', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562w', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(33, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_vKEB4ei5', 'idx_standard', 'answered', 200, 45, 1, 'req_718d1ca562x', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(34, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_yC3a2Ofi', 'idx_standard', 'answered', 200, 46, 1, 'req_718d1ca562y', 'work', 'comparisons', NULL, NULL, NULL, 1),
	(35, 'con_environment00000', '2026-11-22 16:34:48.615+00', 'GET', 'readSchedule', '/schedules/sch_zxdHzSY3', 'idx_standard', 'answered', 200, 46, 1, 'req_718d1ca562z', 'work', 'comparisons', NULL, NULL, NULL, 1);


--
-- Data for Name: session; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.session VALUES
	('YRcOFfxDfMNxZuP0gkeb1wvXW3NBd1jn', '2026-11-23 16:34:47.471+00', 'FwCcnmVIFTfTqhL6TBKGc5Hsl14UtnyW', '2026-11-22 16:34:47.471+00', '2026-11-22 16:34:47.471+00', '127.0.0.1', 'node', 'dvMnyWdLYD37Y1xYS3fUaCKryKIj6v6X');


--
-- Data for Name: setting; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: sign_in_attempt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: verification; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Name: approval_order; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.approval_order', 2, true);


--
-- Name: change_staged_order_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.change_staged_order_seq', 3, true);


--
-- Name: journal_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.journal_seq_seq', 18, true);


--
-- Name: service_request_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.service_request_seq_seq', 35, true);


--
-- Name: access_token access_token_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_pkey PRIMARY KEY (id);


--
-- Name: access_token access_token_secret_hash_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_secret_hash_key UNIQUE (secret_hash);


--
-- Name: booking_attempt booking_attempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.booking_attempt
    ADD CONSTRAINT booking_attempt_pkey PRIMARY KEY (connection_id, id);


--
-- Name: change change_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_pkey PRIMARY KEY (id);


--
-- Name: change_set change_set_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change_set
    ADD CONSTRAINT change_set_pkey PRIMARY KEY (id);


--
-- Name: connection connection_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.connection
    ADD CONSTRAINT connection_pkey PRIMARY KEY (id);


--
-- Name: creation creation_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.creation
    ADD CONSTRAINT creation_pkey PRIMARY KEY (id);


--
-- Name: credential credential_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT credential_pkey PRIMARY KEY (id);


--
-- Name: evidence evidence_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_pkey PRIMARY KEY (id);


--
-- Name: field_memory field_memory_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.field_memory
    ADD CONSTRAINT field_memory_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id, field);


--
-- Name: given_id given_id_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.given_id
    ADD CONSTRAINT given_id_pkey PRIMARY KEY (connection_id, index_id, record_type, provisional_id);


--
-- Name: index_version index_version_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.index_version
    ADD CONSTRAINT index_version_pkey PRIMARY KEY (connection_id, id);


--
-- Name: journal journal_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (seq);


--
-- Name: journal journal_sealed_seq_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_sealed_seq_key UNIQUE (sealed_seq);


--
-- Name: kysely_migration_lock kysely_migration_lock_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);


--
-- Name: kysely_migration kysely_migration_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);


--
-- Name: original original_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.original
    ADD CONSTRAINT original_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id);


--
-- Name: override override_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.override
    ADD CONSTRAINT override_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id, field, element);


--
-- Name: person person_email_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_email_key UNIQUE (email);


--
-- Name: person person_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.person
    ADD CONSTRAINT person_pkey PRIMARY KEY (id);


--
-- Name: plan plan_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (connection_id, id);


--
-- Name: profile_revision profile_revision_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.profile_revision
    ADD CONSTRAINT profile_revision_pkey PRIMARY KEY (connection_id, number);


--
-- Name: proof proof_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.proof
    ADD CONSTRAINT proof_pkey PRIMARY KEY (connection_id, operation, profile_hash);


--
-- Name: reading reading_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reading
    ADD CONSTRAINT reading_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id);


--
-- Name: receipt receipt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.receipt
    ADD CONSTRAINT receipt_pkey PRIMARY KEY (id);


--
-- Name: record_reference record_reference_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_reference
    ADD CONSTRAINT record_reference_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id, meaning);


--
-- Name: record_summary record_summary_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.record_summary
    ADD CONSTRAINT record_summary_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id);


--
-- Name: roster_entry roster_entry_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_entry
    ADD CONSTRAINT roster_entry_pkey PRIMARY KEY (connection_id, index_id, record_type, record_id);


--
-- Name: roster_import_line roster_import_line_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_import_line
    ADD CONSTRAINT roster_import_line_pkey PRIMARY KEY (import_id, line);


--
-- Name: roster_import roster_import_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_import
    ADD CONSTRAINT roster_import_pkey PRIMARY KEY (id);


--
-- Name: service_request service_request_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.service_request
    ADD CONSTRAINT service_request_pkey PRIMARY KEY (seq);


--
-- Name: session session_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_pkey PRIMARY KEY (id);


--
-- Name: session session_token_key; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT session_token_key UNIQUE (token);


--
-- Name: setting setting_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.setting
    ADD CONSTRAINT setting_pkey PRIMARY KEY (key);


--
-- Name: sign_in_attempt sign_in_attempt_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sign_in_attempt
    ADD CONSTRAINT sign_in_attempt_pkey PRIMARY KEY (id);


--
-- Name: verification verification_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.verification
    ADD CONSTRAINT verification_pkey PRIMARY KEY (id);


--
-- Name: access_token_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX access_token_by_age ON public.access_token USING btree (connection_id, created_at, id);


--
-- Name: booking_attempt_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX booking_attempt_by_age ON public.booking_attempt USING btree (connection_id, at);


--
-- Name: booking_attempt_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX booking_attempt_open ON public.booking_attempt USING btree (connection_id, slot_digest) WHERE ((slot_digest IS NOT NULL) AND (state = ANY (ARRAY['sending'::text, 'unknown'::text])));


--
-- Name: change_by_record; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_by_record ON public.change USING btree (connection_id, index_id, record_type, record_id, approval_order);


--
-- Name: change_by_set; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_by_set ON public.change USING btree (change_set_id, created_at, id);


--
-- Name: change_by_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_by_state ON public.change USING btree (connection_id, state, id);


--
-- Name: change_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_due ON public.change USING btree (connection_id, try_after) WHERE (state = ANY (ARRAY['sending'::text, 'unknown'::text, 'deferred'::text]));


--
-- Name: change_set_by_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_set_by_index ON public.change_set USING btree (connection_id, index_id, created_at, id);


--
-- Name: change_set_open; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX change_set_open ON public.change_set USING btree (connection_id, send_after) WHERE (send_after IS NOT NULL);


--
-- Name: creation_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX creation_by_age ON public.creation USING btree (connection_id, created_at, id);


--
-- Name: creation_open_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX creation_open_once ON public.creation USING btree (connection_id, name) WHERE (state = ANY (ARRAY['sending'::text, 'unknown'::text]));


--
-- Name: credential_by_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX credential_by_person ON public.credential USING btree ("userId");


--
-- Name: index_version_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX index_version_by_age ON public.index_version USING btree (connection_id, created_at, id);


--
-- Name: index_version_by_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX index_version_by_search ON public.index_version USING btree (connection_id, search, id);


--
-- Name: journal_by_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX journal_by_index ON public.journal USING btree (connection_id, index_id, seq);


--
-- Name: journal_by_subject; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX journal_by_subject ON public.journal USING btree (subject, seq);


--
-- Name: journal_unsealed; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX journal_unsealed ON public.journal USING btree (seq) WHERE (sealed_seq IS NULL);


--
-- Name: override_by_record; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX override_by_record ON public.override USING btree (connection_id, record_type, record_id);


--
-- Name: plan_by_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX plan_by_search ON public.plan USING btree (connection_id, search, id);


--
-- Name: receipt_by_change; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX receipt_by_change ON public.receipt USING btree (change_id, at, id);


--
-- Name: record_reference_by_target; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX record_reference_by_target ON public.record_reference USING btree (connection_id, index_id, target_type, target_id);


--
-- Name: record_summary_by_practitioner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX record_summary_by_practitioner ON public.record_summary USING btree (connection_id, index_id, practitioner_id);


--
-- Name: roster_entry_by_age; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_by_age ON public.roster_entry USING btree (connection_id, index_id, record_type, added_at, record_id);


--
-- Name: roster_entry_by_need; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_by_need ON public.roster_entry USING btree (connection_id, index_id, record_type, need DESC, search, record_id);


--
-- Name: roster_entry_by_practitioner; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_by_practitioner ON public.roster_entry USING btree (connection_id, index_id, practitioner_id, record_type, record_id);


--
-- Name: roster_entry_by_record; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_by_record ON public.roster_entry USING btree (connection_id, record_type, record_id);


--
-- Name: roster_entry_by_search; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_by_search ON public.roster_entry USING btree (connection_id, index_id, record_type, search, record_id);


--
-- Name: roster_entry_unsettled; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_entry_unsettled ON public.roster_entry USING btree (connection_id, index_id, record_type, record_id) WHERE (state = ANY (ARRAY['waiting'::text, 'failed'::text]));


--
-- Name: roster_import_by_index; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_import_by_index ON public.roster_import USING btree (connection_id, index_id, created_at, id);


--
-- Name: roster_import_line_by_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX roster_import_line_by_state ON public.roster_import_line USING btree (import_id, state, line);


--
-- Name: session_by_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX session_by_person ON public.session USING btree ("userId");


--
-- Name: sign_in_attempt_by_account; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sign_in_attempt_by_account ON public.sign_in_attempt USING btree (account, at);


--
-- Name: verification_by_identifier; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX verification_by_identifier ON public.verification USING btree (identifier);


--
-- Name: credential credential_is_journalled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER credential_is_journalled AFTER INSERT OR DELETE OR UPDATE ON public.credential FOR EACH ROW EXECUTE FUNCTION public.journal_sign_in_table();


--
-- Name: original original_is_kept; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER original_is_kept BEFORE UPDATE ON public.original FOR EACH ROW EXECUTE FUNCTION public.refuse_original_update();


--
-- Name: person person_is_journalled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER person_is_journalled AFTER INSERT OR DELETE OR UPDATE ON public.person FOR EACH ROW EXECUTE FUNCTION public.journal_sign_in_table();


--
-- Name: session session_is_journalled; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER session_is_journalled AFTER INSERT OR DELETE ON public.session FOR EACH ROW EXECUTE FUNCTION public.journal_sign_in_table();


--
-- Name: access_token access_token_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.access_token
    ADD CONSTRAINT access_token_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES public.connection(id);


--
-- Name: change change_change_set_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_change_set_id_fkey FOREIGN KEY (change_set_id) REFERENCES public.change_set(id);


--
-- Name: change change_evidence_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change
    ADD CONSTRAINT change_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES public.evidence(id);


--
-- Name: change_set change_set_connection_id_index_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change_set
    ADD CONSTRAINT change_set_connection_id_index_id_fkey FOREIGN KEY (connection_id, index_id) REFERENCES public.index_version(connection_id, id);


--
-- Name: change_set change_set_evidence_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.change_set
    ADD CONSTRAINT change_set_evidence_id_fkey FOREIGN KEY (evidence_id) REFERENCES public.evidence(id);


--
-- Name: creation creation_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.creation
    ADD CONSTRAINT creation_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES public.connection(id);


--
-- Name: credential credential_userId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.credential
    ADD CONSTRAINT "credential_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.person(id) ON DELETE CASCADE;


--
-- Name: evidence evidence_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.evidence
    ADD CONSTRAINT evidence_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES public.connection(id);


--
-- Name: index_version index_version_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.index_version
    ADD CONSTRAINT index_version_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES public.connection(id);


--
-- Name: override override_change_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.override
    ADD CONSTRAINT override_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.change(id);


--
-- Name: plan plan_connection_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES public.connection(id);


--
-- Name: receipt receipt_change_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.receipt
    ADD CONSTRAINT receipt_change_id_fkey FOREIGN KEY (change_id) REFERENCES public.change(id);


--
-- Name: roster_entry roster_entry_connection_id_index_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_entry
    ADD CONSTRAINT roster_entry_connection_id_index_id_fkey FOREIGN KEY (connection_id, index_id) REFERENCES public.index_version(connection_id, id);


--
-- Name: roster_import roster_import_connection_id_index_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_import
    ADD CONSTRAINT roster_import_connection_id_index_id_fkey FOREIGN KEY (connection_id, index_id) REFERENCES public.index_version(connection_id, id);


--
-- Name: roster_import_line roster_import_line_import_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.roster_import_line
    ADD CONSTRAINT roster_import_line_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.roster_import(id) ON DELETE CASCADE;


--
-- Name: session session_userId_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.session
    ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES public.person(id) ON DELETE CASCADE;


--
-- PostgreSQL database dump complete
--


