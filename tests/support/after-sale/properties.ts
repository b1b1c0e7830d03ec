import {
  guard,
  standAfter,
  standAfterSale,
  type AdditionScenario,
  type DetourScenario,
  type OrderScenario,
  type Scenario,
} from './scenarios.ts'
import type { Machine, Step, View } from './world.ts'

/** The violated property as a sentence; null when all properties are met. */
export type Finding = string | null

interface Seen {
  step: Step | null
  view: View
}

function say(view: View): string {
  return JSON.stringify(view)
}

/** Returns the view after the sale and after every step. */
function watch<S>(machine: Machine<S>, { sale, steps }: Scenario): Seen[] {
  const guarded = guard(machine)
  let state = guarded.sell(sale)
  const seen: Seen[] = [{ step: null, view: guarded.view(state) }]
  for (const step of steps) {
    state = guarded.apply(state, step)
    seen.push({ step, view: guarded.view(state) })
  }
  return seen
}

function watchEnd<S>(machine: Machine<S>, scenario: Scenario): View {
  return watch(machine, scenario).at(-1)!.view
}

function findFirst(
  seen: readonly Seen[],
  judge: (view: View, before: View | null, step: Step | null) => Finding,
): Finding {
  for (const [index, { step, view }] of seen.entries()) {
    const finding = judge(view, seen[index - 1]?.view ?? null, step)
    if (finding) return `${finding} (after step ${index}: ${say(view)})`
  }
  return null
}

/** Checks 0 ≤ total ≤ ceiling, and that all amounts are whole minor units of zero or more. */
export function staysWithinTheCeiling<S>(machine: Machine<S>, scenario: Scenario): Finding {
  return findFirst(watch(machine, scenario), (view) => {
    if (!Object.values(view).every((amount: number) => Number.isSafeInteger(amount) && amount >= 0)) {
      return 'An amount is below zero or no whole minor unit'
    }
    return view.total > view.ceiling ? 'The total is above the ceiling' : null
  })
}

/** Checks that the total follows from the ceiling, the paid prices, the value and the fees. */
export function addsUp<S>(machine: Machine<S>, scenario: Scenario): Finding {
  return findFirst(watch(machine, scenario), ({ total, ceiling, fees, paid, value }) =>
    total === Math.min(ceiling, Math.max(paid, value) + fees) ? null : 'The total does not follow from its parts',
  )
}

/** Checks that giving up units in any order and any split leads to the same result. */
export function givesUpInAnyOrder<S>(machine: Machine<S>, { sale, steps, one, other }: OrderScenario): Finding {
  const first = watchEnd(machine, { sale, steps: [...steps, ...one] })
  const second = watchEnd(machine, { sale, steps: [...steps, ...other] })
  return say(first) === say(second) ? null : `One order ends at ${say(first)}, the other at ${say(second)}`
}

/** Checks that changes before cancelling everything save at most a few minor units per leg over cancelling at once. */
export function gainsNothingByDetours<S>(
  machine: Machine<S>,
  { sale, steps, detour }: DetourScenario,
  slackOfLeg = 0,
): Finding {
  const first = detour[0]
  if (!first) return null
  const atOnce = watchEnd(machine, { sale, steps: [...steps, { now: first.now, do: 'cancelAll' }] }).total
  for (const [index, step] of detour.entries()) {
    const way = [...steps, ...detour.slice(0, index + 1)]
    const end = watchEnd(machine, { sale, steps: [...way, { now: step.now, do: 'cancelAll' }] }).total
    const legs = sale.legs.length + way.filter((one) => one.do === 'addLeg').length
    if (end < atOnce - slackOfLeg * legs)
      return `All cancelled at once costs ${atOnce}, after ${index + 1} changes ${end}`
  }
  return null
}

/** Checks that an addition never lowers the total, raises ceiling and paid prices equally and leaves the fees unchanged. */
export function neverLowersByAdding<S>(machine: Machine<S>, { sale, steps, addition }: AdditionScenario): Finding {
  const before = watchEnd(machine, { sale, steps })
  const after = watchEnd(machine, { sale, steps: [...steps, addition] })
  if (after.total < before.total) return `An addition lowers ${say(before)} to ${say(after)}`
  if (after.fees !== before.fees || after.ceiling - before.ceiling !== after.paid - before.paid) {
    return `An addition changes more than what it costs, from ${say(before)} to ${say(after)}`
  }
  return null
}

/** Checks that adding and dropping the same units never lowers the total and costs at most what was added. */
export function addsAndDropsWithoutGain<S>(
  machine: Machine<S>,
  { sale, steps, addition, drop }: AdditionScenario,
): Finding {
  const before = watchEnd(machine, { sale, steps })
  const added = watchEnd(machine, { sale, steps: [...steps, addition] })
  const after = watchEnd(machine, { sale, steps: [...steps, addition, drop] })
  if (after.total < before.total) return `Added and dropped, ${say(before)} falls to ${say(after)}`
  if (after.total - before.total > added.ceiling - before.ceiling) {
    return `Added and dropped, ${say(before)} rises to ${say(after)}, by more than ${added.ceiling - before.ceiling}`
  }
  return null
}

/** Checks that the total is never below the current value of the rest, unless that exceeds everything ever charged. */
export function keepsTheCurrentValue<S>(machine: Machine<S>, scenario: Scenario): Finding {
  return findFirst(watch(machine, scenario), ({ total, ceiling, value }) =>
    total < Math.min(ceiling, value) ? 'The total is below the current value' : null,
  )
}

/** Checks that an operator's move changes no amount, and an operator's cancellation leaves the rest at paid prices. */
export function asksNothingForTheOperator<S>(machine: Machine<S>, scenario: Scenario): Finding {
  let standing = standAfterSale(scenario.sale)
  return findFirst(watch(machine, scenario), (view, before, step) => {
    const earlier = standing
    if (step) standing = standAfter(standing, step)
    if (!before || !step || earlier === standing) return null
    if (step.do === 'operatorMoves') {
      return say(view) === say(before) ? null : `The operator moves ${say(before)}`
    }
    if (step.do !== 'operatorCancels') return null
    const rest = Math.min(before.ceiling, view.paid + view.fees)
    const isAtPaidPrices = view.total === rest && view.ceiling === rest && view.value === view.paid
    return isAtPaidPrices ? null : `The operator cancels ${say(before)}`
  })
}

/** Checks that giving up units after the operator cancelled a leg never raises the total above the one right after it. */
export function neverRisesByGivingUp<S>(machine: Machine<S>, { sale, steps, one, other }: OrderScenario): Finding {
  const before = watchEnd(machine, { sale, steps })
  for (const gifts of [one, other]) {
    const seen = watch(machine, { sale, steps: [...steps, ...gifts] }).slice(steps.length)
    const finding = findFirst(seen, ({ total }) =>
      total > before.total ? `The total rises from ${say(before)}` : null,
    )
    if (finding) return finding
  }
  return null
}

/** Checks that a replacement leaves at least the value of the new units to pay, or else the amount that was due before. */
export function releasesNoMoreThanCharged<S>(machine: Machine<S>, scenario: Scenario): Finding {
  return findFirst(watch(machine, scenario), (view, before, step) => {
    if (!before || (step?.do !== 'replaceLeg' && step?.do !== 'correct')) return null
    return view.total < Math.min(before.total, view.value) ? `A replacement releases too much of ${say(before)}` : null
  })
}
