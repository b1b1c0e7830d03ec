import '../../../support/console/media'
import { fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import { ResourceContextProvider, SaveButton, SaveContextProvider, SimpleForm } from 'react-admin'
import { afterEach, expect, it, vi } from 'vitest'
import { PhoneInput } from '../../../../src/kit/form/textInputs'
import { usePhones } from '../../../../src/ui/usePhones'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { answer, script } from '../../../support/console/session'
import { PHONE_CASES } from '../../../support/phones'
import { PAGE_TIMEOUT_MS } from '../../../support/timeouts'

const PATIENCE = { timeout: PAGE_TIMEOUT_MS }

afterEach(() => vi.unstubAllGlobals())

it('console parses every number as documented', async () => {
  const initialProps: { country: string | null } = { country: 'ES' }
  const { result, rerender } = renderHook(({ country }) => usePhones(country), { initialProps })
  // The numbering plans load later.
  await waitFor(() => expect(result.current.example).not.toBeNull(), PATIENCE)
  const results = PHONE_CASES.map(({ typed, country }) => {
    rerender({ country })
    return { typed, country, stored: result.current.parse(typed), sent: result.current.orTyped(typed) }
  })
  expect(results).toEqual(PHONE_CASES.map((one) => ({ ...one, sent: one.stored ?? one.typed.trim() })))
})

it('input of a phone number saves the stored form, or what was typed with an error', async () => {
  const cases = PHONE_CASES.filter(({ country }) => country === 'ES')
  signedIn()
  script({ 'GET /company/': () => answer({ country: 'ES' }) })
  const save = vi.fn()
  renderInFrame(
    <ResourceContextProvider value="customers">
      <SaveContextProvider value={{ save, saving: false, mutationMode: 'pessimistic' }}>
        <SimpleForm toolbar={<SaveButton alwaysEnable />}>
          {cases.map((_, at) => (
            <PhoneInput key={at} source={`phone_${at}`} label={`Phone ${at}`} />
          ))}
        </SimpleForm>
      </SaveContextProvider>
    </ResourceContextProvider>,
  )
  const input = (at: number) => screen.getByRole('textbox', { name: `Phone ${at}` })
  await waitFor(() => expect(input(0)).toHaveAttribute('placeholder'), PATIENCE)
  for (const [at, { typed }] of cases.entries()) {
    fireEvent.change(input(at), { target: { value: typed } })
    fireEvent.blur(input(at))
  }
  for (const [at, { typed, stored }] of cases.entries())
    expect(input(at).getAttribute('aria-invalid'), typed).toBe(String(stored === null))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(save).toHaveBeenCalled(), PATIENCE)
  const sent = Object.fromEntries(cases.map(({ typed, stored }, at) => [`phone_${at}`, stored ?? typed.trim()]))
  expect(save.mock.lastCall?.[0]).toMatchObject(sent)
})
