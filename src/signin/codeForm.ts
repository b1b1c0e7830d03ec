import { el } from './dom'
import type { CodeDue, Entered } from './method'
import { field, refusalBox } from './field'
import type { Words } from './words'

interface CodeFormOptions {
  t: Words
  due: CodeDue
  /** What was typed before the page was drawn anew; kept up to date. */
  typed: { code: string }
  refusalText: (refusal: unknown) => string
  onEntered: (entered: Entered) => void
  onBack: () => void
}

/** The second step of a sign-in whose password was right. */
export function codeForm({ t, due, typed, refusalText, onEntered, onBack }: CodeFormOptions): HTMLElement {
  const refusal = refusalBox()
  const looks = { name: 'code', type: 'text', autocomplete: 'one-time-code', autocapitalize: 'none', maxlength: '40' }
  const code = field(t('app.login.code'), looks)
  const submit = el('button', { type: 'submit', class: 'signin-primary' }, t('ra.auth.sign_in'))
  const back = el('button', { type: 'button', class: 'signin-quiet' }, t('ra.action.back'))
  const form = el('form', { class: 'signin-form' }, refusal.element, code.box, submit, back)
  code.input.value = typed.code

  let busy = false
  const submitted = async () => {
    if (busy) return
    busy = true
    submit.setAttribute('aria-busy', 'true')
    refusal.tell(null)
    try {
      onEntered(await due.enterCode(code.input.value))
    } catch (error) {
      refusal.tell(refusalText(error))
      code.input.select()
      busy = false
      submit.setAttribute('aria-busy', 'false')
    }
  }
  form.addEventListener('input', () => (typed.code = code.input.value))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submitted()
  })
  back.addEventListener('click', onBack)
  return form
}
