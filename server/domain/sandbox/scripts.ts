import type { SandboxScenario, SandboxStep } from '../../../contract/core/vocabulary'

export interface ScriptStep {
  step: SandboxStep
  /** Seconds after the start; null = waits for a call of the partner. */
  after_s: number | null
}

const hold: ScriptStep = { step: 'hold', after_s: 0 }
const confirm: ScriptStep = { step: 'confirm', after_s: 10 }
const at = (after_s: number, step: SandboxStep): ScriptStep => ({ step, after_s })
const awaited = (step: SandboxStep): ScriptStep => ({ step, after_s: null })

/** The steps of each scenario, in order. */
export const SCRIPTS: Readonly<Record<SandboxScenario, readonly ScriptStep[]>> = {
  happy_path: [hold, confirm, at(20, 'check_in'), at(30, 'complete')],
  hold_expires: [hold, at(20, 'expire')],
  sold_out_on_confirm: [hold, awaited('awaits_sold_out')],
  price_changed: [hold, awaited('awaits_price_changed')],
  operator_cancels: [hold, confirm, at(20, 'cancel_by_operator')],
  moved_to_later: [hold, confirm, at(20, 'move_to_later')],
  delay_45: [hold, confirm, at(20, 'delay_45')],
  vehicle_changed: [hold, confirm, at(20, 'change_vehicle')],
  no_show: [hold, confirm, at(20, 'no_show')],
  amend_pending: [at(0, 'request'), at(20, 'confirm')],
  webhook_500_then_ok: [hold, at(5, 'fail_webhook_once'), confirm],
  slow_9s: [hold, awaited('awaits_slow_answer')],
  rate_limited: [hold, awaited('awaits_rate_limit')],
}

const PARTIES = [
  [{ name: 'Alba Serrano', category: 'adult' }],
  [
    { name: 'Noah Fischer', category: 'adult' },
    { name: 'Emma Fischer', category: 'adult' },
  ],
  [
    { name: 'Chloé Martin', category: 'adult' },
    { name: 'Hugo Martin', category: 'adult' },
    { name: 'Léa Martin', category: 'adult' },
  ],
] as const

/** Returns the passengers of a mock trip. Equal seeds give equal passengers. */
export const partyOf = (seed: number) => (PARTIES[seed % PARTIES.length] ?? PARTIES[0]).map((person) => ({ ...person }))
