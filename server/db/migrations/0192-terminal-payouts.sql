-- What the company of the card terminals has transferred to the bank, with its entries in a ledger transaction.
create table terminal_payouts (
  id uuid primary key,
  transaction_id uuid not null constraint terminal_payouts_transaction_id_key unique
    constraint terminal_payouts_transaction_id_fkey references ledger_transactions on delete restrict
    -- The last statement of a database transaction writes the ledger.
    deferrable initially deferred,
  number int not null constraint terminal_payouts_number_key unique,
  created_at timestamptz not null default now(),
  paid_on date not null,
  currency text not null,
  amount_minor bigint not null constraint terminal_payouts_amount_minor_check check (amount_minor > 0),
  fee_minor bigint not null constraint terminal_payouts_fee_minor_check check (fee_minor >= 0),
  reference text,
  user_id uuid constraint terminal_payouts_user_id_fkey references users on delete restrict
);
create trigger terminal_payouts_append_only before update or delete on terminal_payouts
  for each row execute function refuse_changing_money();
