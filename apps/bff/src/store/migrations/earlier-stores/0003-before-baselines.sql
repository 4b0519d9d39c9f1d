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
      row_id text;
      person_id text;
    begin
      if tg_op = 'DELETE' then row_id := old."id"; else row_id := new."id"; end if;
      if tg_table_name = 'person' then person_id := row_id;
      elsif tg_op = 'DELETE' then person_id := old."userId";
      else person_id := new."userId"; end if;
      insert into journal (at, actor, action, subject)
        values (clock_timestamp(), json_build_object('kind', 'console', 'id', 'sign-in', 'name', 'sign-in'),
          tg_table_name || ' ' || lower(tg_op), person_id);
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
    try_after timestamp with time zone,
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
    known json
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
    hash text
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
	('tok_DpzHTF1SEiTANj5S', 'con_environment00000', 'An app', '86c4a60cd83a535ba5cd91102caff733a1bb76221f61b225262ce4867d28e98f', 'k0yE', '{"kind":"person","id":"ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe","name":"Administrator"}', '2026-11-22 16:32:24.163+00', '2027-02-20 16:32:24.163+00', NULL, NULL);


--
-- Data for Name: change; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: change_set; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: connection; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.connection VALUES
	('con_environment00000', 'Test service', 'http://127.0.0.1:4805', '2026-09-01', 'test', NULL, NULL, 'v1.KmcvL+nBLYSHP65VwwBTe/ZWOJCObI13O/2tXsLp5M6v7G/+W3BQBDw6frXhW2AJPCHrAilaUZ4k', '2026-11-22 16:32:19.984+00', '2026-11-22 16:32:19.984+00');


--
-- Data for Name: creation; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: credential; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.credential VALUES
	('98cTfDi504QfB3wK5eeQbLR6whDTstRz', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', 'credential', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', NULL, NULL, NULL, NULL, NULL, NULL, 'c8467d5d68b5182287625e45c0a532dd:d21d3c704cf6cbc9f1166027079a8d7180101a73307806c54101ed5c896d19c169378de752823bd8ebf22b8c6440c8c600278427f6a09c4448fe0bc887b35550', '2026-11-22 16:32:21.991+00', '2026-11-22 16:32:21.991+00');


--
-- Data for Name: evidence; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: field_memory; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: index_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.index_version VALUES
	('con_environment00000', 'idx_standard', NULL, 'Standard index', 'standard index idx_standard', NULL, NULL, '', 'standard', 'leave', 0, '2026-11-22 16:32:19.984+00', '{"kind":"console","id":"start","name":"Directory Console"}', NULL, 1),
	('con_environment00000', 'idx_test_mode_custom', NULL, 'Test index', 'test index idx_test_mode_custom', NULL, NULL, '', 'test', 'leave', 0, '2026-11-22 16:32:19.984+00', '{"kind":"console","id":"start","name":"Directory Console"}', NULL, 1);


--
-- Data for Name: journal; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.journal OVERRIDING SYSTEM VALUE VALUES
	(1, 'con_environment00000', '2026-11-22 16:32:19.984+00', '{"kind":"console","id":"start","name":"Directory Console"}', 'connection.create', 'con_environment00000', NULL, NULL, '{"baseUrl":"http://127.0.0.1:4805","apiVersion":"2026-09-01","mode":"test","profileHash":null}', NULL, NULL, NULL, NULL),
	(2, NULL, '2026-11-22 16:32:21.913+00', '{"kind" : "console", "id" : "sign-in", "name" : "sign-in"}', 'person insert', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(3, NULL, '2026-11-22 16:32:21.994+00', '{"kind" : "console", "id" : "sign-in", "name" : "sign-in"}', 'credential insert', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(4, NULL, '2026-11-22 16:32:24.11+00', '{"kind" : "console", "id" : "sign-in", "name" : "sign-in"}', 'session insert', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	(5, 'con_environment00000', '2026-11-22 16:32:24.163+00', '{"kind":"person","id":"ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe","name":"Administrator"}', 'token.create', 'tok_DpzHTF1SEiTANj5S', NULL, NULL, '{"id":"tok_DpzHTF1SEiTANj5S","name":"An app","lastFour":"k0yE","createdAt":"2026-11-22T16:32:24.163Z","expiresAt":"2027-02-20T16:32:24.163Z","lastUsedAt":null}', NULL, 'req_cG1PxqhuFPX6NaEr', NULL, NULL);


--
-- Data for Name: kysely_migration; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration VALUES
	('0001-foundation', '2026-11-22T16:32:19.521Z'),
	('0002-sending', '2026-11-22T16:32:19.572Z'),
	('0003-summaries', '2026-11-22T16:32:19.737Z');


--
-- Data for Name: kysely_migration_lock; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.kysely_migration_lock VALUES
	('migration_lock', 0);


--
-- Data for Name: original; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: override; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: person; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.person VALUES
	('ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe', 'Administrator', 'ada@example.org', false, NULL, '2026-11-22 16:32:21.888+00', '2026-11-22 16:32:21.888+00', 'admin');


--
-- Data for Name: plan; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: reading; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: receipt; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: record_summary; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: roster_entry; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: roster_import; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: roster_import_line; Type: TABLE DATA; Schema: public; Owner: -
--



--
-- Data for Name: session; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.session VALUES
	('Hb38B5Rh1MgaS0u6CRCp5xwmceroebQi', '2026-11-23 16:32:24.103+00', 'eign0VQcEeIYcM2sIpYHamSmJWhv3gJe', '2026-11-22 16:32:24.103+00', '2026-11-22 16:32:24.103+00', '127.0.0.1', 'node', 'ozVagxOkJWgeHZxXc7kct7sVVKnyPZhe');


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

SELECT pg_catalog.setval('public.approval_order', 1, false);


--
-- Name: journal_seq_seq; Type: SEQUENCE SET; Schema: public; Owner: -
--

SELECT pg_catalog.setval('public.journal_seq_seq', 5, true);


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

CREATE INDEX roster_entry_by_need ON public.roster_entry USING btree (connection_id, index_id, record_type, need, search, record_id);


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


