-- What was written to people outside, and what became of it.
create table mails (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  kind text not null,
  -- kept: written, and there is no mail server to send it by.
  status text not null constraint mails_status_check check (status in ('queued', 'sent', 'failed', 'kept')),
  language text not null,
  recipient text not null,
  subject text not null,
  content jsonb not null,
  -- By reference: [{"reservation_id", "name"}], printed when they are sent.
  attachments jsonb not null default '[]',
  error text,
  attempts int not null default 0 constraint mails_attempts_check check (attempts >= 0),
  sent_at timestamptz,
  entity_type text,
  entity_id uuid,
  entity_label text,
  -- The job that wrote it: done twice, it writes once.
  job_id uuid,
  search_text text generated always as (
    search_fold(subject || ' ' || recipient || ' ' || coalesce(entity_label, ''))
  ) stored,
  constraint mails_sent_at_check check (status <> 'sent' or sent_at is not null)
);
create unique index mails_job_id_idx on mails (job_id, entity_id);
create index mails_created_at_idx on mails (created_at, id);
create index mails_status_idx on mails (status, created_at, id);
create index mails_entity_id_idx on mails (entity_id, created_at, id);
create index mails_search_idx on mails using gin (search_text gin_trgm_ops);

-- Where passengers reach the company: under every mail, and where their answers go.
alter table company
  add column contact_email text,
  add column contact_phone text;
