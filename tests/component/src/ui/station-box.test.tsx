import '../../../support/console/media'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rankStations } from '../../../../contract/core/station-match'
import { StationBox } from '../../../../src/ui/StationBox'
import type { StationOption } from '../../../../src/ui/useStationBox'
import { renderInFrame } from '../../../support/console/frame'
import { station } from '../../../support/stations'

const NETWORK = [
  station('ALH', { en: 'Alhambra, coach park' }),
  station('GRX', { en: 'Granada Airport' }),
  station(
    'MLG-AIR',
    { en: 'Málaga Airport' },
    {
      iata_code: 'AGP',
      name: { en: 'Málaga Airport', de: 'Flughafen Málaga' },
      calls: 3,
    },
  ),
  station('BANUS', { en: 'Puerto Banús' }),
  station('MLG-BUS', { en: 'Málaga Bus Station' }),
]

const answerTo = (text: string, network = NETWORK): StationOption[] =>
  text === ''
    ? network
    : rankStations(network, text, { language: 'en', platforms: 'fold' }).map((found) => ({
        ...found.station,
        match: found.match,
      }))

/** A server with answers that the test releases in any order. */
class SlowServer {
  readonly asked: { text: string; answer: () => void }[] = []
  constructor(private readonly network = NETWORK) {}
  read = (text: string) =>
    new Promise<StationOption[]>((resolve) => {
      this.asked.push({ text, answer: () => resolve(answerTo(text, this.network)) })
    })
  async answer(which = 0) {
    const [one] = this.asked.splice(which % Math.max(1, this.asked.length), 1)
    one?.answer()
    await rest(0)
  }
  async answerAll() {
    while (this.asked.length > 0) await this.answer()
  }
}

const rest = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

function open(server: SlowServer) {
  const picked: string[] = []
  function Choice() {
    const [chosen, setChosen] = useState<StationOption[]>([])
    return (
      <StationBox
        source={{ key: ['stations'], read: server.read }}
        chosen={chosen}
        onPick={(stations) => {
          setChosen(stations)
          picked.push(stations.map(({ code }) => code).join())
        }}
        box={{ label: 'From' }}
      />
    )
  }
  renderInFrame(<Choice />)
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'From' })
  act(() => box.focus())
  const type = (text: string) => fireEvent.change(box, { target: { value: text } })
  const press = (key: string) => fireEvent.keyDown(box, { key })
  return { box, picked, type, press }
}

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: false }))
afterEach(() => void vi.useRealTimers())

it('station box accepts the match of the text on Enter at once, however late the answer is', async () => {
  const server = new SlowServer()
  const { box, picked, type, press } = open(server)
  type('a')
  await rest(500)
  await server.answerAll()
  expect(screen.getAllByRole('option').length).toBeGreaterThan(1)
  type('agp')
  press('Enter')
  expect(picked).toEqual([])
  await rest(30)
  await server.answerAll()
  expect(picked).toEqual(['MLG-AIR'])
  expect(box).toHaveValue('Málaga Airport')
})

it('station box accepts the match also when it lost the focus before the answer', async () => {
  const server = new SlowServer()
  const { box, picked, type, press } = open(server)
  type('puerto')
  press('Enter')
  act(() => box.blur())
  await server.answerAll()
  expect(picked).toEqual(['BANUS'])
})

it('station box highlights only the first match of the current text, and nothing without text', async () => {
  const server = new SlowServer()
  const { box, picked, type, press } = open(server)
  fireEvent.mouseDown(box)
  fireEvent.click(box)
  await rest(0)
  await server.answerAll()
  expect(box).not.toHaveAttribute('aria-activedescendant')
  press('Enter')
  type('bus')
  expect(screen.queryAllByRole('option')).toEqual([])
  await rest(500)
  await server.answerAll()
  expect(document.getElementById(box.getAttribute('aria-activedescendant') ?? '')).toHaveTextContent(
    'Málaga Bus Station',
  )
  type('zzzz')
  press('Enter')
  await rest(500)
  await server.answerAll()
  expect(screen.getByText('No matching station.')).toBeVisible()
  expect(picked).toEqual([])
})

it('station box shows that no route leads to a station, and does not sell it', async () => {
  const server = new SlowServer(NETWORK.map((one) => ({ ...one, reachable: one.code === 'MLG-AIR' })))
  const { picked, type, press } = open(server)
  type('granada')
  await rest(500)
  await server.answerAll()
  expect(screen.getByRole('option')).toHaveTextContent('not reachable from here')
  expect(screen.getByRole('option')).toHaveAttribute('aria-disabled', 'true')
  press('Enter')
  await rest(10)
  expect(picked).toEqual([])
  type('airport')
  press('Enter')
  await server.answerAll()
  expect(picked).toEqual(['MLG-AIR'])
})

it('station box shows in which language it matched', async () => {
  const server = new SlowServer()
  const { type } = open(server)
  type('flughafen')
  await rest(500)
  await server.answerAll()
  expect(screen.getByRole('option')).toHaveTextContent('matched in German: Flughafen Málaga')
})

const texts = fc.constantFrom(
  'm',
  'malaga',
  'malaga a',
  'agp',
  'airport',
  'puerto',
  'gr',
  'bus',
  'flug',
  'malga',
  'zzzz',
  '',
)
const step = fc.oneof(
  { weight: 4, arbitrary: texts.map((text) => ({ do: 'type' as const, text })) },
  { weight: 3, arbitrary: fc.constant({ do: 'enter' as const }) },
  { weight: 3, arbitrary: fc.nat(3).map((which) => ({ do: 'answer' as const, which })) },
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 600 }).map((ms) => ({ do: 'rest' as const, ms })) },
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const typedAndTaken = (text: 'agp' | 'bus' | 'flug' | 'gr' | 'malga' | 'puerto'): [Step[]] => [
  [{ do: 'type', text }, { do: 'enter' }],
]

it('station box never gets a station that does not match the text, at any speed, with answers in any order', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      cleanup()
      const server = new SlowServer()
      const { box, picked, type, press } = open(server)
      /** Text of the box at the last Enter. */
      let asked: string | null = null
      const check = async (act: () => unknown) => {
        const before = picked.length
        await act()
        for (const code of picked.slice(before).filter(Boolean)) {
          taken += 1
          expect(asked, `${code} was taken without Enter`).not.toBeNull()
          expect(code).toBe(answerTo(asked ?? '')[0]?.code)
        }
      }
      for (const one of steps) {
        if (one.do === 'type') {
          // Typing the current text would cause no event.
          if (one.text === box.value) continue
          await check(() => type(one.text))
          asked = null
        } else if (one.do === 'enter') {
          if (box.value !== '' && !picked.includes(codeOf(box.value))) asked = box.value
          press('Enter')
          await check(() => rest(0))
        } else await check(() => (one.do === 'answer' ? server.answer(one.which) : rest(one.ms)))
      }
      await check(() => server.answerAll())
    }),
    { numRuns: 25, examples: (['agp', 'bus', 'flug', 'gr', 'malga', 'puerto'] as const).map(typedAndTaken) },
  )
  expect(taken).toBeGreaterThan(5)
})

const codeOf = (name: string): string => NETWORK.find((one) => one.name['en'] === name)?.code ?? name
