import { el } from './dom'

export interface Field {
  box: HTMLElement
  input: HTMLInputElement
  /** Shows a fault under the box; null brings back the help that stands there without one. */
  setFault: (fault: string | null) => void
}

let made = 0

/** A box with its label above it and a line of help or of what is wrong below. */
export function field(label: string, attributes: Record<string, string | boolean>, help = ''): Field {
  made += 1
  const id = `signin-${made}`
  const hint = el('small', { id: `${id}-hint` }, help)
  const input = el('input', { id, dir: 'ltr', required: true, 'aria-describedby': `${id}-hint`, ...attributes })
  const box = el('div', { class: 'signin-field' }, el('label', { for: id }, label), input, hint)
  return {
    box,
    input,
    setFault(fault) {
      hint.textContent = fault ?? help
      box.toggleAttribute('data-fault', fault !== null)
      input.setAttribute('aria-invalid', String(fault !== null))
    },
  }
}

/** Where a refusal is told; out of sight until there is one. */
export function refusalBox(): { element: HTMLElement; tell: (text: string | null) => void } {
  const element = el('p', { role: 'alert', class: 'signin-refusal', hidden: true })
  return {
    element,
    tell(text) {
      element.textContent = text
      element.hidden = text === null
    },
  }
}
