import { relative } from 'node:path'
import { beforeEach } from 'vitest'
import { recordPace } from './pace.mjs'

// A reporter receives the beginning of a test late, possibly only at its end, because vitest sends events in batches.
beforeEach(({ task }) => {
  const title = `${relative(process.cwd(), task.file.filepath)} › ${task.fullTestName}`
  recordPace({ id: task.id, title, begunAt: Date.now() })
})
