-- The country that the company works in: its phone numbers are typed without a country code. A company that has stations
-- is taken to be where most of them are.
alter table company add column country text check (country ~ '^[A-Z]{2}$');

update company set country = (
  select s.country from stations s where s.country ~ '^[A-Z]{2}$' group by s.country order by count(*) desc, s.country limit 1
);
