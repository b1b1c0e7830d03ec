/** Logs a problem that does not affect the user to the browser's console, for maintainers. */
export function logWarning(text: string, detail?: unknown): void {
  window.console.warn(text, detail)
}
