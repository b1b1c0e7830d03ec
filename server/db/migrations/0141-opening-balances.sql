-- Every reservation that is there opens in the ledger with its sale as it is now, and with what was noted as paid, which
-- came from somewhere before: account `opening`. What a sale stands at is what server/domain/ledger/sale.ts says.
create temporary table opening_sales on commit drop as
  select r.id as reservation_id, gen_random_uuid() as id, r.status, r.currency, r.partner_id, r.total_minor,
    r.cancellation_fee_minor as fee, r.price_lines,
    case when r.partner_id is null or r.status = 'cancelled' then 0
      else coalesce(r.commission_minor, case when p.contract->>'commission_mode' = 'percent' then round(
        (r.total_minor - case when (p.contract->>'commission_on_addons')::boolean then 0 else coalesce((
          select sum((line->>'amount_minor')::bigint) from jsonb_array_elements(r.price_lines) line
          where line->>'kind' = 'addon'), 0) end) * (p.contract->>'commission_bp')::int / 10000.0)::bigint
        else 0::bigint end) end as commission
  from reservations r left join partners p on p.id = r.partner_id
  where r.environment = 'live' and (
    r.status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show')
    or r.status = 'cancelled' and r.cancellation_fee_minor > 0);

create temporary table opening_lines on commit drop as
  select s.id, line->>'kind' as kind, line->>'code' as code, (line->>'quantity')::int as quantity,
    (line->>'unit_minor')::bigint as unit, (line->>'amount_minor')::bigint as amount, (line->>'percent_bp')::int as rate
  from opening_sales s cross join jsonb_array_elements(s.price_lines) line
  where line->>'kind' in ('tax_info', 'addon', 'cancellation_fee');

create temporary table opening_parts on commit drop as
  with tax_by_rate as (
    select s.id, t.rate, case when s.status <> 'cancelled' then sum(t.unit)
      when s.total_minor = 0 then 0 else round(sum(t.unit) * s.fee / s.total_minor) end as amount
    from opening_lines t join opening_sales s using (id) where t.kind = 'tax_info'
    group by s.id, s.status, s.fee, s.total_minor, t.rate
  ), taxes as (
    select id, sum(amount) as tax from tax_by_rate group by id
  ), others as (
    select l.id, coalesce(sum(l.amount) filter (where l.kind = 'addon'), 0)
        - coalesce(sum(l.unit) filter (where l.kind = 'tax_info' and l.quantity = 0 and l.code = any(a.codes)), 0) as addons,
      coalesce(sum(l.amount) filter (where l.kind = 'cancellation_fee'), 0) as fees
    from opening_lines l
      left join (select id, array_agg(code) as codes from opening_lines where kind = 'addon' group by id) a using (id)
    group by l.id
  ), sums as (
    select s.id, s.status, s.partner_id, s.total_minor, s.fee, s.commission, coalesce(t.tax, 0) as tax,
      coalesce(o.addons, 0) as addons, coalesce(o.fees, 0) as fees
    from opening_sales s left join taxes t using (id) left join others o using (id)
  ), of_the_sale as (
    select id, 'tax' as account, null::uuid as sub_id, rate as tax_bp, -amount as amount from tax_by_rate
    union all
    select id, 'fees', null, null, -(fee - tax) from sums where status = 'cancelled'
    union all
    select id, 'unearned', null, null, -(total_minor - tax) from sums
    where status in ('confirmed', 'checked_in', 'boarded')
    union all
    select id, v.account, null, null, -v.amount
    from sums cross join lateral (values ('transport', total_minor - tax - addons - fees), ('addons', addons),
      ('fees', fees)) v(account, amount)
    where status in ('completed', 'no_show')
    union all
    select id, 'commission', null, null, commission from sums where partner_id is not null
  ), owed as (
    select s.id, case when s.partner_id is null then 'customers' else 'partners' end, s.partner_id, null::int,
      -sum(o.amount)
    from of_the_sale o join opening_sales s using (id) group by s.id, s.partner_id
  )
  select * from of_the_sale union all select * from owed;

insert into ledger_transactions (id, at, kind, reservation_id, actor_kind, place)
select s.id, now(), 'opening', s.reservation_id, 'system', 'system' from opening_sales s
where exists (select 1 from opening_parts p where p.id = s.id and p.amount <> 0);

insert into ledger_entries (transaction_id, line, account, sub_id, tax_bp, amount_minor, currency)
select p.id, row_number() over (partition by p.id order by p.account, p.tax_bp), p.account, p.sub_id, p.tax_bp,
  p.amount::bigint, s.currency
from opening_parts p join opening_sales s using (id) where p.amount <> 0;

create temporary table opening_payments on commit drop as
  select gen_random_uuid() as id, gen_random_uuid() as transaction_id, r.id as reservation_id, r.reference, r.currency,
    r.partner_id, r.paid_minor, r.updated_at
  from reservations r where r.environment = 'live' and r.paid_minor > 0;

insert into payments (id, created_at, updated_at, reference, direction, method, state, amount_minor, currency,
  reservation_id, partner_id, posted_at, place)
select id, updated_at, updated_at, reference || '-1', 'payment', 'opening', 'posted', paid_minor, currency,
  reservation_id, partner_id, updated_at, 'system'
from opening_payments;

insert into ledger_transactions (id, at, kind, reservation_id, payment_id, actor_kind, place)
select transaction_id, now(), 'opening', reservation_id, id, 'system', 'system' from opening_payments;

insert into ledger_entries (transaction_id, line, account, sub_id, tax_bp, amount_minor, currency)
select transaction_id, 1, 'opening', null::uuid, null::int, paid_minor, currency from opening_payments
union all
select transaction_id, 2, case when partner_id is null then 'customers' else 'partners' end, partner_id, null,
  -paid_minor, currency
from opening_payments;

-- The first writes are planned by what is there now.
analyze ledger_transactions;
analyze ledger_entries;
analyze payments;
