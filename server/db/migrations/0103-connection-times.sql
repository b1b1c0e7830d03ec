-- What a change of coach takes at least. For platforms that of their station counts.
alter table stations add column connection_min int not null default 10
  constraint stations_connection_min_check check (connection_min between 0 and 240);
