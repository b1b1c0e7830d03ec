-- Which providers there are is known where each has its folder.
alter table payments drop constraint payments_provider_check;
alter table payments add constraint payments_provider_check check (provider ~ '^[a-z][a-z0-9_]*$');
