-- Links whose provider is asked what became of them: a few among all that were ever sent.
create index payment_links_session_expires_at on payment_links (session_expires_at) where session_reference is not null;
