import { parseArgs } from 'node:util'

export interface Options {
  /** How many rounds count. */
  rounds: number
  /** Names of the scenarios to run; empty for all. */
  only: string[]
  /** A PostgreSQL server that is there already and keeps what is filled into it; null for a throw-away one. */
  server: string | null
  /** A size or length of this run: the one that is measured, or with `--miniature` a small one, whose figures say nothing. */
  sized: (measured: number, miniature: number) => number
}

/** `--rounds N`, `--only NAME` (any number of times), `--server URL` and `--miniature` of the command line. */
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
