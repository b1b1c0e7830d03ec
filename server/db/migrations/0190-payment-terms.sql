-- Days that a partner has to pay a statement, from its closing.
alter table partners
  add column payment_days int not null default 30
    constraint partners_payment_days_check check (payment_days between 0 and 365);

create index partner_statements_unpaid_idx on partner_statements (partner_id, due_on) where paid_minor <> net_minor;
