-- The mails of a recipient are counted before the next one about bookings of a partner is sent.
create index mails_recipient_idx on mails (lower(recipient), created_at);
