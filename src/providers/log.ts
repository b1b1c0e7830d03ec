/** What went wrong without hurting the reader goes to the browser's console, for whoever looks after the console. */
export function logWarning(text: string, detail?: unknown): void {
  window.console.warn(text, detail)
}
