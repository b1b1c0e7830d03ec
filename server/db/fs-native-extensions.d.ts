/** Used part of the package, which has no types of its own. */
declare module 'fs-native-extensions' {
  /** Locks a range of a file for this open handle alone, or returns false at once if another handle has it. */
  export function tryLock(fd: number, offset: number, length: number): boolean
  /** Locks a range of a file for this open handle alone, as soon as no other handle has it. */
  export function waitForLock(fd: number, offset: number, length: number): Promise<void>
}
