import '../../../support/console/media'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { DataProviderContext, memoryStore, StoreContextProvider, TextInput, testDataProvider } from 'react-admin'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Create } from '../../../../src/kit/Create'
import { ChoiceInput } from '../../../../src/kit/form/choiceInputs'
import { MoneyInput, PercentInput } from '../../../../src/kit/form/numberInputs'
import { FormSection } from '../../../../src/kit/form/RecordForm'
import { I18nInput } from '../../../../src/kit/form/textInputs'
import { staffSession } from '../../../../src/providers/auth/session'
import { renderPages, signedIn } from '../../../support/console/frame'
import { PAGE_TIMEOUT_MS } from '../../../support/timeouts'

beforeEach(() => signedIn())
afterEach(() => {
  staffSession.clear()
  window.sessionStorage.clear()
})

it('children of a form mix inputs of the product and of react-admin, whose values are saved at once', async () => {
  const create = vi.fn((_: string, { data }: { data: object }) => Promise.resolve({ data: { id: '1', ...data } }))
  const element = (
    <StoreContextProvider value={memoryStore()}>
      <DataProviderContext value={testDataProvider({ create: create as never })}>
        <Create resource="addons">
          <FormSection name="identity">
            <I18nInput source="name" isRequired />
            <TextInput source="code" />
          </FormSection>
          <FormSection name="price">
            <ChoiceInput source="pricing" vocabulary="addonPricings" />
            <TextInput source="currency" />
            <MoneyInput source="amount_minor" currency="currency" />
            <PercentInput source="tax_rate_bp" />
          </FormSection>
        </Create>
      </DataProviderContext>
    </StoreContextProvider>
  )
  renderPages(
    [
      { path: '/addons/create', element },
      { path: '/addons/1/show', element: <h1>Saved</h1> },
    ],
    '/addons/create',
  )
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
  await screen.findByLabelText(/^Name/)
  type(/^Name/, 'Bicycle')
  type(/^Code/, 'BIKE')
  type(/^Currency/, 'EUR')
  type(/^Price/, '12.50')
  type(/^Tax/, '9')
  fireEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(create).toHaveBeenCalledOnce(), { timeout: PAGE_TIMEOUT_MS })
  expect(create.mock.lastCall?.[1].data).toMatchObject({
    name: { en: 'Bicycle' },
    code: 'BIKE',
    pricing: 'per_unit',
    currency: 'EUR',
    amount_minor: 1250,
    tax_rate_bp: 900,
  })
})
