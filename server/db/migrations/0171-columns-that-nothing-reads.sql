-- Nothing set them or went by them: when a booking has to be paid, and what a company is paid for a journey that it runs.
drop index reservations_pay_by_idx;
alter table reservations drop column pay_by, drop column pay_reminded_at;
alter table journeys drop column operator_cost_minor;
alter table company drop column allows_unpaid, drop column pay_by_hours, drop column pay_reminder_hours;
