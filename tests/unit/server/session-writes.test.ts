import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * SQL statements that write accounts and staff sessions, by file. Each one either publishes the change (an audit entry of
 * the account or `kernel/sessions.ts`), or a cached session is unaffected. `tests/api/held-sessions.test.ts` covers them.
 */
const WRITERS: Readonly<Record<string, number>> = {
  'server/db/archive.ts': 1,
  'server/features/auth/repository/users.ts': 4,
  'server/features/auth/repository/links.ts': 1,
  'server/features/auth/repository/sessions.ts': 1,
  'server/features/dashboard/repository.ts': 1,
  'server/kernel/second-factors.ts': 1,
  'server/kernel/sessions.ts': 5,
}

const TABLES = 'users|auth_sessions'
const WRITES = [
  new RegExp(`\\b(?:update|insert\\s+into|delete\\s+from|merge\\s+into)\\s+"?(?:${TABLES})\\b`, 'gi'),
  new RegExp(`(?:updateTable|insertInto|deleteFrom|mergeInto)\\(['"](?:${TABLES})\\b`, 'g'),
  /\b(?:update|insert into|delete from) \$\{(?:sessions|TABLES\[kind\]\.(?:accounts|sessions)|sql\.table\(table\))\}(?= set revoked_at| as changed| as kept| \(id,)/g,
]

test('only the known statements, which publish a signal, write accounts or sessions', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).map((path) => join('server', path))
  const found = files
    .filter((path) => path.endsWith('.ts') && !path.startsWith('server/demo/'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const)
    .map(([path, source]) => [path, WRITES.flatMap((write) => [...source.matchAll(write)]).length] as const)
    .filter(([, count]) => count > 0)
  expect(Object.fromEntries(found)).toEqual(WRITERS)
})
