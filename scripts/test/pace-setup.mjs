import { relative } from 'node:path'
import { beforeEach } from 'vitest'
import { recordPace } from './pace.mjs'

// A reporter hears of the beginning late, and may do so only at the end: vitest sends what happens in batches.
beforeEach(({ task }) => {
  const title = `${relative(process.cwd(), task.file.filepath)} › ${task.fullTestName}`
  recordPace({ id: task.id, title, begunAt: Date.now() })
})
