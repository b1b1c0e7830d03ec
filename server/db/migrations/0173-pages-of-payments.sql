-- The list of payments, newest first, under each of its filters; a value that few have is not looked for among all.
create index payments_method_idx on payments (method, created_at, id);
create index payments_till_id_idx on payments (till_id, created_at, id) where till_id is not null;
create index payments_user_id_idx on payments (user_id, created_at, id) where user_id is not null;
create index payments_provider_idx on payments (provider, created_at, id) where provider is not null;
drop index payments_pending_idx;
create index payments_unposted_idx on payments (state, created_at, id) where state <> 'posted';
create index payments_search_idx on payments
  using gin (lower(reference || ' ' || coalesce(provider_reference, '')) gin_trgm_ops);
-- The takings of a period are read from the index alone.
drop index payments_posted_at_idx;
create index payments_posted_at_idx on payments (posted_at, id) include (method, direction, currency, amount_minor)
  where posted_at is not null;

-- What customers owe, by the condition of `isOwed` in the server: few of the reservations, and found among them.
create index reservations_owed_idx on reservations (travel_at, id) where partner_id is null
  and status in ('confirmed', 'checked_in', 'boarded', 'completed', 'no_show', 'cancelled')
  and case when status = 'cancelled' then coalesce(cancellation_fee_minor, 0) else total_minor end > paid_minor;
