import { LOADER_FADE_MS } from '../../contract/core/limits'

/** Takes the loader of index.html away; once, since nothing brings it back. */
export function fadeLoader(): void {
  const loader = document.getElementById('loader')
  if (!loader || loader.hasAttribute('data-done')) return
  loader.setAttribute('data-done', '')
  setTimeout(() => loader.remove(), LOADER_FADE_MS)
}
