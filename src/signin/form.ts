import { el } from './dom'
import type { SignInMethod, DemoPerson, Entered } from './method'
import { field, refusalBox } from './field'
import type { Words } from './words'

interface FormOptions {
  door: SignInMethod
  t: Words
  /** What was typed before the page was drawn anew; kept up to date. */
  typed: { name: string; password: string }
  refusalText: (refusal: unknown) => string
  people: Promise<DemoPerson[]>
  onEntered: (entered: Entered, password: string) => void
}

/** Name and password; in a demo also its people, at one click each. */
export function signInForm({ door, t, typed, refusalText, people, onEntered }: FormOptions): HTMLElement {
  const refusal = refusalBox()
  const { label, field: called, type } = door.name
  const name = field(t(label), { name: called, type, autocomplete: 'username', autocapitalize: 'none' })
  const password = field(t('ra.auth.password'), {
    name: 'password',
    type: 'password',
    autocomplete: 'current-password',
  })
  const submit = el('button', { type: 'submit', class: 'signin-primary' }, t(door.submit))
  const form = el('form', { class: 'signin-form' }, refusal.element, name.box, password.box, submit)
  const offered = el('div', { class: 'signin-people' })
  name.input.value = typed.name
  password.input.value = typed.password

  let busy = false
  const setBusy = (now: boolean) => {
    busy = now
    submit.setAttribute('aria-busy', String(now))
    for (const button of offered.querySelectorAll('button')) button.disabled = now
  }
  const enter = async (go: () => Promise<Entered>, secret: string) => {
    if (busy) return
    setBusy(true)
    refusal.tell(null)
    try {
      // Stays busy from here: whoever is in needs no second try.
      onEntered(await go(), secret)
    } catch (error) {
      refusal.tell(refusalText(error))
      setBusy(false)
    }
  }
  form.addEventListener('input', () => {
    typed.name = name.input.value
    typed.password = password.input.value
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const secret = password.input.value
    void enter(() => door.enter(name.input.value.trim(), secret), secret)
  })
  void people.then(
    (found) => offer(offered, door, found, t, (person) => void enter(person.enter, '')),
    () => undefined,
  )
  return el('div', {}, form, offered)
}

function offer(
  box: HTMLElement,
  door: SignInMethod,
  people: readonly DemoPerson[],
  t: Words,
  onChoose: (person: DemoPerson) => void,
): void {
  if (people.length === 0) return
  box.append(el('p', { class: 'signin-divider' }, t(door.demo)))
  for (const person of people) {
    const role = person.role === null ? null : el('span', {}, t(person.role))
    const button = el('button', { type: 'button', class: 'signin-person' }, el('b', {}, person.name), ' ', role)
    button.addEventListener('click', () => onChoose(person))
    box.append(button)
  }
}
