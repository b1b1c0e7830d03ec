-- Receipts that were handed out, each with a number of its own, without gaps.
create table payment_receipts (
  payment_id uuid primary key constraint payment_receipts_payment_id_fkey references payments on delete restrict,
  number bigint not null constraint payment_receipts_number_key unique,
  issued_at timestamptz not null,
  issued_by_user_id uuid constraint payment_receipts_issued_by_user_id_fkey references users on delete restrict
);
create trigger payment_receipts_append_only before update or delete on payment_receipts
  for each row execute function refuse_changing_money();
