/** Runs a task once the browser has nothing better to do, after two seconds at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2_000 })
  else setTimeout(task, 500)
}
