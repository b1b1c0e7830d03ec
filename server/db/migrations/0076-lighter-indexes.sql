-- What every booking pays for and hardly a question needs.

-- Whether more is taken than what runs a journey now has: as a column of its own it leaves the counters out of every
-- index, so that a sale rewrites the row and none of the seventeen indexes.
alter table journeys add column is_short boolean not null generated always as (
  peak_load > seats or peak_wheelchairs > wheelchair_spaces or peak_child_seats > child_seats
    or peak_luggage_units > luggage_units) stored;
drop index journeys_short_idx;
create index journeys_short_idx on journeys (departs_at, id) where is_short;
-- Room beside the rows for what the sales of a day make of them.
alter table journeys set (fillfactor = 80);
alter table journey_legs set (fillfactor = 80);

-- Words as they begin: an entry for each, where an index of any three letters has fifty for every row. The bodies are
-- bound as they are made, for an index is made anew and analysed without a path to search functions in.
create function search_words(words text) returns tsvector language sql immutable strict parallel safe
return array_to_tsvector(array(
  select distinct left(word, 100)
  from regexp_split_to_table(search_fold(words), '[][\s"''(){}<>,;:@./_+·–—-]+') as word where word <> ''));
create function audit_words(actor_name text, action text, entity_label text, request_id text, reason text)
returns tsvector language sql immutable parallel safe
return search_words(actor_name || ' ' || action || ' ' || coalesce(entity_label, '') || ' ' || coalesce(reason, ''))
  || array_to_tsvector(array_remove(array[nullif(left(lower(request_id), 100), '')], null));
create function mail_words(subject text, recipient text, entity_label text)
returns tsvector language sql immutable parallel safe
return search_words(subject || ' ' || recipient || ' ' || coalesce(entity_label, ''));

alter table audit_events drop column search_text;
create index audit_events_search_idx on audit_events
  using gin (audit_words(actor_name, action, entity_label, request_id, reason));
-- An id is that of one record, whatever its type; and of what one person does at one instant there is little to sort.
drop index audit_events_entity_idx, audit_events_actor_id_idx, audit_events_action_idx;
create index audit_events_entity_idx on audit_events (entity_id, at);
create index audit_events_actor_id_idx on audit_events (actor_id, at);
create index audit_events_action_idx on audit_events (action, at);

alter table mails drop column search_text;
create index mails_search_idx on mails using gin (mail_words(subject, recipient, entity_label));
drop index mails_entity_id_idx, mails_status_idx;
create index mails_entity_id_idx on mails (entity_id);
create index mails_status_idx on mails (status, created_at);

-- Those who travel on one departure share its time, so these are sorted but for a few rows without the ids.
drop index reservations_payment_status_idx, reservations_customer_id_idx, reservations_origin_station_id_idx,
  reservations_destination_station_id_idx, reservations_booked_by_user_id_idx, reservation_legs_journey_id_idx;
create index reservations_payment_status_idx on reservations (payment_status, travel_at);
create index reservations_customer_id_idx on reservations (customer_id, travel_at) where customer_id is not null;
create index reservations_origin_station_id_idx on reservations (origin_station_id, travel_at);
create index reservations_destination_station_id_idx on reservations (destination_station_id, travel_at);
create index reservations_booked_by_user_id_idx on reservations (booked_by_user_id, created_at)
  where booked_by_user_id is not null;
create index reservation_legs_journey_id_idx on reservation_legs (journey_id);
-- Asked for what nobody's account has only.
drop index reservations_lead_phone_idx;
create index reservations_nobodys_phone_idx on reservations (lead_phone)
  where customer_id is null and lead_phone is not null;
-- Most reservations are no partner's.
alter table reservations drop constraint reservations_partner_reference_key;
create unique index reservations_partner_reference_key on reservations (partner_id, environment, partner_reference)
  where partner_reference is not null;

-- Most jobs have no key; and what is not added up yet is read whole.
drop index jobs_key_idx;
create unique index jobs_key_idx on jobs (kind, key) where failed_at is null and key is not null;
drop index figure_deltas_day_idx;
