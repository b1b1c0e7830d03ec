import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Public timetables beside the project, for those who have them; the tests on them skip where they are absent. */
const FOLDER = resolve('../shared/data/gtfs')

export const publicFeed = (name: 'hawaii' | 'north-macedonia') => {
  const path = resolve(FOLDER, `${name}.zip`)
  return { path, isHere: existsSync(path) }
}
