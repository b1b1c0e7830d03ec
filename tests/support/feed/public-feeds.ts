import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { zipFeed, type FeedFiles } from './zip'

/** Public timetables outside the repository; the tests on them are skipped where they are absent. */
const FOLDER = resolve('../shared/data/gtfs')

export type PublicFeed = 'hawaii' | 'north-macedonia'

/** Returns the folder of the unpacked feed. */
export const publicFolder = (name: PublicFeed): string => resolve(FOLDER, name)

export const publicFeed = (name: PublicFeed) => {
  const path = resolve(FOLDER, `${name}.zip`)
  return { path, isHere: existsSync(path) }
}

/** Returns the timetable shifted to start on another day: every trip runs for a year from then, on its usual weekdays. */
export async function publicFeedFrom(name: PublicFeed, from: string): Promise<Buffer> {
  const folder = publicFolder(name)
  const tables = readdirSync(folder).filter((file) => file.endsWith('.txt') && file !== 'feed_info.txt')
  const text = (file: string) => readFileSync(join(folder, file), 'utf8')
  const files: FeedFiles = Object.fromEntries(tables.map((file) => [file, text(file)]))
  const [first, last] = [0, 1].map((years) => `${Number(from.slice(0, 4)) + years}${from.slice(5).replace('-', '')}`)
  files['calendar.txt'] = text('calendar.txt').replaceAll(/,\d{8},\d{8}/g, `,${first},${last}`)
  return zipFeed(files)
}
