import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Permissions of a file or folder: `600`, `755`. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

/** Returns the permissions of the files and folders in a folder by their names. */
export const modesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))
