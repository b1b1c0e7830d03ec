import '../../../support/console/media'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LoginPage } from '../../../../src/layout/pages/LoginPage'
import { staffSession } from '../../../../src/providers/auth/session'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { I18nContext } from '../../../../src/providers/i18n/I18nContext'
import { renderInFrame, words } from '../../../support/console/frame'

beforeEach(() => staffSession.clear())
afterEach(() => act(() => i18n.changeLanguage('en')))

it('keeps what was typed where the language is changed on the page that follows a session', async () => {
  renderInFrame(
    <I18nContext value={words}>
      <LoginPage />
    </I18nContext>,
    '/login',
  )
  fireEvent.input(screen.getByLabelText('Username'), { target: { value: 'ana' } })
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'de' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  expect(screen.getByLabelText('Benutzername')).toHaveValue('ana')
})
