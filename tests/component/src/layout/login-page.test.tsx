import '../../../support/console/media'
import { act, fireEvent, screen } from '@testing-library/react'
import { I18nContextProvider, memoryStore, StoreContextProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LoginPage } from '../../../../src/layout/pages/LoginPage'
import { staffSession } from '../../../../src/providers/auth/session'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { I18nContext } from '../../../../src/providers/i18n/I18nContext'
import { renderInFrame, words } from '../../../support/console/frame'

beforeEach(() => staffSession.clear())
afterEach(() => act(() => i18n.changeLanguage('en')))

it('sign-in page after a session keeps what was typed when the language changes', async () => {
  // A dictionary loads asynchronously.
  const changeLocale = vi.fn(async (language: string) => {
    await new Promise((come) => setTimeout(come))
    await words.changeLocale(language)
  })
  renderInFrame(
    <StoreContextProvider value={memoryStore({ locale: 'en' })}>
      <I18nContextProvider value={words}>
        <I18nContext value={{ ...words, changeLocale }}>
          <LoginPage />
        </I18nContext>
      </I18nContextProvider>
    </StoreContextProvider>,
    '/login',
  )
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'ana' } })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'de' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await act(async () => {
    await changeLocale.mock.results[0]?.value
  })
  expect(screen.getByLabelText('Benutzername')).toHaveValue('ana')
})
