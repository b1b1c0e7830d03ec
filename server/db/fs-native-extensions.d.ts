/** What is used of it here; the package has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks a range of a file for this open handle alone, or says at once that somebody else has it. */
  export function tryLock(fd: number, offset: number, length: number): boolean
  /** Locks a range of a file for this open handle alone, as soon as no other handle has it. */
  export function waitForLock(fd: number, offset: number, length: number): Promise<void>
}
