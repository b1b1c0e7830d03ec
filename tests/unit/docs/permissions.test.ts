import { expect, it } from 'vitest'
import { ENTITIES } from '../../../contract/entities'
import { isByOperation } from '../../../contract/core/ownership'
import { ALL_RIGHTS, hasRight } from '../../../contract/core/permissions'
import { RESOURCES, ROLES } from '../../../contract/core/vocabulary'
import { tableOf } from '../../support/markdown-table'

const plain = (text = '') => text.replaceAll('`', '')

it('docs/domain/permissions.md lists the rights of each role', () => {
  const rows = tableOf('domain/permissions.md', 'Who')
  expect(Object.fromEntries(rows.map((row) => [plain(row['Right']), plain(row['Who'])]))).toEqual(
    Object.fromEntries(ALL_RIGHTS.map((right) => [right, ROLES.filter((role) => hasRight(role, right)).join(', ')])),
  )
})

it('docs/domain/permissions.md names every field that separate operations set', () => {
  const actual = tableOf('domain/permissions.md', 'Changed by')
    .map((row) => plain(row['Field']))
    .join()
  const owned = RESOURCES.flatMap((resource) =>
    Object.entries(ENTITIES[resource].setBy).flatMap(([field, rule]) => (isByOperation(rule) ? [field] : [])),
  )
  expect(owned.filter((field) => !actual.includes(field))).toEqual([])
})
