import { may, type Action } from '../../contract/permissions'
import type { Resource } from '../../contract/vocabulary'
import type { Actor } from './context'
import { Refusal } from './refusal'

/** Lets pass whom the permission table lets do this. @throws Refusal forbidden */
export function admit({ role }: Pick<Actor, 'role'>, action: Action, resource: Resource): void {
  if (!may(role, action, resource))
    throw new Refusal('forbidden', `The role ${role} may not ${action} ${resource}. Ask an administrator.`)
}
