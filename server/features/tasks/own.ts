import { seesAllTasks } from '../../../contract/tasks'
import type { Reader } from '../../db/transaction'
import type { Context } from '../../http/context'
import { Refusal } from '../../http/refusal'
import { readTask, type StoredTask } from './repository/tasks'

/** Whose a new task is. */
export const ownerOf = ({ actor, language }: Context) => ({ userId: actor.id, user_name: actor.name, language })

/** @throws Refusal not_found, also for what is somebody else's */
export async function readOwn(reader: Reader, id: string, { actor }: Context, lock?: 'lock'): Promise<StoredTask> {
  const task = await readTask(reader, id, lock)
  if (!task || (task.user_id !== actor.id && !seesAllTasks(actor.role)))
    throw new Refusal('not_found', 'There is no such task.')
  return task
}
