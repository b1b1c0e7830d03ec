/** How the browsers call a part of the program that they could not fetch. */
const MISSING_PART = /dynamically imported module|importing a module script failed|unable to preload/i

/** Whether a page failed because its code did not come: no connection, or a newer version took its place. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && MISSING_PART.test(error.message)

/** Loads the page anew if the server answers; without it the browser would leave the reader with its own error page. */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
  } catch {
    return false
  }
  window.location.reload()
  return true
}
