import { may } from '../../../contract/core/permissions'
import { seesAllTasks } from '../../../contract/operations/tasks'
import { RESOURCES, type Role } from '../../../contract/core/vocabulary'
import { sentence } from '../../../contract/core/sentence'
import type { Reader } from '../../db/transaction'
import type { Context } from '../../kernel/context'
import { roleOf } from '../../http/admit'
import { Refusal } from '../../http/refusal'
import { readTask, type StoredTask } from './repository/tasks'

/** Returns the columns for the starter of a new task. */
export const ownerOf = ({ actor, language }: Context) => ({ userId: actor.id, user_name: actor.name, language })

/** Returns the resources whose tasks are visible to a role: those whose records it may list. */
export const visibleResources = (role: Role) => RESOURCES.filter((resource) => may(role, 'list', resource))

/** Reads a task of the caller. @throws Refusal not_found, also for tasks of others and for resources hidden from the caller */
export async function readOwn(reader: Reader, id: string, { actor }: Context, lock?: 'lock'): Promise<StoredTask> {
  const task = await readTask(reader, id, lock)
  const isVisible = task && (task.resource === null || visibleResources(roleOf(actor)).includes(task.resource))
  if (!isVisible || (task.user_id !== actor.id && !seesAllTasks(roleOf(actor))))
    throw new Refusal('not_found', sentence`There is no such task.`)
  return task
}
