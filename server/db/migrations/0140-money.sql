-- Who owes what to whom: a sub-ledger in double entry. A transaction is written once, with all of its entries, by what
-- causes it, and never changed; a mistake is reversed by an opposite transaction that names it.
create table ledger_transactions (
  id uuid primary key,
  at timestamptz not null,
  kind text not null constraint ledger_transactions_kind_check check (kind in (
    'opening', 'sold', 'changed', 'travelled', 'cancelled', 'reinstated', 'handed_over', 'farmed_out', 'paid', 'refunded',
    'written_off', 'reversed', 'provider_paid_out', 'statement_paid', 'operator_paid', 'till_opened', 'till_moved',
    'till_counted'
  )),
  reservation_id uuid constraint ledger_transactions_reservation_id_fkey references reservations on delete restrict,
  journey_id uuid constraint ledger_transactions_journey_id_fkey references journeys on delete restrict,
  payment_id uuid,
  statement_id uuid,
  till_session_id uuid,
  reverses_id uuid constraint ledger_transactions_reverses_id_fkey references ledger_transactions on delete restrict
    constraint ledger_transactions_reverses_id_key unique,
  -- By id alone: names are in the history, and an erasure need not look here.
  actor_kind text not null
    constraint ledger_transactions_actor_kind_check check (actor_kind in ('user', 'partner', 'system')),
  actor_id uuid,
  place text not null
    constraint ledger_transactions_place_check check (place in ('desk', 'till', 'portal', 'provider', 'system')),
  reason text
);
create index ledger_transactions_at_idx on ledger_transactions using brin (at);
create index ledger_transactions_reservation_id_idx on ledger_transactions (reservation_id)
  where reservation_id is not null;
create index ledger_transactions_journey_id_idx on ledger_transactions (journey_id) where journey_id is not null;
create index ledger_transactions_payment_id_idx on ledger_transactions (payment_id) where payment_id is not null;
create index ledger_transactions_till_session_id_idx on ledger_transactions (till_session_id)
  where till_session_id is not null;

create table ledger_entries (
  transaction_id uuid not null
    constraint ledger_entries_transaction_id_fkey references ledger_transactions on delete restrict,
  -- From 1.
  line smallint not null,
  account text not null constraint ledger_entries_account_check check (account in (
    'tills', 'bank', 'provider', 'customers', 'partners', 'operators', 'tax', 'unearned', 'transport', 'addons', 'fees',
    'farmed_out', 'commission', 'provider_fees', 'written_off', 'till_differences', 'opening'
  )),
  -- The till or the partner that the account is divided by.
  sub_id uuid,
  -- The rate that tax is divided by, in basis points.
  tax_bp int,
  -- A debit; less than zero is a credit.
  amount_minor bigint not null constraint ledger_entries_amount_minor_check check (amount_minor <> 0),
  currency text not null constraint ledger_entries_currency_check check (currency ~ '^[A-Z]{3}$'),
  primary key (transaction_id, line),
  constraint ledger_entries_sub_id_check check (account not in ('partners', 'operators') or sub_id is not null),
  constraint ledger_entries_tax_bp_check check ((account = 'tax') = (tax_bp is not null))
);
create index ledger_entries_sub_id_idx on ledger_entries (sub_id, account, currency) include (amount_minor)
  where sub_id is not null;

-- An erasure takes words out of reasons, and nothing else.
create function refuse_changing_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('wayline.erasing', true) = 'on'
    and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  raise exception '% only grows: % is refused. Reverse it by an opposite transaction.', tg_table_name, lower(tg_op);
end $$;
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_changing_money();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_changing_money();

-- One look at each statement that writes entries: what it leaves of a transaction adds up to nothing, in one currency.
create function refuse_unbalanced_money() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  select e.transaction_id into wrong
  from ledger_entries e where e.transaction_id in (select w.transaction_id from written w)
  group by e.transaction_id
  having sum(e.amount_minor) <> 0 or min(e.currency) <> max(e.currency)
  limit 1;
  if wrong is not null then
    raise exception using errcode = '23514', constraint = 'ledger_entries_balance_check', table = 'ledger_entries',
      message = format('the entries of transaction %s do not sum to zero in one currency', wrong);
  end if;
  return null;
end $$;
create trigger ledger_entries_balance after insert on ledger_entries
  referencing new table as written for each statement execute function refuse_unbalanced_money();

-- A transaction that says nothing is refused at the commit.
create function refuse_empty_money() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_entries e where e.transaction_id = new.id) then
    raise exception using errcode = '23514', constraint = 'ledger_transactions_entries_check',
      table = 'ledger_transactions', message = format('transaction %s has no entries', new.id);
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_entries after insert on ledger_transactions
  deferrable initially deferred for each row execute function refuse_empty_money();

-- Tills: a place where cash lies, opened with a float by one person, counted and closed.
create table tills (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text not null constraint tills_code_key unique,
  name text not null,
  station_id uuid constraint tills_station_id_fkey references stations on delete restrict,
  currency text not null,
  status text not null default 'active' constraint tills_status_check check (status in ('active', 'inactive'))
);

create table till_sessions (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  till_id uuid not null constraint till_sessions_till_id_fkey references tills on delete restrict,
  user_id uuid not null constraint till_sessions_user_id_fkey references users on delete restrict,
  opened_at timestamptz not null,
  float_minor bigint not null default 0 constraint till_sessions_float_minor_check check (float_minor >= 0),
  closed_at timestamptz,
  closed_by_user_id uuid constraint till_sessions_closed_by_user_id_fkey references users on delete restrict,
  counted_minor bigint,
  -- What the entries came to when it was closed.
  expected_minor bigint,
  difference_reason text,
  -- Who takes it over without its being emptied.
  handed_to_session_id uuid constraint till_sessions_handed_to_session_id_fkey references till_sessions,
  constraint till_sessions_closed_at_check
    check ((closed_at is null) = (counted_minor is null) and (closed_at is null) = (expected_minor is null)),
  constraint till_sessions_difference_reason_check
    check (counted_minor is not distinct from expected_minor or difference_reason is not null)
);
create unique index till_sessions_till_id_key on till_sessions (till_id) where closed_at is null;
create index till_sessions_user_id_idx on till_sessions (user_id, opened_at);
create index till_sessions_opened_at_idx on till_sessions (opened_at, id);

create table till_counts (
  id uuid primary key,
  till_session_id uuid not null constraint till_counts_till_session_id_fkey references till_sessions on delete restrict,
  kind text not null constraint till_counts_kind_check check (kind in ('opening', 'hand_over', 'closing')),
  at timestamptz not null,
  user_id uuid not null constraint till_counts_user_id_fkey references users on delete restrict,
  -- [{"denomination_minor": 5000, "pieces": 3}]: coins and notes.
  pieces jsonb not null,
  total_minor bigint not null
);
create index till_counts_till_session_id_idx on till_counts (till_session_id);

-- What partners were sent for a period: numbered without gaps, frozen once it is closed.
create table partner_statements (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  number bigint not null constraint partner_statements_number_key unique,
  partner_id uuid not null constraint partner_statements_partner_id_fkey references partners on delete restrict,
  from_date date not null,
  to_date date not null,
  currency text not null,
  gross_minor bigint not null,
  commission_minor bigint not null,
  net_minor bigint not null,
  paid_minor bigint not null default 0,
  closed_at timestamptz not null,
  closed_by_user_id uuid constraint partner_statements_closed_by_user_id_fkey references users on delete restrict,
  due_on date,
  constraint partner_statements_to_date_check check (to_date >= from_date),
  constraint partner_statements_net_minor_check check (net_minor = gross_minor - commission_minor)
);
create index partner_statements_partner_id_idx on partner_statements (partner_id, to_date);

create table partner_statement_lines (
  statement_id uuid not null
    constraint partner_statement_lines_statement_id_fkey references partner_statements on delete restrict,
  position int not null,
  reservation_id uuid not null
    constraint partner_statement_lines_reservation_id_fkey references reservations on delete restrict,
  reference text not null,
  travel_at timestamptz,
  gross_minor bigint not null,
  commission_minor bigint not null,
  net_minor bigint not null,
  primary key (statement_id, position)
);
create index partner_statement_lines_reservation_id_idx on partner_statement_lines (reservation_id);
create trigger partner_statement_lines_append_only before update or delete on partner_statement_lines
  for each row execute function refuse_changing_money();

-- The last number that was given of what is numbered without gaps; whoever gives one locks its row.
create table document_numbers (
  kind text primary key,
  last bigint not null default 0
);

-- Money that came or went back, or is to.
create table payments (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reference text not null constraint payments_reference_key unique,
  direction text not null constraint payments_direction_check check (direction in ('payment', 'refund')),
  method text not null constraint payments_method_check
    check (method in ('cash', 'terminal', 'transfer', 'link', 'opening', 'written_off')),
  state text not null
    constraint payments_state_check check (state in ('pending', 'posted', 'voided', 'expired')),
  amount_minor bigint not null constraint payments_amount_minor_check check (amount_minor > 0),
  currency text not null,
  reservation_id uuid constraint payments_reservation_id_fkey references reservations on delete restrict,
  partner_id uuid constraint payments_partner_id_fkey references partners on delete restrict,
  statement_id uuid constraint payments_statement_id_fkey references partner_statements on delete restrict,
  posted_at timestamptz,
  expires_at timestamptz,
  tendered_minor bigint,
  till_id uuid constraint payments_till_id_fkey references tills on delete restrict,
  till_session_id uuid constraint payments_till_session_id_fkey references till_sessions on delete restrict,
  refund_of_id uuid constraint payments_refund_of_id_fkey references payments on delete restrict,
  reverses_id uuid constraint payments_reverses_id_fkey references payments on delete restrict
    constraint payments_reverses_id_key unique,
  provider text constraint payments_provider_check check (provider in ('fake', 'stripe')),
  provider_reference text,
  card_brand text,
  card_last4 text constraint payments_card_last4_check check (card_last4 ~ '^\d{4}$'),
  fee_minor bigint,
  place text not null
    constraint payments_place_check check (place in ('desk', 'till', 'portal', 'provider', 'system')),
  user_id uuid constraint payments_user_id_fkey references users on delete restrict,
  needs_approval boolean not null default false,
  approved_by_user_id uuid constraint payments_approved_by_user_id_fkey references users on delete restrict,
  reason text,
  constraint payments_reservation_id_check check (num_nonnulls(reservation_id, statement_id) = 1),
  constraint payments_posted_at_check check ((state = 'posted') = (posted_at is not null)),
  constraint payments_tendered_minor_check
    check (tendered_minor is null or (method = 'cash' and tendered_minor >= amount_minor)),
  constraint payments_approved_by_user_id_check
    check (approved_by_user_id is null or approved_by_user_id <> user_id)
);
create index payments_reservation_id_idx on payments (reservation_id, created_at) where reservation_id is not null;
create index payments_statement_id_idx on payments (statement_id) where statement_id is not null;
create index payments_created_at_idx on payments (created_at, id);
create index payments_posted_at_idx on payments (posted_at, id) where posted_at is not null;
create index payments_pending_idx on payments (created_at) where state = 'pending';
create index payments_till_session_id_idx on payments (till_session_id) where till_session_id is not null;
create index payments_refund_of_id_idx on payments (refund_of_id) where refund_of_id is not null;
create unique index payments_provider_reference_key on payments (provider, direction, provider_reference)
  where provider is not null;

-- What was pending ends once; what is posted, voided or expired stays as it is.
create function refuse_changing_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('wayline.erasing', true) = 'on'
    and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then
    return new;
  end if;
  if tg_op = 'DELETE' or old.state <> 'pending'
    or (new.reference, new.direction, new.method, new.amount_minor, new.currency, new.reservation_id, new.statement_id)
      is distinct from
      (old.reference, old.direction, old.method, old.amount_minor, old.currency, old.reservation_id, old.statement_id)
  then
    raise exception 'payments keep what was paid: % is refused. Reverse it by another payment.', lower(tg_op);
  end if;
  return new;
end $$;
create trigger payments_keep before update or delete on payments
  for each row execute function refuse_changing_payment();

alter table ledger_transactions
  add constraint ledger_transactions_payment_id_fkey foreign key (payment_id) references payments on delete restrict,
  add constraint ledger_transactions_statement_id_fkey
    foreign key (statement_id) references partner_statements on delete restrict,
  add constraint ledger_transactions_till_session_id_fkey
    foreign key (till_session_id) references till_sessions on delete restrict;

-- A page where somebody pays. The token is in the address alone; here is its hash.
create table payment_links (
  id uuid primary key,
  payment_id uuid not null constraint payment_links_payment_id_fkey references payments on delete restrict
    constraint payment_links_payment_id_key unique,
  token_sha256 text not null constraint payment_links_token_sha256_key unique,
  sent_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  -- The provider's own page for it, as of the last click.
  session_reference text,
  session_url text,
  session_expires_at timestamptz,
  -- When the provider was last asked what became of it.
  looked_up_at timestamptz
);
create index payment_links_session_reference_idx on payment_links (session_reference) where session_reference is not null;

-- What providers tell, each applied once by its id.
create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  applied_at timestamptz,
  outcome text,
  payment_id uuid constraint provider_events_payment_id_fkey references payments on delete restrict,
  -- Without anything of a card but its brand and last four digits.
  content jsonb not null,
  primary key (provider, event_id)
);
create index provider_events_unapplied_idx on provider_events (received_at) where applied_at is null;
create index provider_events_payment_id_idx on provider_events (payment_id) where payment_id is not null;

-- How a reservation is to be paid, in the words of the payments.
alter table reservations drop constraint reservations_payment_method_check;
update reservations set payment_method = case payment_method
    when 'card_external' then 'terminal' when 'bank' then 'transfer' else 'partner' end
  where payment_method in ('card_external', 'bank', 'partner_collects');
alter table reservations add constraint reservations_payment_method_check
  check (payment_method in ('cash', 'terminal', 'link', 'transfer', 'on_account', 'partner'));

-- Until when it has to be paid, and when whoever booked was reminded of it.
alter table reservations
  add column pay_by timestamptz,
  add column pay_reminded_at timestamptz,
  -- What the company that runs the hire is paid.
  add column operator_cost_minor bigint constraint reservations_operator_cost_minor_check check (operator_cost_minor >= 0);
create index reservations_pay_by_idx on reservations (pay_by) where pay_by is not null;
alter table journeys
  add column operator_cost_minor bigint constraint journeys_operator_cost_minor_check check (operator_cost_minor >= 0);

alter table company
  add column refund_limit_minor bigint default 10000
    constraint company_refund_limit_minor_check check (refund_limit_minor >= 0),
  add column cash_needs_till boolean not null default false,
  add column allows_unpaid boolean not null default true,
  add column pay_by_hours int constraint company_pay_by_hours_check check (pay_by_hours between 0 and 1440),
  add column pay_reminder_hours int not null default 24
    constraint company_pay_reminder_hours_check check (pay_reminder_hours between 0 and 1440),
  add column account_codes jsonb not null default '{}';
