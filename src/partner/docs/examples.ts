import { curlOf } from '../../features/calls/curl'

export interface ExampleFacts {
  /** Root of the API, e.g. `https://console.example.com/api`. */
  root: string
  /** Codes of stations that the partner may sell. */
  origin: string
  destination: string
  /** Day of travel, `YYYY-MM-DD`. */
  date: string
  /** Instant of the previous call. */
  since: string
}

/** Sets the API key once, so that the following commands do not contain it. */
export const KEEP_KEY = 'export WAYLINE_KEY=tk_test_…'

export const EXAMPLES = ['search', 'quote', 'hold', 'confirm', 'tickets', 'cancel', 'changes'] as const
export type ExampleName = (typeof EXAMPLES)[number]

/** Shell variables that a step takes from fields of its answer, or of its first result. */
export const ANSWER_VARIABLES: Readonly<Partial<Record<ExampleName, Readonly<Record<string, string>>>>> = {
  search: { JOURNEY: 'id', BOARD: 'board_seq', ALIGHT: 'alight_seq' },
  quote: { PRICE: 'price_hash' },
  hold: { TRIP: 'id', VERSION: 'version' },
  confirm: { VERSION: 'version' },
}

const JSON_BODY = { 'Content-Type': 'application/json' }
/** Formats a body; placeholders for numbers are not quoted. */
const set = (body: object) => JSON.stringify(body, null, 2).replaceAll(/"\$(BOARD|ALIGHT)"/g, '$$$1')

/**
 * Returns a step of a sale as a shell command. Values from earlier answers are variables (`ANSWER_VARIABLES`).
 */
export function exampleOf(name: ExampleName, { root, origin, destination, date, since }: ExampleFacts): string {
  const api = `${root}/partner`
  const step = (verb: string, body: object) =>
    curlOf({
      fillsIn: true,
      method: 'POST',
      url: `${api}/trips/$TRIP/${verb}/`,
      headers: { ...JSON_BODY, 'If-Match': '"$VERSION"', 'Idempotency-Key': `${verb}-$TRIP` },
      body: set(body),
    })
  switch (name) {
    case 'search': {
      const query = new URLSearchParams({ origin, destination, date, passengers: '2' })
      return curlOf({ method: 'GET', url: `${api}/journeys/?${query.toString()}` })
    }
    case 'quote':
      return curlOf({
        fillsIn: true,
        method: 'POST',
        url: `${api}/journeys/$JOURNEY/quote/`,
        headers: JSON_BODY,
        body: set({ board_seq: '$BOARD', alight_seq: '$ALIGHT', passengers: { adult: 2 } }),
      })
    case 'hold':
      return curlOf({
        fillsIn: true,
        method: 'POST',
        url: `${api}/trips/`,
        headers: { ...JSON_BODY, 'Idempotency-Key': 'hold-MY-1001' },
        body: set({
          partner_reference: 'MY-1001',
          legs: [{ journey_id: '$JOURNEY', board_seq: '$BOARD', alight_seq: '$ALIGHT' }],
          passengers: [{ category: 'adult' }, { category: 'adult' }],
          lead_name: 'Ana Ruiz',
          price_hash: '$PRICE',
        }),
      })
    case 'confirm':
      return step('confirm', { price_hash: '$PRICE' })
    case 'tickets':
      return curlOf({ fillsIn: true, method: 'GET', url: `${api}/trips/$TRIP/tickets/` })
    case 'cancel':
      return step('cancel', { simulate: true })
    case 'changes':
      return curlOf({ method: 'GET', url: `${api}/trips/?updated_since=${since}&ordering=updated_at` })
  }
}
