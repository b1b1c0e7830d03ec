import { expect, it } from 'vitest'
import { ListQuery } from '../../../../contract/core/list'

it.each(['{"__proto__":{"q":"a"}}', '{"q":"a","\\u005f_proto__":1}'])(
  'a filter %s is refused, not ignored',
  (filter) => {
    expect(ListQuery.safeParse({ filter }).error?.issues).toMatchObject([{ path: ['filter'] }])
  },
)

it('a filter by "constructor" is read as it is', () => {
  expect(ListQuery.parse({ filter: '{"constructor":"a"}' }).filter).toEqual({ constructor: 'a' })
})

const SORT = 'sort=["name","ASC"]'
const RANGE = 'range=[0,24]'
const FILTER = 'filter={"status":"active"}'

it.each([
  [{ sort: 'name' }, SORT],
  [{ sort: '["name","UP"]' }, SORT],
  [{ sort: '["name"]' }, SORT],
  [{ sort: ['["name","ASC"]', '["id","ASC"]'] }, SORT],
  [{ range: '0-24' }, RANGE],
  [{ range: '[0,' }, RANGE],
  [{ range: '[0,"24"]' }, RANGE],
  [{ range: '[-1,24]' }, RANGE],
  [{ range: '{}' }, RANGE],
  [{ range: '[5,2]' }, 'The last row is before the first.'],
  [{ range: '[0,5000]' }, 'A page has at most'],
  [{ filter: 'status' }, FILTER],
  [{ filter: '[]' }, FILTER],
  [{ filter: '{"__proto__":{}}' }, 'Must not contain the name "__proto__".'],
])('query %j is refused with the form that is expected', (query, expected) => {
  const messages = ListQuery.safeParse(query).error?.issues.map(({ message }) => message) ?? []
  expect(messages).not.toEqual([])
  for (const message of messages) expect(message).toContain(expected)
})
