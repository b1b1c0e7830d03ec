import { sentence, type Sentence } from '../../../contract/core/sentence'
import { AUTO_COMPLETE_AFTER_H } from '../../../contract/core/limits/dispatch'
import { earliestStep, isTooEarly } from '../../../contract/entities/journey-steps'
import type { Journey } from '../../../contract/entities/journey'
import { wallClock } from '../timetable/wall-clock'
import type { JourneyStep } from './transitions'

const HOUR_MS = 3_600_000

/** Returns why a step of a journey is too early, with the local time from which it is allowed; null = it is not. */
export function earlyStepText(
  step: JourneyStep,
  journey: Pick<Journey, 'code' | 'departs_at' | 'timezone'>,
  now: Date,
): Sentence | null {
  const { code, departs_at, timezone } = journey
  const earliest = earliestStep(step, journey)
  if (earliest === null || !isTooEarly(step, journey, now.getTime())) return null
  const [planned, allowed] = [wallClock(departs_at, timezone), wallClock(earliest, timezone)]
  return sentence`${code} leaves at ${planned}, local time. Wait until ${allowed} for this step.`
}

/** Whether the sweep completes a journey under way, so that a reverted completion would not last. */
export const isOverdue = ({ arrives_at }: Pick<Journey, 'arrives_at'>, now: Date): boolean =>
  now.getTime() >= Date.parse(arrives_at) + AUTO_COMPLETE_AFTER_H * HOUR_MS
