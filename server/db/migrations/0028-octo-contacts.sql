-- What a reseller said of the contact and reads again, beyond what the reservation keeps: {firstName, lastName, …}.
alter table octo_bookings add column contact jsonb not null default '{}';
