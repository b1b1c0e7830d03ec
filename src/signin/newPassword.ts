import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from '../../contract/core/limits'
import { problemOf } from '../providers/http/problem'
import { el } from './dom'
import type { PasswordDue, SignedIn } from './method'
import { field, refusalBox } from './field'
import type { Words } from './words'

interface NewPasswordOptions {
  t: Words
  due: PasswordDue
  /** What was typed before the page was drawn anew; kept up to date. */
  typed: { password: string; again: string }
  refusalText: (refusal: unknown) => string
  onSignedIn: (signedIn: SignedIn) => void
  onBack: () => void
}

/** The first thing that a person with somebody else's password does: choose one's own. */
export function newPasswordForm(options: NewPasswordOptions): HTMLElement {
  const { t, due, typed, refusalText, onSignedIn, onBack } = options
  const looks = { type: 'password', autocomplete: 'new-password', maxlength: String(PASSWORD_MAX_CHARS) }
  const rule = t('app.login.passwordRule', { min: PASSWORD_MIN_CHARS })
  const refusal = refusalBox()
  const password = field(t('app.login.newPassword'), looks, rule)
  const again = field(t('app.login.newPasswordAgain'), looks)
  const submit = el('button', { type: 'submit', class: 'signin-primary' }, t('app.login.setPassword'))
  const back = el('button', { type: 'button', class: 'signin-quiet' }, t('ra.action.back'))
  // Tells a password manager whose password this is.
  const whose = el('input', { autocomplete: 'username', value: due.username, readonly: true, hidden: true })
  const fields = [refusal.element, whose, password.box, again.box, submit, back]
  const form = el('form', { class: 'signin-form', novalidate: true }, ...fields)
  password.input.value = typed.password
  again.input.value = typed.again

  let busy = false
  const submitted = async () => {
    const tooShort = password.input.value.length < PASSWORD_MIN_CHARS
    const different = password.input.value !== again.input.value
    password.setFault(tooShort ? rule : null)
    again.setFault(different ? t('app.login.passwordsDiffer') : null)
    if (tooShort || different) return (tooShort ? password : again).input.focus()
    if (busy) return
    busy = true
    submit.setAttribute('aria-busy', 'true')
    refusal.tell(null)
    try {
      onSignedIn(await due.choosePassword(password.input.value))
    } catch (error) {
      const fault = problemOf(error).errors?.['new_password']
      if (typeof fault === 'string') password.setFault(fault)
      else refusal.tell(refusalText(error))
      busy = false
      submit.setAttribute('aria-busy', 'false')
    }
  }
  form.addEventListener('input', () => {
    typed.password = password.input.value
    typed.again = again.input.value
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submitted()
  })
  back.addEventListener('click', onBack)
  return form
}
