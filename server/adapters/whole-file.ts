import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Remedies for errors of the system on a file, by code. */
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

/** Error of the system on a file; the message names the file and the remedy. */
export class FileTrouble extends Error {
  constructor(
    message: string,
    readonly code: string,
    cause: unknown,
  ) {
    super(message, { cause })
  }
}

/** @param path for errors that do not name their file. @returns null for an error on no file */
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
 * Writes a file that only this user can read, in full or not at all; a failure leaves nothing behind.
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

/** Renames a complete draft to its file, once it is on disk. */
export function settle(file: string): void {
  const handle = openSync(draftOf(file), 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  renameSync(draftOf(file), file)
}

/** Removes an unfinished draft. @returns the reason, naming the file for an error of the system */
export function abandon(file: string, error: unknown): unknown {
  // A draft that was never created may have no folder either.
  if (existsSync(draftOf(file))) rmSync(draftOf(file))
  return fileTrouble(error, file) ?? error
}
