import { tableOf } from './markdown-table'

export interface PhoneCase {
  typed: string
  /** The country of the company; null when not set. */
  country: string | null
  /** Null for a number that is refused. */
  stored: string | null
}

const ESCAPE = /\\(?:u([\da-f]{4})|t)/g

/** The numbers that the documentation says are accepted or refused. */
export const PHONE_CASES: readonly PhoneCase[] = tableOf('domain/customers.md', 'Typed').map((row) => ({
  typed: inBackticks(row['Typed']).replace(ESCAPE, (_, code: string | undefined) =>
    code === undefined ? '\t' : String.fromCharCode(Number.parseInt(code, 16)),
  ),
  country: row['Country'] === '–' ? null : (row['Country'] ?? null),
  stored: row['Stored'] === 'refused' ? null : inBackticks(row['Stored']),
}))

function inBackticks(cell = ''): string {
  const [, text] = /^`(.*)`$/.exec(cell) ?? []
  if (text === undefined) throw new Error(`The cell ${cell} has no backticks.`)
  return text
}
