import { parseServiceTime } from '../../../providers/format/durations'

/** Times as they are typed, one after the other; null for each that is none. */
export const timesIn = (text: string): (string | null)[] =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(parseServiceTime)
