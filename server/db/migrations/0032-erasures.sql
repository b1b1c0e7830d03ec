-- Whose personal data was removed: read again after a backup is restored, which may be older.
create table erasures (
  customer_id uuid primary key,
  at timestamptz not null,
  by_name text not null,
  reason text not null
);

-- Why the data of a customer has to stay for now, a law suit for one.
alter table customers add column legal_hold_reason text;

-- What is kept as it was gives up a person's data when the law asks for it, and only then.
create or replace function audit_events_refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('wayline.erasing', true) = 'on' then
    return new;
  end if;
  raise exception 'audit_events is append-only: % is refused', lower(tg_op);
end $$;
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'reservation_snapshots' and current_setting('wayline.erasing', true) = 'on' then
    return new;
  end if;
  raise exception '% keeps what was promised: % is refused', tg_table_name, lower(tg_op);
end $$;
