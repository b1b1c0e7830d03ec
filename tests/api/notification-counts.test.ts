import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { countNotifications } from '../../server/features/notifications/repository/notifications'
import { useApi } from '../support/api'
import { signIn } from '../support/live'
import { statementsOf } from '../support/statements'

const api = useApi()
const ROWS = 4_000
const ROWS_OF_OTHER = 36_000

it('the counts behind the bell are read from an index of their columns', async () => {
  const { userId } = await signIn(api)
  const { userId: other } = await signIn(api)
  const add = (user: string, rows: number) =>
    sql`
      insert into notifications (id, user_id, title, message, notification_type, is_read, read_at)
      select gen_random_uuid(), ${user}, 'Late', repeat('x', 200), 'success', n % 4 > 0,
        case when n % 4 > 0 then now() end
      from generate_series(1, ${rows}) n`.execute(api.db)
  await add(userId, ROWS)
  await add(other, ROWS_OF_OTHER)
  await api.database.exec('vacuum analyze notifications')
  let counts
  const statements = await statementsOf(async () => {
    counts = (await countNotifications(api.db, [userId])).get(userId)
  })
  expect(counts).toEqual({ total: ROWS, unread: ROWS / 4, read: (ROWS * 3) / 4 })
  const explain = async (statement: string) => {
    const known = statement.replaceAll('$1', `array['${userId}']`).replaceAll(/\$\d/g, "'{}'")
    const { rows } = await sql<Record<string, string>>`explain ${sql.raw(known)}`.execute(api.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const plans = await Promise.all(statements.filter((text) => text.includes('from notifications')).map(explain))
  expect(plans).toHaveLength(1)
  // PostgreSQL also reads rows that no vacuum has marked as visible.
  expect(plans[0]).toMatch(/(Index Only Scan using|Bitmap Index Scan on) notifications_count_idx/)
})
