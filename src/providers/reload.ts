/** Browser messages for a script that could not be fetched. */
const MISSING_PART = /dynamically imported module|importing a module script failed|unable to preload/i

/** Whether a page failed because its code did not load: no connection, or a newer version replaced it. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && MISSING_PART.test(error.message)

/** Reloads the page if the server answers; otherwise the browser would show its own error page. */
export async function reloadIfReachable(): Promise<boolean> {
  try {
    await fetch('/', { method: 'HEAD', cache: 'no-store' })
  } catch {
    return false
  }
  window.location.reload()
  return true
}
