import { reloadIfReachable } from '../providers/reload'
import { el } from '../signin/dom'
import type { Words } from '../signin/words'

/** Says that the console's own code did not come, and offers another try. */
export function showMissingPart(root: HTMLElement, t: Words): void {
  const text = el('p', { class: 'signin-text' }, t('app.shell.partText'))
  const retry = el('button', { type: 'button', class: 'signin-primary' }, t('app.problem.retry'))
  retry.addEventListener('click', () => {
    void reloadIfReachable().then((reached) => {
      if (!reached) text.textContent = t('app.shell.stillOffline')
    })
  })
  const card = el('div', { class: 'signin-card signin-form', role: 'alert' }, el('h1', {}, t('app.shell.partTitle')))
  card.append(text, retry)
  root.replaceChildren(el('div', { class: 'signin' }, el('main', {}, card)))
}
