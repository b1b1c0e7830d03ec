import { LOADER_FADE_MS } from '../../contract/core/limits/console'

/** Removes the loader of index.html, which is never shown again. */
export function fadeLoader(): void {
  const loader = document.getElementById('loader')
  if (!loader || loader.hasAttribute('data-done')) return
  loader.setAttribute('data-done', '')
  setTimeout(() => loader.remove(), LOADER_FADE_MS)
}
