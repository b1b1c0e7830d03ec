-- A statement asks for what passengers paid the partner: what they paid us is taken off. Its lines name the trip as it was.
alter table partner_statements
  drop constraint partner_statements_net_minor_check,
  add column collected_minor bigint not null default 0,
  add constraint partner_statements_net_minor_check check (net_minor = gross_minor - commission_minor - collected_minor);
alter table partner_statement_lines
  add column collected_minor bigint not null default 0,
  add column partner_reference text,
  add column origin jsonb,
  add column destination jsonb,
  -- The clock that the departure is told by.
  add column timezone text not null default 'UTC';

-- Once closed a statement is paid, and nothing else of it changes.
create function refuse_changing_statement() returns trigger language plpgsql as $$
declare
  of_payments constant text[] := array['paid_minor', 'version', 'updated_at'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - of_payments = to_jsonb(old) - of_payments then
    return new;
  end if;
  raise exception 'a closed statement stays as it is: % is refused. What comes after goes into the next one.', lower(tg_op);
end $$;
create trigger partner_statements_frozen before update or delete on partner_statements
  for each row execute function refuse_changing_statement();

create index ledger_transactions_statement_id_idx on ledger_transactions (statement_id) where statement_id is not null;
