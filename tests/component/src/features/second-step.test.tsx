import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { SecondStepCard } from '../../../../src/features/account/SecondStepCard'
import { HttpError } from '../../../../src/providers/http/problem'
import { renderPages } from '../../../support/console/frame'
import { POLL_TIMEOUT_MS } from '../../../support/timeouts'

const WRONG = 'This is not the current code. Enter the one that the app shows now.'
const refusal = new HttpError(WRONG, 422, { code: 'validation', detail: WRONG, errors: { code: WRONG } })
const overtaken = new HttpError('Two-step sign-in is on already.', 409, {
  code: 'invalid_state',
  detail: 'Two-step sign-in is on already.',
})

afterEach(() => vi.restoreAllMocks())

function callsOf(confirm: () => Promise<{ recovery_codes: string[] }>) {
  const off = { enabled: false, recovery_codes_left: 0 }
  return {
    key: ['second-step'],
    read: vi.fn(() => Promise.resolve(off)),
    begin: () => Promise.resolve({ secret: 'ABC', uri: 'otpauth://totp/x', qr: ['1'] }),
    confirm,
    renewCodes: () => Promise.resolve({ recovery_codes: [] }),
    end: () => Promise.resolve(off),
  }
}

const press = (dialog: HTMLElement, name: string) => fireEvent.click(within(dialog).getByRole('button', { name }))

async function enterCode(calls: ReturnType<typeof callsOf>) {
  const account = (
    <>
      <Link to="/account?section=keys">Elsewhere</Link>
      <SecondStepCard calls={calls} />
    </>
  )
  renderPages([{ path: '/account', element: account }], '/account')
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on' }))
  const asking = await screen.findByRole('dialog')
  fireEvent.change(within(asking).getByLabelText(/password/i), { target: { value: 'secret' } })
  press(asking, 'Continue')
  const box = await screen.findByRole('textbox')
  fireEvent.change(box, { target: { value: '123456' } })
  const dialog = screen.getByRole('dialog')
  press(dialog, 'Confirm')
  return dialog
}

it('a wrong code is reported once, on its field', async () => {
  const dialog = await enterCode(callsOf(() => Promise.reject(refusal)))
  expect(await within(dialog).findAllByText(WRONG)).toHaveLength(1)
  expect(within(dialog).getByRole('alert')).toHaveTextContent(WRONG)
  expect(within(dialog).getByRole('textbox')).toHaveAccessibleDescription(WRONG)
})

it('the state is read again when another window has confirmed the set-up', async () => {
  const calls = callsOf(() => Promise.reject(overtaken))
  const dialog = await enterCode(calls)
  expect(await within(dialog).findByText('Two-step sign-in is on already.')).toBeVisible()
  await waitFor(() => expect(calls.read).toHaveBeenCalledTimes(2), { timeout: POLL_TIMEOUT_MS })
})

it('recovery codes are not lost by going back without a question', async () => {
  const confirm = vi.spyOn(window, 'confirm').mockReturnValue(false)
  await enterCode(callsOf(() => Promise.resolve({ recovery_codes: ['AAAA-BBBB'] })))
  expect(await screen.findByText(/AAAA-BBBB/)).toBeVisible()
  fireEvent.click(screen.getByText('Elsewhere'))
  await waitFor(() => expect(confirm).toHaveBeenCalledWith(expect.stringContaining('only once')), {
    timeout: POLL_TIMEOUT_MS,
  })
  expect(screen.getByText(/AAAA-BBBB/)).toBeVisible()
})

it('the code to scan stays when the user clicks beside its dialog or presses Escape', async () => {
  const dialog = await enterCode(callsOf(() => Promise.reject(refusal)))
  await within(dialog).findByRole('alert')
  fireEvent.click(document.querySelector('.MuiDialog-container') as Element)
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(within(dialog).getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  press(dialog, 'Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: POLL_TIMEOUT_MS })
})
