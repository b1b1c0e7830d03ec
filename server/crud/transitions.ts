import type { AnyEntity } from '../../contract/core/entity'
import { Refusal } from '../http/refusal'
import type { Row, StatusWays, Values } from './store-options'

/** @throws Refusal where a form asks for a status that does not follow the present one */
export function refuseTransition({ transitions, statusField }: AnyEntity, current: Values, next: Values): void {
  const [from, to] = [current, next].map((record) => record[statusField] as string | undefined)
  if (!transitions || from === undefined || to === undefined || from === to) return
  const allowed = transitions[from] ?? []
  if (allowed.includes(to)) return
  throw noWay(
    statusField,
    [from, to],
    `From "${from}" the next can be ${allowed.join(', ') || 'nothing: it is final'}.`,
  )
}

/** A step goes no other way than the table of the statuses has. @throws Refusal */
export function refuseOtherWay(
  { entity: { statusField }, ways }: { entity: AnyEntity; ways?: StatusWays | undefined },
  current: Row,
  values: Values,
): void {
  const [from, to] = [current, values].map((record) => record[statusField] as string | undefined)
  if (!ways || from === undefined || to === undefined || from === to) return
  if (!ways.between(from, to)) throw noWay(statusField, [from, to])
}

function noWay(field: string, [from, to]: readonly [string, string], said?: string): Refusal {
  const detail = `"${from}" cannot become "${to}".`
  return new Refusal('invalid_state', said ?? detail, {
    errors: [{ pointer: `/${field}`, code: 'transition', detail }],
  })
}
