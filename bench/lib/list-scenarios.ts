import { query } from './database'

/** A request for one page of the same rows, newest first, for the limit and for the product. */
export interface Ask {
  bare: string
  product: string
}

export interface Scenario {
  name: string
  about: string
  /** Whether the small database is measured too. */
  small: boolean
  /** @param databaseUrl source of the search terms */
  asks: (databaseUrl: string) => Promise<Ask[]>
}

const SEARCHES = 400
const FIRST_PAGES = 8
const PAGE_ROWS = 25
/** Offset of the last page that a list with an exact total can have. */
const LAST_OFFSET = 9_950
/** The statuses with at least eight pages in ten thousand reservations. */
const STATUSES = ['completed', 'cancelled', 'confirmed', 'no_show', 'expired']

function ask(bare: string, offset: number, values: unknown[], filter: Record<string, unknown>): Ask {
  const parts = { sort: ['created_at', 'DESC'], range: [offset, offset + PAGE_ROWS - 1], filter }
  const parameters = Object.entries(parts).map(([name, value]) => `${name}=${json(value)}`)
  return {
    bare: `/${bare}?values=${json([offset, ...values])}`,
    product: `/api/reservations/?${parameters.join('&')}`,
  }
}

const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Returns searches for distinct values of one field, taken from all over the table. */
function searching(field: 'reference' | 'lead_name' | 'lead_phone'): Scenario['asks'] {
  return async (databaseUrl) => {
    const rows = await query<{ value: string }>(
      databaseUrl,
      `select ${field} as value from reservations group by ${field} order by md5(${field}) limit ${SEARCHES}`,
    )
    return rows.map(({ value }) => ask(field, 0, [value], { q: value }))
  }
}

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'status',
    about: 'filter by status, first 8 pages',
    small: true,
    asks: async () =>
      upTo(FIRST_PAGES).flatMap((page) =>
        STATUSES.map((status) => ask('status', page * PAGE_ROWS, [status], { status })),
      ),
  },
  {
    name: 'all',
    about: 'no filter, first 8 pages',
    small: true,
    asks: async () => upTo(FIRST_PAGES).map((page) => ask('all', page * PAGE_ROWS, [], {})),
  },
  {
    name: 'last',
    about: 'no filter, rows 9,950 to 9,974',
    small: true,
    asks: async () => [ask('all', LAST_OFFSET, [], {})],
  },
  {
    name: 'uncounted',
    about: 'status and date, a total that is not counted yet',
    small: false,
    asks: async () =>
      upTo(100_000).map((second) => {
        const since = new Date(Date.UTC(2025, 0, 1) + second * 1000).toISOString()
        return ask('since', 0, ['completed', since], { status: 'completed', created_at_gte: since })
      }),
  },
  { name: 'reference', about: 'search for a reference', small: false, asks: searching('reference') },
  { name: 'phone', about: 'search for a phone number', small: false, asks: searching('lead_phone') },
  { name: 'name', about: 'search for a whole name', small: false, asks: searching('lead_name') },
]
