import { slipsTo } from '../../contract/core/slips'

/** Returns the known name that a typed one was probably meant as; undefined if none is close. */
export function closestName(typed: string, known: readonly string[]): string | undefined {
  const letters = lettersOf(typed)
  const close = known.flatMap((name) => {
    const meant = lettersOf(name)
    const slips = letters === meant ? 0 : slipsTo(letters, meant)
    return slips === null ? [] : [{ name, slips, apart: Math.abs(meant.length - letters.length) }]
  })
  return close.toSorted((a, b) => a.slips - b.slips || a.apart - b.apart)[0]?.name
}

/** Names that differ only in their style, such as `vehicleId` and `vehicle_id`, have the same letters. */
const lettersOf = (name: string): string => name.slice(0, NAME_MAX_CHARS).toLowerCase().replaceAll(/[_-]/g, '')

/** Longer names are not compared in full, because a comparison takes time with the square of their length. */
const NAME_MAX_CHARS = 64
