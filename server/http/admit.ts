import { type Action, hasRight, may, type Right } from '../../contract/core/permissions'
import { isPersonal } from '../../contract/core/personal-data'
import type { Resource, Role } from '../../contract/core/vocabulary'
import type { Actor } from '../kernel/context'
import { Refusal } from './refusal'

type Caller = Pick<Actor, 'role'>

/** Returns the role of the calling staff. @throws Refusal forbidden for callers without one */
export function roleOf({ role }: Caller): Role {
  if (role === null) throw new Refusal('forbidden', 'Only staff may do this.')
  return role
}

/** Checks a permission. @throws Refusal forbidden */
export function admit(caller: Caller, action: Action, resource: Resource): void {
  const role = roleOf(caller)
  if (!may(role, action, resource))
    throw new Refusal('forbidden', `The role ${role} may not ${action} ${resource}. Ask an administrator.`)
}

/** Checks a right. @throws Refusal forbidden */
export function admitRight(caller: Caller, right: Right): void {
  const role = roleOf(caller)
  if (!hasRight(role, right))
    throw new Refusal('forbidden', `The role ${role} may not ${right.replaceAll('_', ' ')}. Ask an administrator.`)
}

/** Checks that the caller may export these fields. @throws Refusal forbidden on each that is personal data */
export function admitFields(caller: Caller, resource: Resource, fields: readonly string[]): void {
  const role = roleOf(caller)
  if (hasRight(role, 'export_personal_data')) return
  const personal = fields.flatMap((field, index) => (isPersonal(resource, field) ? [{ field, index }] : []))
  if (personal.length === 0) return
  throw new Refusal(
    'forbidden',
    `The role ${role} may not export ${personal.map(({ field }) => field).join(', ')}: personal data. Leave it out, or ask a manager.`,
    {
      errors: personal.map(({ field, index }) => ({
        pointer: `/columns/${index}/field`,
        code: 'forbidden',
        detail: `${field} is personal data.`,
      })),
    },
  )
}
