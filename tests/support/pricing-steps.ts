import type { Fares, Stretch } from './pricing-oracle'
import { alter, sell, present, type Sold, type Presented, type Wish } from './pricing-oracle-changes'
import { JOURNEYS, type Edit, type Scenario, type Way } from './pricing-scenarios'

const HOUR = 3_600_000

export interface Planned {
  wish: Wish
  now: number
  waived: boolean
  faresOf: (stretch: Stretch) => Fares
}

/** The stretch that is sold on a part of a departure. */
function stretchOf({ journey: at, from, to }: Way): Stretch {
  const found = JOURNEYS[at] ?? JOURNEYS[0]
  const leaves = Date.parse(`${found.day}T00:00:00Z`) + (found.hour + from) * HOUR
  return {
    id: `${found.journey}:${from}-${to}`,
    journey: found.journey,
    day: found.day,
    way: found.way,
    from,
    to,
    leaves,
  }
}

const isSameDay = (a: number, b: number): boolean => a !== b && JOURNEYS[a]?.day === JOURNEYS[b]?.day

function edited(ways: Way[], edit: Edit): Way[] {
  const taken = (journey: number): boolean => ways.some((one) => one.journey === journey)
  if (edit.edit === 'drop') return ways.filter((_, at) => at !== edit.leg % ways.length)
  if (edit.edit === 'add') return taken(edit.way.journey) || ways.length === 4 ? ways : [...ways, edit.way]
  if (edit.edit === 'move') {
    const from = ways[edit.leg % ways.length]
    const to = edit.journey ?? JOURNEYS.findIndex((_, at) => from && isSameDay(at, from.journey))
    return to < 0 || taken(to) ? ways : ways.map((one) => (one === from ? { ...one, journey: to } : one))
  }
  if (edit.edit === 'way')
    return ways.map((one, at) =>
      at === edit.leg % ways.length ? { ...one, from: edit.way.from, to: edit.way.to } : one,
    )
  return ways
}

/** The sale and each change of a scenario, the last one the cancellation of the whole where it comes to that. */
export function planned(scenario: Scenario): Planned[] {
  let { party, ways, wished } = scenario
  let now = Date.parse(`${JOURNEYS[0].day}T08:00:00Z`) - scenario.lead * HOUR
  const wish = (): Wish => {
    const sorted = ways.toSorted((a, b) => a.journey - b.journey)
    const extras = scenario.list.extras.map(({ code }, at): [string, bigint] => [code, BigInt(wished[at] ?? 0)])
    const { adult, child, infant } = party
    return {
      party: { adult: BigInt(adult), child: BigInt(child), infant: BigInt(infant) },
      legs: adult + child + infant === 0 ? [] : sorted.map(stretchOf),
      extras: new Map(extras.filter(([, number]) => number > 0n)),
    }
  }
  const faresOf =
    (risen: number) =>
    ({ journey, from, to }: Stretch): Fares => {
      const { adult, child, infant } = scenario.fares[JOURNEYS.findIndex((one) => one.journey === journey)] ?? {}
      const of = (fare: number | null | undefined): bigint => BigInt((fare ?? 0) * (to - from) + risen)
      return {
        adult: of(adult),
        ...(child === null ? {} : { child: of(child) }),
        ...(infant === null ? {} : { infant: of(infant) }),
      }
    }
  const found: Planned[] = [{ wish: wish(), now, waived: false, faresOf: faresOf(0) }]
  for (const { edits, wait, waived, risen } of scenario.steps) {
    now += wait * HOUR
    for (const edit of edits) {
      if (edit.edit === 'party') party = { ...party, [edit.category]: Math.max(0, party[edit.category] + edit.by) }
      else if (edit.edit === 'extra') wished = wished.map((number, at) => (at === edit.extra ? edit.number : number))
      else if (edit.edit === 'cancel') ways = []
      else if (ways.length > 0) ways = edited(ways, edit)
    }
    const next = wish()
    found.push({ wish: next, now, waived, faresOf: faresOf(risen) })
    if (next.legs.length === 0) break
  }
  return found
}

/** The sale of a scenario as the written rule has it. */
export function saleOf(scenario: Scenario, { wish, faresOf }: Planned): Sold {
  return sell(
    scenario.list,
    scenario.tiers,
    wish,
    faresOf,
    scenario.byHand === undefined ? null : BigInt(scenario.byHand),
  )
}

/** What the written rule comes to, from the sale to the last change. */
export function throughOracle(scenario: Scenario): Presented[] {
  const [first, ...steps] = planned(scenario)
  if (!first) return []
  let sold = saleOf(scenario, first)
  return [present(sold), ...steps.map((step) => present((sold = alter(sold, step.wish, step))))]
}
