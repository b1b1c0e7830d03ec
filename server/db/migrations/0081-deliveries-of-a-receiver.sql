-- Each receiver has a job of its own that asks for what is due to it.
drop index webhook_deliveries_due_idx;
create index webhook_deliveries_due_idx on webhook_deliveries (endpoint_id, next_attempt_at, id) where state = 'pending';
