import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** What to do about a file that the system refuses, by its code. */
const REMEDIES: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk is full: ${path} could not be written. Free some space, or choose another place.`,
  EDQUOT: (path) => `The quota is used up: ${path} could not be written. Free some space, or choose another place.`,
  EROFS: (path) => `${path} is on a read-only file system. Make it writable, or choose another place.`,
  EACCES: (path) => `The user that Wayline runs as may not open ${path}. Allow it, or choose another place.`,
  EPERM: (path) => `The user that Wayline runs as may not open ${path}. Allow it, or choose another place.`,
  ENOENT: (path) => `${path} is not there. Check the path, or choose another place.`,
  EISDIR: (path) => `${path} is a folder and no file. Check the path, or choose another place.`,
  ENOTDIR: (path) =>
    `${path} leads through a file as though it were a folder. Check the path, or choose another place.`,
  EEXIST: (path) => `Something else is at ${path} already. Move it, or choose another place.`,
  EIO: (path) => `The disk failed at ${path}. Check it, or choose another place.`,
}

/** A file that the system refuses, in a sentence that names it with the remedy. */
export class FileTrouble extends Error {
  constructor(
    message: string,
    readonly code: string,
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

/** @param path for errors that do not name their file; null where the system refused no file */
export function fileTrouble(error: unknown, path?: string): FileTrouble | null {
  if (error instanceof FileTrouble) return error
  const { code = '', path: own = path } = (error ?? {}) as { code?: string; path?: string }
  const remedy = REMEDIES[code]
  return remedy && own !== undefined ? new FileTrouble(remedy(own), code, error) : null
}

const DRAFT = '.part'
export const draftOf = (file: string): string => `${file}${DRAFT}`
export const isDraft = (path: string): boolean => path.endsWith(DRAFT)

/**
 * Puts a text in its place, readable for this user alone: whole or not at all, and of a failure nothing stays.
 * @throws FileTrouble naming the file
 */
export function writeText(file: string, text: string): void {
  try {
    writeFileSync(draftOf(file), text, { mode: 0o600 })
    settle(file)
  } catch (error) {
    throw abandon(file, error)
  }
}

/** Puts a draft that is whole in its file's place, once the disk has it. */
export function settle(file: string): void {
  const handle = openSync(draftOf(file), 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draftOf(file), file)
}

/** Removes a draft that could not be finished. @returns why, naming the file where that is the system's doing */
export function abandon(file: string, error: unknown): unknown {
  // Where it never came to be there may not even be a folder.
  if (existsSync(draftOf(file))) rmSync(draftOf(file))
  return fileTrouble(error, file) ?? error
}
