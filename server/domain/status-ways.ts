/** One way from a status to another. There is no other way between the two. */
export interface Way<Status extends string, Step extends string, Effect extends string> {
  from: Status
  to: Status
  /** The step of the feature that takes it, and nothing else does. */
  step: Step
  /** The operation of the API that asks for it; null where time alone does. */
  operation: string | null
  /** What comes of it beside the status. */
  effect: Effect
}

/** The ways between the statuses of a kind of record, to be asked for. */
export interface Ways<W extends Way<string, string, string>> {
  all: readonly W[]
  /** Undefined where nothing leads from one to the other. */
  between: (from: string, to: string) => W | undefined
  /** The statuses that a step starts from. */
  startsOf: (step: W['step']) => readonly W['from'][]
}

export function statusWays<W extends Way<string, string, string>>(all: readonly W[]): Ways<W> {
  return {
    all,
    between: (from, to) => all.find((way) => way.from === from && way.to === to),
    startsOf: (step) => [...new Set(all.filter((way) => way.step === step).map((way) => way.from))],
  }
}
