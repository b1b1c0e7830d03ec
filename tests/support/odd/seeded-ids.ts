import { Draw } from './draw'

const TIME_DIGITS = 12

/**
 * Returns a generator of UUIDs of version 7 that repeat for the same seed. Each is a millisecond later than the one before.
 * @param from time of the first one in milliseconds since 1970
 */
export function seededIds(seed: number, from: number): () => string {
  const draw = new Draw(seed)
  const digits = (count: number) => Array.from({ length: count }, () => draw.below(16).toString(16)).join('')
  let at = from
  return () => {
    const time = at.toString(16).padStart(TIME_DIGITS, '0')
    at += 1
    return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-${(8 + draw.below(4)).toString(16)}${digits(3)}-${digits(12)}`
  }
}
