import { parseArgs } from 'node:util'

export interface Options {
  /** Number of rounds that count. */
  rounds: number
  /** Names of the scenarios to run; empty for all. */
  only: string[]
  /** URL of an existing PostgreSQL server that retains the filled databases; null for a temporary one. */
  server: string | null
  /** Returns the size or length for this run: the measured one, or with `--miniature` a small one (meaningless figures). */
  sized: (measured: number, miniature: number) => number
}

/** Reads `--rounds N`, `--only NAME` (repeatable), `--server URL` and `--miniature` from the command line. */
export function readOptions(rounds: number): Options {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '' },
      only: { type: 'string', multiple: true, default: [] },
      server: { type: 'string' },
      miniature: { type: 'boolean', default: false },
    },
  })
  const sized = (measured: number, miniature: number) => (values.miniature ? miniature : measured)
  const asked = values.rounds === '' ? sized(rounds, 1) : Number(values.rounds)
  if (!Number.isInteger(asked) || asked < 1) throw new Error('--rounds must be a whole number from 1.')
  return { rounds: asked, only: values.only, server: values.server ?? null, sized }
}
