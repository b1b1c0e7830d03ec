import '../../../support/console/media'
import { screen, waitFor } from '@testing-library/react'
import { DataProviderContext, testDataProvider } from 'react-admin'
import { useLocation } from 'react-router-dom'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toHttpError } from '../../../../src/providers/http/problem'
import { List } from '../../../../src/kit/List'
import { readableSearch } from '../../../../src/kit/list/address'
import { ReadError } from '../../../../src/kit/list/states'
import { specOf } from '../../../../src/kit/registry'
import { dayOf, idOf, pageOf } from '../../../../src/ui/addressValues'
import { renderInFrame, renderPages, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'

const spec = specOf('stations')
const search = (values: Record<string, string>) => `?${new URLSearchParams(values).toString()}`

describe('the address of a list', () => {
  it.each([
    [{ sort: 'code' }, { sort: 'code', order: 'ASC' }],
    [
      { sort: 'code', order: 'sideways', page: '3' },
      { sort: 'code', order: 'ASC', page: '3' },
    ],
    [{ sort: 'x', page: '2' }, { page: '2' }],
    [{ order: 'DESC', page: '2' }, { page: '2' }],
    [{ page: '0' }, {}],
    [{ page: '-1', perPage: 'many', filter: '{"q":"a"}' }, { filter: '{"q":"a"}' }],
    [{ page: '99999999', perPage: '5000' }, {}],
    [{ filter: '{oops', displayedFilters: 'x', page: '2' }, { page: '2' }],
    [{ filter: '[1]' }, {}],
    [{ filter: 'null' }, {}],
  ])('with %o is read as %o', (given, read) => {
    expect([...new URLSearchParams(readableSearch(spec, search(given)))]).toEqual(Object.entries(read))
  })

  it('stays as written when it is complete', () => {
    for (const whole of ['', '?filter={%22q%22:%22a%20b%22}&sort=code&order=DESC&page=2&perPage=50', '?view=abc'])
      expect(readableSearch(spec, whole)).toBe(whole)
  })
})

describe('other values of addresses', () => {
  it('are used when valid, and replaced by a default otherwise', () => {
    expect(['2026-02-28', '2026-02-30', '26-2-2', '', null].map(dayOf)).toEqual(['2026-02-28', null, null, null, null])
    const id = '0190a000-0000-7000-8000-000000000001'
    expect([id, '7', `${id}'`, '', null].map(idOf)).toEqual([id, '7', null, null, null])
    expect(['3', '0', '-2', '1e3', '1.5', 'x', null].map(pageOf)).toEqual([3, 1, 1, 1, 1, 1, 1])
  })
})

describe('a list', () => {
  const getList = vi.fn()
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    getList.mockReset()
  })

  function open(at: string) {
    signedIn()
    script({ 'GET /saved-views/': () => answer([]) })
    const Where = () => {
      const { search: query, hash } = useLocation()
      return <output>{query + hash}</output>
    }
    const page = (
      <DataProviderContext value={testDataProvider({ getList: getList as never })}>
        <List resource="stations" />
        <Where />
      </DataProviderContext>
    )
    renderPages([{ path: '/stations', element: page }], at)
  }

  it('opened with a partial order requests a complete one, and keeps its page and position', async () => {
    getList.mockResolvedValue({ data: [], total: 0 })
    open('/stations?sort=code&page=2#row')
    await waitFor(() => expect(getList).toHaveBeenCalled())
    expect(getList.mock.lastCall?.[1]).toMatchObject({ sort: { field: 'code', order: 'ASC' }, pagination: { page: 2 } })
    expect(screen.getByRole('status')).toHaveTextContent('?sort=code&page=2&order=ASC#row')
  })

  it('whose request is refused shows a text of its own, and links to the whole list', () => {
    const refusal = { code: 'malformed', detail: '/query/filter/nonsense: Unrecognized key' }
    const error = toHttpError(400, refusal, '')
    const { unmount } = renderInFrame(<ReadError spec={spec} error={error} retry={vi.fn()} />)
    const { search: whole } = screen.getByRole<HTMLAnchorElement>('link', { name: 'Show the whole list' })
    expect(new URLSearchParams(whole).get('filter')).toBe('{}')
    expect(readableSearch(spec, whole)).toBe(whole)
    unmount()
    renderInFrame(<ReadError error={error} retry={vi.fn()} />)
    expect(screen.getByRole('alert')).toHaveTextContent('The request couldn’t be read.')
    expect(document.body).not.toHaveTextContent('/query')
  })
})
