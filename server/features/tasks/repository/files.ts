import { sql } from 'kysely'
import type { Db } from '../../../db/database'
import type { Reader, Tx } from '../../../db/transaction'

/** Size of the parts that a file is read in. */
const PART_BYTES = 1024 * 1024

/** Stores the file of a task part by part, so that memory use does not depend on its length. @returns its size in bytes */
export async function keepFile(db: Db, taskId: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  await dropFile(db, taskId)
  let [position, written, bytes, waiting] = [0, 0, 0, [] as Uint8Array[]]
  const write = async () => {
    const part = Buffer.concat(waiting)
    await sql`insert into task_files (task_id, position, bytes) values (${taskId}, ${position}, ${part})`.execute(db)
    position += 1
    written = bytes
    waiting = []
  }
  for await (const chunk of content) {
    bytes += chunk.length
    waiting.push(chunk)
    if (bytes - written >= PART_BYTES) await write()
  }
  await write()
  return bytes
}

/** Yields the file of a task part by part. */
export async function* readFile(db: Db, taskId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const { rows } = await sql<{ bytes: Uint8Array }>`
      select bytes from task_files where task_id = ${taskId} and position = ${position}`.execute(db)
    if (!rows[0]) return
    yield rows[0].bytes
  }
}

/** Deletes the file of a task. */
export async function dropFile(db: Reader, taskId: string): Promise<void> {
  await sql`delete from task_files where task_id = ${taskId}`.execute(db)
}

/** Stores the name and size of a task's file. */
export async function noteFile(
  tx: Tx,
  taskId: string,
  { name, bytes }: { name: string; bytes: number },
): Promise<void> {
  await sql`update tasks set file_name = ${name}, file_bytes = ${bytes} where id = ${taskId}`.execute(tx)
}

/** Deletes the files of tasks that ended before a time. */
export async function forgetFiles(db: Db, before: Date): Promise<void> {
  await sql`
    delete from task_files f using tasks t where t.id = f.task_id and t.finished_at < ${before.toISOString()}`.execute(
    db,
  )
}
