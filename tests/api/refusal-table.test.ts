import { beforeAll, describe, expect, it } from 'vitest'
import { ALL_OPERATIONS } from '../../contract/all-operations'
import { ERRORS, type ErrorCode } from '../../contract/core/errors'
import { useApi } from '../support/api'
import { useBooking } from '../support/booking'
import { usePartners } from '../support/partner'
import { refusedOperations } from '../support/refusals/operations'
import { refusedRequests } from '../support/refusals/requests'
import { OPERATION_NAMES, REASON_ROWS, REFUSAL_CELLS, REFUSAL_NOTES, type RefusalCell } from '../support/refusals/table'
import { makeWorld, readLiveSales, type World } from '../support/refusals/world'

/* Every operation that sells or changes, with every refusal: docs/domain/reservations.md, "Refusals". */
const api = useApi()
const desk = useBooking(api)
const partners = usePartners(api)

let world: World
let operations: ReturnType<typeof refusedOperations>
let requests: ReturnType<typeof refusedRequests>
beforeAll(async () => {
  await desk.at('2030-05-20T04:00:00Z')
  world = await makeWorld(api, desk, partners)
  operations = refusedOperations(desk, world)
  requests = refusedRequests(api, desk, world)
})

const isSkipping = (operation: string) => operation === 'waiting list'

/** Returns the outcome that the table defines. */
function promised({ operation, answer, octoError, skippedAs }: RefusalCell): string {
  if (isSkipping(operation)) return `skipped ${skippedAs}`
  if (!operation.startsWith('octo')) return answer
  const code = answer.split(' ')[1] ?? ''
  return ['400', octoError, ...(octoError === 'UNPROCESSABLE_ENTITY' ? [code] : [])].join(' ')
}

const refused = REFUSAL_CELLS.filter(({ mark }) => mark === 'yes').map((cell) => {
  const expected = promised(cell)
  return [`${cell.operation} · ${cell.reason} → ${expected}`, { ...cell, expected }] as const
})

/** Operations with a documented API call of their own, by name. */
const DOCUMENTED = {
  confirm: 'confirmReservation',
  approve: 'approveReservation',
  revise: 'reviseHold',
  amend: 'amendReservation',
  move: 'moveReservation',
  'change hire': 'changeHire',
  'partner sale': 'createPartnerTrip',
  'partner change': 'changePartnerTrip',
}

/** Prepares a call with all its records, and with the condition that refuses it. */
async function prepared(operation: string, reason: string) {
  const [request, operate] = [await requests[reason]?.(operation), operations[operation]]
  if (!request || !operate) throw new Error(`Nothing asks for ${operation} with ${reason}.`)
  const act = await operate(request)
  await request.obstruct?.()
  return act
}

describe('a refusal', () => {
  it.each(refused)('%s', async (_, { operation, reason, expected, at }) => {
    const act = await prepared(operation, reason)
    const before = await readLiveSales(api)
    const { answer, field } = await act()
    expect(answer).toBe(expected)
    if (field !== undefined) expect(at).toContain(field)
    // A bulk cancellation that frees seats succeeds, and no other sale changes.
    const { reservations, held } = before
    expect(await readLiveSales(api)).toEqual(
      isSkipping(operation) ? expect.objectContaining({ reservations, held }) : before,
    )
  })
})

describe('a sale with a test key', () => {
  const apart = REFUSAL_CELLS.filter(({ mark }) => mark === 'n').map(({ operation, reason }) => [operation, reason])

  it.each(apart)('affects no live data: %s', async (operation = '', reason = '') => {
    const act = await prepared(operation, reason)
    const before = await readLiveSales(api)
    expect((await act()).answer).toMatch(/^20[01]$/)
    expect(await readLiveSales(api)).toEqual(before)
  })
})

describe('the table of refusals', () => {
  it('contains every operation and every reason, each pair with an answer or a note', () => {
    expect(Object.keys(operations)).toEqual(OPERATION_NAMES)
    expect(Object.keys(requests)).toEqual(REASON_ROWS.map(({ reason }) => reason))
    const marks = ['yes', ...REFUSAL_NOTES.keys()]
    expect(REFUSAL_CELLS.filter(({ mark }) => !marks.includes(mark))).toEqual([])
    expect(REFUSAL_CELLS).toHaveLength(OPERATION_NAMES.length * REASON_ROWS.length)
    expect(refused.length).toBeGreaterThanOrEqual(140)
    const used = new Set(REFUSAL_CELLS.map(({ mark }) => mark))
    expect([...REFUSAL_NOTES].filter(([note, text]) => !used.has(note) || text === '')).toEqual([])
  })

  it.each(Object.entries(DOCUMENTED))('contains the codes of the API documentation: %s', (operation, id) => {
    const errors = ALL_OPERATIONS.find((known) => known.id === id)?.errors ?? []
    const codes = refused.flatMap(([, cell]) => (cell.operation === operation ? (cell.answer.split(' ')[1] ?? []) : []))
    expect(codes.filter((code) => !errors.includes(code as ErrorCode))).toEqual([])
  })

  it('contains statuses and codes of the catalogue', () => {
    for (const { answer } of REASON_ROWS) {
      const [status, code] = answer.split(' ')
      expect(ERRORS[code as ErrorCode].status, answer).toBe(Number(status))
    }
  })
})
