import { hasRight, may, type Action, type Right } from '../../contract/permissions'
import type { Resource } from '../../contract/vocabulary'
import type { Actor } from './context'
import { Refusal } from './refusal'

/** Lets pass whom the permission table lets do this. @throws Refusal forbidden */
export function admit({ role }: Pick<Actor, 'role'>, action: Action, resource: Resource): void {
  if (!may(role, action, resource))
    throw new Refusal('forbidden', `The role ${role} may not ${action} ${resource}. Ask an administrator.`)
}

/** The same for a right of its own. @throws Refusal forbidden */
export function admitRight({ role }: Pick<Actor, 'role'>, right: Right): void {
  if (!hasRight(role, right))
    throw new Refusal('forbidden', `The role ${role} may not ${right.replaceAll('_', ' ')}. Ask an administrator.`)
}
