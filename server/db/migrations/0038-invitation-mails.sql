-- In whose words an invitation is written, when it is sent and each time that it is sent again.
alter table partner_invitations add column language text not null default 'en'
  constraint partner_invitations_language_check check (language in ('en', 'ae', 'fr', 'de', 'es'));
