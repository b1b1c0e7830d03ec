import '../../../support/console/media'
import { act, fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { ListContextProvider } from 'react-admin'
import { beforeEach, expect, it, vi } from 'vitest'
import { SearchBox } from '../../../../src/kit/list/SearchBox'
import { FILTER_DEBOUNCE_MS } from '../../../../contract/core/limits/console'
import { renderInFrame, signedIn } from '../../../support/console/frame'

type Filter = Record<string, unknown>

/** Requested filters that are not applied yet. `arriveAt` applies one. */
const asked: Filter[] = []
let arriveAt: (filter: Filter) => void

/** A list that applies filters late, as on a slow machine. */
function SlowList() {
  const [filterValues, setFilterValues] = useState<Filter>({})
  useEffect(() => {
    arriveAt = setFilterValues
  }, [])
  const list = { resource: 'stations', filterValues, setFilters: (filter: Filter) => asked.push(filter) }
  return (
    <ListContextProvider value={list as never}>
      <SearchBox />
    </ListContextProvider>
  )
}

const box = () => screen.getByRole<HTMLInputElement>('searchbox')
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const pause = () => {
  act(() => {
    vi.advanceTimersByTime(FILTER_DEBOUNCE_MS)
  })
}
const arrive = (filter: Filter = {}) => {
  act(() => {
    arriveAt(filter)
  })
}

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  signedIn()
  renderInFrame(<SlowList />)
  return () => vi.useRealTimers()
})

it('search box keeps what is typed while an earlier search is still loading', () => {
  type('c')
  pause()
  expect(asked).toEqual([{ q: 'c' }])
  type('c?')
  arrive(asked[0])
  expect(box()).toHaveValue('c?')
  pause()
  expect(asked[1]).toEqual({ q: 'c?' })
})

it('search box shows a search that was changed or cleared elsewhere', () => {
  type('c')
  pause()
  arrive(asked[0])
  arrive({ q: 'airport' })
  expect(box()).toHaveValue('airport')
  arrive()
  expect(box()).toHaveValue('')
})
