import '../../../support/console/media'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../../src/providers/http/problem'
import type { SignInMethod, Entered } from '../../../../src/signin/method'
import { SettingsProvider, useSettings } from '../../../../src/providers/settings/SettingsProvider'
import { SignInPage } from '../../../../src/signin/SignInPage'

const enter = vi.fn<SignInMethod['enter']>()
const onSignedIn = vi.fn()

const method = (): SignInMethod => ({
  title: 'ra.auth.sign_in',
  text: 'app.login.text',
  name: { label: 'ra.auth.username', field: 'username', type: 'text' },
  submit: 'ra.auth.sign_in',
  demo: 'app.login.demo',
  enter,
  people: async () => [{ name: 'Ana Ruiz', role: 'choices.roles.admin', enter: async () => ({ home: '/portal' }) }],
})

const page = { method: method(), onSignedIn }

function Page({ ended }: { ended: boolean }) {
  const { follow } = useSettings()
  return <SignInPage {...page} ended={ended} setLanguage={follow} />
}

const open = (ended = false) =>
  render(
    <SettingsProvider>
      <Page ended={ended} />
    </SettingsProvider>,
  )

const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
function type(label: string, text: string): void {
  fireEvent.input(box(label), { target: { value: text } })
}
const submit = () => act(() => document.querySelector('form')?.requestSubmit())

afterEach(() => {
  vi.resetAllMocks()
  window.localStorage.clear()
})

describe('the sign-in page', () => {
  it.each([
    [['fr-CA', 'en'], 'Continuer en français', 'Se connecter'],
    [['it', 'ar-EG'], 'المتابعة بالعربية', 'تسجيل الدخول'],
  ])('offers the language of a browser in %s and changes to it', (languages, offer, title) => {
    vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(languages)
    open()
    expect(screen.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: offer }))
    expect(screen.getByRole('heading', { name: title })).toBeVisible()
    expect(screen.queryByRole('button', { name: offer })).toBeNull()
  })

  it.each([[['en-GB', 'fr']], [['it', 'zh']]])('offers no other language to a browser in %s', (languages) => {
    vi.spyOn(window.navigator, 'languages', 'get').mockReturnValue(languages)
    open()
    expect(screen.queryByText(/^(Continue|Continuer|Continuar|Auf|المتابعة) /)).toBeNull()
  })

  it('sends name and password once, and shows a refusal without losing what was typed', async () => {
    enter.mockRejectedValueOnce(new HttpError('no', 401, { code: 'credentials_wrong', detail: 'Wrong, try again.' }))
    open()
    expect(document.title).toBe('Sign in · Wayline')
    expect(document.activeElement).toBe(box('Username'))
    type('Username', ' ana ')
    type('Password', 'secret')
    act(() => {
      document.querySelector('form')?.requestSubmit()
      document.querySelector('form')?.requestSubmit()
    })
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Wrong, try again.'))
    expect(enter.mock.calls).toEqual([['ana', 'secret']])
    expect(box('Username').value).toBe(' ana ')
    enter.mockResolvedValueOnce({ home: null })
    submit()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ home: null }))
  })

  it('asks for a code after the password when a second step is set up, until the code is right', async () => {
    const enterCode = vi.fn<(code: string) => Promise<Entered>>()
    enterCode.mockRejectedValueOnce(new HttpError('no', 401, { code: 'code_wrong', detail: 'The code is wrong.' }))
    enterCode.mockResolvedValueOnce({ home: null })
    enter.mockResolvedValueOnce({ enterCode })
    open()
    type('Username', 'ana')
    type('Password', 'secret')
    submit()
    await waitFor(() => expect(document.title).toBe('Second step · Wayline'))
    expect(document.activeElement).toBe(box('Code'))
    type('Code', '111111')
    submit()
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('The code is wrong.'))
    expect(onSignedIn).not.toHaveBeenCalled()
    type('Code', '222222')
    submit()
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ home: null }))
    expect(enterCode.mock.calls).toEqual([['111111'], ['222222']])
  })

  it('keeps what was typed when the language changes', () => {
    open(true)
    expect(screen.getByRole('status')).toHaveTextContent('Your session has ended')
    type('Username', 'ana')
    const languages = screen.getByRole<HTMLSelectElement>('combobox')
    fireEvent.change(languages, { target: { value: 'de' } })
    expect(document.querySelector<HTMLInputElement>('input[name=username]')?.value).toBe('ana')
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Anmelden')
  })

  it('asks for a new password when the given one must be replaced', async () => {
    const choosePassword = vi.fn(async () => ({ home: null }))
    enter.mockResolvedValueOnce({ username: 'ana', choosePassword } satisfies Entered)
    open()
    type('Username', 'ana')
    type('Password', 'given')
    submit()
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Choose a new password'))
    type('New password', 'a few words of my own')
    type('Repeat new password', 'others')
    submit()
    expect(choosePassword).not.toHaveBeenCalled()
    expect(box('Repeat new password')).toHaveAttribute('aria-invalid', 'true')
    type('Repeat new password', 'a few words of my own')
    submit()
    await waitFor(() => expect(choosePassword).toHaveBeenCalledWith('a few words of my own'))
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  })

  it('signs in a user of the demo with one click', async () => {
    open()
    const person = await screen.findByRole('button', { name: /^Ana Ruiz/ })
    fireEvent.click(person)
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledWith({ home: '/portal' }))
  })
})
