import type { Language } from '../../contract/core/vocabulary'
import { BRAND } from '../providers/config'
import { whenIdle } from '../providers/whenIdle'
import { problemText } from '../ui/problemText'
import { el } from './dom'
import { codeForm } from './codeForm'
import type { CodeDue, SignInMethod, DemoPerson, Entered, PasswordDue, SignedIn } from './method'
import { signInForm } from './form'
import { signInHeader } from './header'
import { newPasswordForm } from './newPassword'
import { wordsOf } from './words'

/** Language and colours around the page, which outlive it. */
export interface Surroundings {
  language: () => Language
  setLanguage: (language: Language) => void
  toggleScheme: () => void
}

interface SignInPage {
  door: SignInMethod
  surroundings: Surroundings
  /** A session went on before and has ended. */
  ended: boolean
  onSignedIn: (signedIn: SignedIn) => void
}

/** What was typed at a door, so that it survives a page that is drawn anew; nothing once somebody is in. */
interface Memory {
  typed: { name: string; password: string }
  due: { how: CodeDue | PasswordDue; typed: { code: string; password: string; again: string } } | null
}

const fresh = (): Memory => ({ typed: { name: '', password: '' }, due: null })
const memories = new WeakMap<SignInMethod, Memory>()

/**
 * Draws the sign-in page into `root`: plain elements, so that a few kilobytes stand between a visitor and the first
 * letter, while the console's own code comes in behind it.
 * @returns takes the page away
 */
export function showSignIn(root: HTMLElement, { door, surroundings, ended, onSignedIn }: SignInPage): () => void {
  const memory = memories.get(door) ?? fresh()
  memories.set(door, memory)
  // After the first paint: nobody waits for them.
  const people = new Promise<DemoPerson[]>((resolve, reject) =>
    whenIdle(() => {
      door.people().then(resolve, reject)
    }),
  )

  const done = (signedIn: SignedIn) => {
    memories.delete(door)
    onSignedIn(signedIn)
  }
  const entered = (how: Entered) => {
    if ('home' in how) return done(how)
    memory.due = { how, typed: { code: '', password: '', again: '' } }
    draw()
    focusFirst(root)
  }

  function draw(): void {
    const language = surroundings.language()
    const t = wordsOf(language)
    const refusalText = (refusal: unknown) => problemText(refusal, { t, language })
    const { due } = memory
    const step = due === null ? null : 'enterCode' in due.how ? 'code' : 'newPassword'
    const title = t(step ? `app.login.${step}Title` : door.title)
    document.title = `${title} · ${BRAND}`
    const back = () => {
      memory.due = null
      draw()
      focusFirst(root)
    }
    const form = () => {
      if (!due) return signInForm({ door, t, typed: memory.typed, refusalText, people, onEntered: entered })
      const { how, typed } = due
      return 'enterCode' in how
        ? codeForm({ t, due: how, typed, refusalText, onEntered: entered, onBack: back })
        : newPasswordForm({ t, due: how, typed, refusalText, onSignedIn: done, onBack: back })
    }
    const card = el(
      'div',
      { class: 'signin-card' },
      el('h1', {}, title),
      el('p', { class: 'signin-text' }, t(step ? `app.login.${step}Text` : door.text)),
      ended && !due && el('p', { role: 'status', class: 'signin-notice' }, t('app.login.ended')),
      form(),
    )
    const other = !due && door.other && el('a', { href: door.other.path, class: 'signin-other' }, t(door.other.text))
    const header = signInHeader({
      t,
      language,
      onScheme: surroundings.toggleScheme,
      onLanguage: (chosen) => {
        surroundings.setLanguage(chosen)
        draw()
        root.querySelector('select')?.focus()
      },
    })
    root.replaceChildren(el('div', { class: 'signin' }, header, el('main', {}, card, other || null)))
  }

  draw()
  focusFirst(root)
  return () => {
    root.replaceChildren()
    document.title = BRAND
  }
}

const focusFirst = (root: HTMLElement) => root.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
