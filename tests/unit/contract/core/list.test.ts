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
