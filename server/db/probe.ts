/**
 * Shows whether writes are taken and leaves nothing behind: a record in the log, which the commit brings to the disk and
 * the next checkpoint clears, and a sort too large for its memory, which needs half a megabyte of free disk for a moment.
 */
export const PROBE = `
  begin;
  set local work_mem to '64kB';
  select pg_logical_emit_message(true, 'wayline', 'probe');
  select count(*) from (
    select repeat(md5(n::text), 16) as filler from generate_series(1, 1000) as n order by filler
  ) as spilled;
  commit`
