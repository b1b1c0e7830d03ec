-- An event of a provider is noted in the transaction that applies it: when that was, and that it was, is said by its row.
drop index provider_events_unapplied_idx;
alter table provider_events drop column applied_at, drop column outcome;
