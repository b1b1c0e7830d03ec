import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Tx } from './transaction'

export interface NewJob {
  /** The name of its handler, noun first: `mail.send`. */
  kind: string
  /** What the handler needs: ids rather than content, for it reads what they stand for when it runs. */
  payload: Record<string, unknown>
  /** Not before; at once unless said. */
  runAt?: Date
  /** Takes the place of the job of this kind that waits under the same key, also of one that is just being done. */
  key?: string
}

/** Leaves a job behind that exists if and only if the transaction commits. */
export async function enqueue(tx: Tx, { kind, payload, runAt, key }: NewJob): Promise<void> {
  await sql`
    insert into jobs (id, kind, payload, key, run_at)
    values (${uuidv7()}, ${kind}, ${JSON.stringify(payload)}::jsonb, ${key ?? null},
      coalesce(${runAt?.toISOString() ?? null}::timestamptz, '-infinity'))
    on conflict (kind, key) where done_at is null and failed_at is null
    do update set payload = excluded.payload, run_at = excluded.run_at, attempts = 0, locked_until = null`.execute(tx)
}
