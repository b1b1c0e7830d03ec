import { expect, it } from 'vitest'
import { toMigration } from '../../../../server/db/migration-files'
import { requireSameSchema } from '../../../../server/db/migration-plan'
import { DatabaseUnavailable } from '../../../../server/db/unavailable'

const known = ['0001-first.sql', '0002-second.sql', '0003-third.sql'].map((name) => toMigration(name, 'select 1'))
const [first, second, third] = known.map(({ name, sha256 }) => ({ name, sha256 }))
const later = { name: '0004-later.sql', sha256: 'x' }

/** Returns why a process that knows three migrations is not ready, with the cause that is logged. */
function refusalOf(applied: readonly (typeof later | undefined)[]): string[] | null {
  try {
    requireSameSchema(
      known,
      applied.filter((migration) => migration !== undefined),
    )
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(DatabaseUnavailable)
    const { trouble, cause } = error as DatabaseUnavailable
    return [trouble, (cause as Error).message]
  }
}

it('a process is ready on exactly the migrations that it knows, in any order', () => {
  expect(refusalOf([third, first, second])).toBeNull()
})

it('a process is not ready once a newer version has applied a migration', () => {
  const refusal = ['newer-schema', 'The database is at 0004-later; this version knows migrations up to 0003-third.']
  expect(refusalOf([first, second, third, later])).toEqual(refusal)
  expect(refusalOf([first, third, later])).toEqual(refusal)
})

it('a process is not ready on a database that lacks any of its migrations', () => {
  expect(refusalOf([first, third])).toEqual(['older-schema', 'The database is at 0003-third and lacks 0002-second.'])
  expect(refusalOf([])).toEqual([
    'older-schema',
    'The database is at none and lacks 0001-first, 0002-second, 0003-third.',
  ])
})
