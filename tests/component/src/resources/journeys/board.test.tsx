import '../../../../support/console/media'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Board, BoardRow } from '../../../../../contract/operations/board'
import { modelOf, type Bar } from '../../../../../src/resources/journeys/board/boardModel'
import { Timeline } from '../../../../../src/resources/journeys/board/Timeline'
import { LABEL_PX, ROW_PX } from '../../../../../src/resources/journeys/board/timelineStyles'
import type { BoardState } from '../../../../../src/resources/journeys/board/useBoardState'
import { at, job, row } from '../../../../support/board'
import { liveFrame, signInHere } from '../../../../support/console/live'
import { ScriptedSocket } from '../../../../support/console/scripted-socket'

const DAY = at('').slice(0, 10)
const plate = (id: string, more: Partial<BoardRow> = {}) => row(id, { label: `Plate ${id}`, ...more })
const board: Board = {
  jobs: [
    job('open', '06:30', '07:30'),
    job('later', '08:00', '09:00'),
    job('given', '06:00', '07:00', { vehicle_id: 'V1' }),
    job('gone', '04:00', '05:00', { vehicle_id: 'V1', status: 'completed' }),
  ],
  next: null,
  farmed_out: { journeys: 0, hires: 0 },
  rows: [plate('V1'), plate('V2'), plate('V3', { seats: 8 })],
  taken: [],
  types: [{ id: 'coach', code: 'COACH', licence_categories: ['D'] }],
  named: [],
  places: [],
}

const onAssign = vi.fn<(bar: Bar, rowId: string | null) => void>()
const onAsk = vi.fn<(bar: Bar) => void>()
const onDelay = vi.fn<(bar: Bar, minutes?: number) => void>()
const onAccept = vi.fn<(jobId: string) => void>()
const onDragging = () => undefined
const zoomTo = vi.fn<(zoom: string) => void>()

async function openBoard(mayEdit = true) {
  const { Frame } = await liveFrame()
  function Opened() {
    const [selected, setSelected] = useState<string | null>(null)
    const [zoom, setZoom] = useState('hour')
    const from = Date.parse(at('00:00'))
    const state = {
      zone: 'UTC',
      from,
      to: from + 86_400_000,
      range: 'day',
      zoom,
      zoomTo: (next: string) => {
        zoomTo(next)
        setZoom(next)
      },
      days: [DAY],
      selected,
      set: ({ job: chosen }: { job?: string | null }) => setSelected(chosen ?? null),
    } as unknown as BoardState
    const model = modelOf(board, 'vehicle')
    const later = model.barOf.get('later')?.bar
    return (
      <Timeline
        model={model}
        state={state}
        mayEdit={mayEdit}
        onAssign={onAssign}
        onAsk={onAsk}
        onDelay={onDelay}
        ghosts={new Map(later ? [['V2', [later]]] : [])}
        onAccept={onAccept}
        onDragging={onDragging}
      />
    )
  }
  render(<Opened />, { wrapper: Frame })
  const grid = await screen.findByRole('grid')
  const bar = (id: string) => within(grid).getByRole('gridcell', { name: new RegExp(`^${id},`) })
  const rowOf = (id: string) => within(grid).getByRole('row', { name: new RegExp(`^Plate ${id}`) })
  const chosen = () => within(grid).queryByRole('gridcell', { selected: true })?.dataset['job']
  return { grid, bar, rowOf, chosen, press: (key: string) => fireEvent.keyDown(grid, { key }) }
}

const LINES_PX = 100
const MIDDLE_PX = ROW_PX / 2
/** Defines the positions of the board's parts, because jsdom computes no layout. */
function layOut() {
  const parts = { grid: [0, 600], open: [32, LINES_PX], lines: [LINES_PX, 600] } as const
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const part = this.getAttribute('role') === 'grid' ? 'grid' : this.className
    const [top, bottom] = part === 'grid' || part === 'open' || part === 'lines' ? parts[part] : [0, 0]
    return new DOMRect(0, top, 1000, bottom - top)
  })
}

/** Pointer events, which jsdom does not implement. */
class Pointer extends MouseEvent {
  readonly pointerId: number
  readonly pointerType: string

  constructor(type: string, init: PointerEventInit) {
    super(type, init)
    this.pointerId = init.pointerId ?? 0
    this.pointerType = init.pointerType ?? ''
  }
}

beforeEach(() => {
  ScriptedSocket.install()
  vi.stubGlobal('PointerEvent', Pointer)
  signInHere()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  onAssign.mockClear()
  onAsk.mockClear()
  onDelay.mockClear()
  onAccept.mockClear()
  window.localStorage.clear()
})

describe('the board by keyboard', () => {
  it('moves from job to job by time and from row to row, and asks who takes the current job', async () => {
    const { press, chosen } = await openBoard()
    press('ArrowRight')
    expect(chosen()).toBe('open')
    press('ArrowRight')
    expect(chosen()).toBe('later')
    press('ArrowRight')
    expect(chosen()).toBe('later')
    press('Home')
    expect(chosen()).toBe('open')
    press('ArrowDown')
    expect(chosen()).toBe('given')
    press('Enter')
    expect(onAsk.mock.calls[0]?.[0].job.id).toBe('given')
    press('Escape')
    expect(chosen()).toBeUndefined()
  })

  it('moves the opposite way in right-to-left languages', async () => {
    const { press, chosen } = await openBoard()
    const read = window.getComputedStyle.bind(window)
    vi.spyOn(window, 'getComputedStyle').mockImplementation((...of) =>
      Object.assign(Object.create(read(...of)) as CSSStyleDeclaration, { direction: 'rtl' }),
    )
    press('ArrowLeft')
    press('ArrowLeft')
    expect(chosen()).toBe('later')
    press('ArrowRight')
    expect(chosen()).toBe('open')
  })

  it('unassigns a job on Delete, but no completed job and not for a read-only user', async () => {
    const { press, grid, bar } = await openBoard()
    fireEvent.click(bar('gone'))
    press('Delete')
    expect(onAssign).not.toHaveBeenCalled()
    fireEvent.click(bar('given'))
    fireEvent.keyDown(grid, { key: 'Delete', ctrlKey: true })
    expect(onAssign).not.toHaveBeenCalled()
    press('Delete')
    expect(onAssign.mock.calls.map(([given, to]) => [given.job.id, to])).toEqual([['given', null]])
  })
})

describe('the board', () => {
  it('zooms, asks for the delay of a job, and accepts the suggestions for it', async () => {
    const { press, bar } = await openBoard()
    press('+')
    press('-')
    expect(zoomTo.mock.calls).toEqual([['half'], ['hour']])
    fireEvent.click(bar('given'))
    press('d')
    expect(onDelay.mock.calls.map(([late, minutes]) => [late.job.id, minutes])).toEqual([['given', undefined]])
    press('a')
    expect(onAccept).not.toHaveBeenCalled()
    fireEvent.click(bar('later'))
    press('a')
    fireEvent.click(screen.getByRole('gridcell', { name: 'Suggested: 08:00 later for Plate V2' }))
    expect(onAccept.mock.calls).toEqual([['later'], ['later']])
  })

  it('keeps the middle of the view at its place when it zooms, or the selected job in view', async () => {
    const { press, bar, grid } = await openBoard()
    const scrollTo = (left: number) => {
      grid.scrollLeft = left
      fireEvent.scroll(grid)
    }
    vi.spyOn(grid, 'clientWidth', 'get').mockReturnValue(LABEL_PX + 600)
    scrollTo(1_000)
    press('+')
    // An hour has 128 px instead of 64.
    expect(grid.scrollLeft).toBe((1_000 + 300) * 2 - 300)
    press('-')
    expect(grid.scrollLeft).toBe(1_000)
    fireEvent.click(bar('later'))
    scrollTo(300)
    press('+')
    expect(grid.scrollLeft).toBe(8 * 128 - (8 * 64 - 300))
  })

  it('shows the card of the job that has the focus or is under the pointer', async () => {
    const { press, bar, grid } = await openBoard()
    press('ArrowRight')
    const card = screen.getByRole('tooltip', { hidden: true })
    expect(card).toHaveTextContent('10 of 50 seats')
    expect(grid).toHaveAttribute('aria-describedby', card.id)
    fireEvent.pointerLeave(grid)
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
    vi.useFakeTimers()
    fireEvent.pointerOver(bar('given'), { pointerType: 'mouse' })
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
    act(() => void vi.advanceTimersByTime(400))
    expect(screen.getByRole('tooltip', { hidden: true })).toHaveTextContent('Plate V1')
  })
})

describe('the board by pointer', () => {
  const how = { pointerId: 1, button: 0, pointerType: 'mouse' }
  const V2_PX = LINES_PX + ROW_PX + MIDDLE_PX
  const move = (x: number, y = V2_PX) => fireEvent.pointerMove(window, { ...how, clientX: x, clientY: y })
  const down = (bar: HTMLElement) => fireEvent.pointerDown(bar, { ...how, clientX: 0, clientY: V2_PX })
  beforeEach(layOut)

  it('assigns a job to the row that it is dropped on, and shows beforehand whether that is possible', async () => {
    const { bar, rowOf } = await openBoard()
    down(bar('open'))
    move(3)
    expect(rowOf('V1')).not.toHaveAttribute('data-verdict')
    move(20, V2_PX + ROW_PX)
    expect(rowOf('V1')).toHaveAttribute('data-verdict', 'conflict')
    expect(rowOf('V2')).toHaveAttribute('data-verdict', 'fits')
    expect(screen.getByText(/8 seats/)).toBeVisible()
    expect(rowOf('V3')).toHaveAttribute('data-over')
    move(30)
    expect(rowOf('V3')).not.toHaveAttribute('data-over')
    expect(rowOf('V2')).toHaveAttribute('data-over')
    expect(screen.queryByText(/8 seats/)).toBeNull()
    fireEvent.pointerUp(window, how)
    expect(onAssign.mock.calls.map(([given, to]) => [given.job.id, to])).toEqual([['open', 'V2']])
    expect(rowOf('V2')).not.toHaveAttribute('data-verdict')
    expect(rowOf('V2')).not.toHaveAttribute('data-over')
  })

  it('unassigns a job that is dropped on the open rows, and changes nothing on the hours or beside the board', async () => {
    const { bar } = await openBoard()
    const places = [
      [20, 10],
      [20, 700],
      [2000, V2_PX],
      [20, LINES_PX + 5 * ROW_PX],
      [20, 40],
    ] as const
    for (const [x, y] of places) {
      down(bar('given'))
      move(20)
      move(x, y)
      fireEvent.pointerUp(window, how)
    }
    expect(onAssign.mock.calls.map(([given, to]) => [given.job.id, to])).toEqual([['given', null]])
  })

  it('cancels a drag on Escape, after a short distance, and when nothing may be changed', async () => {
    const { bar } = await openBoard()
    down(bar('open'))
    move(20)
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window, how)
    down(bar('open'))
    move(4)
    fireEvent.pointerUp(window, how)
    down(bar('gone'))
    move(20)
    fireEvent.pointerUp(window, how)
    expect(onAssign).not.toHaveBeenCalled()
  })

  it('delays a job whose end is dragged, in steps of five minutes', async () => {
    const { bar } = await openBoard()
    // One hour is 64 px wide; the edge is at 1000 px.
    fireEvent.pointerDown(bar('given'), { ...how, clientX: 998, clientY: V2_PX })
    move(1024)
    expect(screen.getByText('+25 min')).toBeInTheDocument()
    fireEvent.pointerUp(window, how)
    expect(onDelay.mock.calls.map(([late, minutes]) => [late.job.id, minutes])).toEqual([['given', 25]])
    expect(onAssign).not.toHaveBeenCalled()
  })

  it('drags nothing for a read-only user', async () => {
    const { bar } = await openBoard(false)
    down(bar('open'))
    move(20)
    fireEvent.pointerUp(window, how)
    expect(onAssign).not.toHaveBeenCalled()
  })

  it('scrolls under a finger that moves at once, and drags under one that rests first', async () => {
    const { bar } = await openBoard()
    vi.useFakeTimers()
    const finger = { ...how, pointerType: 'touch' }
    fireEvent.pointerDown(bar('open'), { ...finger, clientX: 0, clientY: V2_PX })
    fireEvent.pointerMove(window, { ...finger, clientX: 20, clientY: V2_PX })
    act(() => void vi.advanceTimersByTime(1_000))
    fireEvent.pointerUp(window, finger)
    expect(onAssign).not.toHaveBeenCalled()
    fireEvent.pointerDown(bar('open'), { ...finger, clientX: 0, clientY: V2_PX })
    act(() => void vi.advanceTimersByTime(400))
    fireEvent.pointerMove(window, { ...finger, clientX: 20, clientY: V2_PX })
    fireEvent.pointerUp(window, finger)
    expect(onAssign.mock.calls.map(([given, to]) => [given.job.id, to])).toEqual([['open', 'V2']])
  })
})
