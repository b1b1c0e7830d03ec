import { parseServiceTime } from '../../../providers/format/durations'

/** Parses typed times in order; null for each invalid one. */
export const timesIn = (text: string): (string | null)[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(parseServiceTime)
