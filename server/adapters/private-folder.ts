import { chmodSync, mkdirSync, statSync } from 'node:fs'

const OWNER_ONLY = 0o700
/** Permissions of the group and of all other users. */
const OF_OTHERS = 0o077
const OF_ALL = 0o007

/** A folder that other users of the machine can open. The message says how to close it. */
export class FolderOpenToOthers extends Error {
  constructor(readonly folder: string) {
    super(
      `Other users of this machine can open ${folder}, and this process may not change that. Close it with "sudo chown -R ${process.getuid?.()} ${folder} && sudo chmod 700 ${folder}", or choose another folder: a new one is created closed.`,
    )
  }
}

/**
 * Creates a folder that only its owner can open, or closes an existing one to all other users. Windows has no permissions of
 * this type.
 * @throws FolderOpenToOthers where this process may not change it, or its file system has no permissions
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY })
  if (process.platform === 'win32' || isClosed(folder)) return
  try {
    chmodSync(folder, OWNER_ONLY)
  } catch (error) {
    // A read-only file system is reported at the first write, with the file.
    if ((error as NodeJS.ErrnoException).code === 'EROFS') return
    throw new FolderOpenToOthers(folder)
  }
  if (!isClosed(folder)) throw new FolderOpenToOthers(folder)
}

const isClosed = (folder: string): boolean => (statSync(folder).mode & OF_OTHERS) === 0

/** Whether users who are neither owner nor in the group can open a folder. Windows has no permissions of this type. */
export const isOpenToAll = (folder: string): boolean =>
  process.platform !== 'win32' && (statSync(folder).mode & OF_ALL) !== 0
