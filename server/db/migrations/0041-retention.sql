-- How long data is kept; null: for ever.
alter table company
  add column customers_kept_months int constraint company_customers_kept_months_check check (customers_kept_months > 0),
  add column mail_content_kept_days int constraint company_mail_content_kept_days_check check (mail_content_kept_days > 0),
  add column partner_log_kept_days int not null default 30
    constraint company_partner_log_kept_days_check check (partner_log_kept_days > 0),
  -- When all customers whose time was over had last been erased.
  add column retention_done_at timestamptz;

-- Mails that still say something.
create index mails_content_kept_idx on mails (created_at) where content <> '[]';
-- What was booked for nobody, by the address that it was booked from.
create index reservations_nobodys_email_idx on reservations (lower(lead_email))
  where customer_id is null and lead_email is not null;
