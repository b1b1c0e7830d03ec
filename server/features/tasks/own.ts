import { may } from '../../../contract/core/permissions'
import { seesAllTasks } from '../../../contract/operations/tasks'
import { RESOURCES, type Role } from '../../../contract/core/vocabulary'
import type { Reader } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { readTask, type StoredTask } from './repository/tasks'

/** Whose a new task is. */
export const ownerOf = ({ actor, language }: Context) => ({ userId: actor.id, user_name: actor.name, language })

/** The kinds of records whose tasks a role is told of: what a task says of records is for those who may see them. */
export const resourcesTold = (role: Role) => RESOURCES.filter((resource) => may(role, 'list', resource))

/** @throws Refusal not_found, also for what is somebody else's, or about records that the caller may not see by now */
export async function readOwn(reader: Reader, id: string, { actor }: Context, lock?: 'lock'): Promise<StoredTask> {
  const task = await readTask(reader, id, lock)
  const isTold = task && (task.resource === null || resourcesTold(actor.role).includes(task.resource))
  if (!isTold || (task.user_id !== actor.id && !seesAllTasks(actor.role)))
    throw new Refusal('not_found', 'There is no such task.')
  return task
}
