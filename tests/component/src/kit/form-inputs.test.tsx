import '../../../support/console/media'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  ArrayInput,
  DataProviderContext,
  required,
  ResourceContextProvider,
  SaveButton,
  SaveContextProvider,
  SimpleForm,
  SimpleFormIterator,
  testDataProvider,
  TextInput,
} from 'react-admin'
import { expect, it, vi } from 'vitest'
import {
  ChoiceInput,
  CodeChoiceInput,
  LanguageCodesInput,
  SwitchInput,
  WeekdaysInput,
} from '../../../../src/kit/form/choiceInputs'
import { ColorInput, CodeInput, EmailInput, PlateInput } from '../../../../src/kit/form/textInputs'
import {
  DecimalInput,
  IntegerInput,
  MinutesInput,
  MoneyInput,
  PercentInput,
} from '../../../../src/kit/form/numberInputs'
import { RecordInput } from '../../../../src/kit/form/RecordInput'
import { renderInFrame, signedIn } from '../../../support/console/frame'
import { PAGE_TIMEOUT_MS } from '../../../support/timeouts'

/** Renders inputs in react-admin's form of a new vehicle, and returns what it saves. */
function renderForm(inputs: ReactNode, defaultValues: object) {
  const save = vi.fn()
  renderInFrame(
    <ResourceContextProvider value="vehicles">
      <SaveContextProvider value={{ save, saving: false, mutationMode: 'pessimistic' }}>
        <SimpleForm defaultValues={defaultValues} toolbar={<SaveButton alwaysEnable />}>
          {inputs}
        </SimpleForm>
      </SaveContextProvider>
    </ResourceContextProvider>,
  )
  return async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(save).toHaveBeenCalled(), { timeout: PAGE_TIMEOUT_MS })
    return save.mock.lastCall?.[0] as object
  }
}

const type = (name: string | RegExp, value: string) => {
  const input = screen.getByRole('textbox', { name })
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}

it('inputs of the product work beside those of react-admin in any form', async () => {
  const save = renderForm(
    <>
      <TextInput source="make" />
      <PlateInput source="registration_plate" />
      <CodeInput source="fleet_code" />
      <EmailInput source="email" label="Email" />
      <ColorInput source="color" label="Colour" />
      <MoneyInput source="price_minor" currency="currency" label="Price" />
      <PercentInput source="discount_bp" label="Discount" />
      <MinutesInput source="wait_min" label="Wait" />
    </>,
    { currency: 'EUR', make: 'Irizar' },
  )
  type('Make', '')
  type('Registration plate', 'abc 123')
  type('Fleet number', 'b-7')
  type('Email', ' ana@example.org ')
  type('Colour', '#1A7F5A')
  type('Price', '12.50')
  type('Discount', '7.25')
  type('Wait', '1:30')
  expect(screen.getByRole('textbox', { name: 'Wait' })).toHaveAccessibleDescription('1 h 30 min')
  expect(await save()).toMatchObject({
    make: null,
    registration_plate: 'ABC 123',
    fleet_code: 'b-7',
    email: 'ana@example.org',
    color: '#1a7f5a',
    price_minor: 1250,
    discount_bp: 725,
    wait_min: 90,
  })
})

it('choices of the product work in any form, and offer an empty option unless they are required', async () => {
  const save = renderForm(
    <>
      <ChoiceInput source="status" vocabulary="vehicleStatuses" status />
      <ChoiceInput source="kind" vocabulary="serviceKinds" label="Kind" validate={required()} />
      <WeekdaysInput source="weekdays" label="Weekdays" />
    </>,
    { weekdays: [1] },
  )
  const options = (name: RegExp) => {
    fireEvent.mouseDown(screen.getByRole('combobox', { name }))
    return within(screen.getByRole('listbox'))
  }
  expect(options(/^Status/).getByRole('option', { name: 'None' })).toBeVisible()
  fireEvent.click(screen.getByRole('option', { name: 'Out of service' }))
  expect(options(/^Kind/).queryByRole('option', { name: 'None' })).toBeNull()
  fireEvent.click(screen.getByRole('option', { name: 'Shuttle' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Tue' }))
  expect(await save()).toMatchObject({ status: 'out_of_service', kind: 'shuttle', weekdays: [1, 2] })
})

it('record input of the product works in any form', async () => {
  signedIn()
  const types = [{ id: 't1', version: 1, code: 'C50', name: { en: 'Coach 50' }, seats: 50 }]
  const provider = testDataProvider({
    getList: () => Promise.resolve({ data: types as never[], total: 1 }),
    getMany: () => Promise.resolve({ data: types as never[] }),
  })
  const save = renderForm(
    <DataProviderContext value={provider}>
      <RecordInput source="vehicle_type_id" reference="vehicle-types" label="Type" />
    </DataProviderContext>,
    {},
  )
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Type' }))
  fireEvent.click(await screen.findByRole('option', { name: /^Coach 50/ }))
  expect(await save()).toMatchObject({ vehicle_type_id: 't1' })
})

it('input of the product shows the error of a validator of react-admin', async () => {
  renderForm(<MoneyInput source="price_minor" label="Price" validate={required()} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const price = screen.getByRole('textbox', { name: /^Price/ })
  await waitFor(() => expect(price).toHaveAccessibleDescription('Required'), { timeout: PAGE_TIMEOUT_MS })
  expect(price).toBeInvalid()
  expect(screen.getByText('*', { selector: 'label span' })).toBeVisible()
})

it('switch of a form is described by its error', async () => {
  renderForm(<SwitchInput source="is_active" label="Active" validate={required()} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const box = screen.getByRole('switch', { name: /^Active/ })
  await waitFor(() => expect(box).toHaveAccessibleDescription('Required'), { timeout: PAGE_TIMEOUT_MS })
  expect(box).toBeInvalid()
})

it('choice from a long list is found by its name, can be cleared, and shows its error', async () => {
  const save = renderForm(
    <>
      <CodeChoiceInput source="country" kind="country" label="Country" />
      <CodeChoiceInput source="currency" kind="currency" label="Currency" />
      <CodeChoiceInput source="timezone" kind="timeZone" label="Time zone" validate={required()} />
    </>,
    { currency: 'EUR' },
  )
  const box = (name: RegExp) => screen.getByRole('combobox', { name })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(box(/^Time zone/)).toHaveAccessibleDescription('Required'), { timeout: PAGE_TIMEOUT_MS })
  expect(box(/^Time zone/)).toBeInvalid()
  for (const [name, text, option] of [
    [/^Country/, 'spa', 'Spain'],
    [/^Time zone/, 'new y', 'America/New York'],
  ] as const) {
    fireEvent.change(box(name), { target: { value: text } })
    fireEvent.click(await screen.findByRole('option', { name: option }))
  }
  expect(box(/^Currency/)).toHaveValue('EUR · Euro')
  fireEvent.change(box(/^Currency/), { target: { value: '' } })
  expect(await save()).toMatchObject({ country: 'ES', currency: null, timezone: 'America/New_York' })
})

it('languages are chosen by their names and keep a stored one that is not offered', async () => {
  const save = renderForm(<LanguageCodesInput source="languages" label="Languages" />, { languages: ['gsw'] })
  const box = screen.getByRole('combobox', { name: 'Languages' })
  fireEvent.change(box, { target: { value: 'spanish' } })
  fireEvent.click(await screen.findByRole('option', { name: 'Spanish' }))
  expect(screen.getByRole('button', { name: 'Swiss German' })).toBeVisible()
  expect(await save()).toMatchObject({ languages: ['gsw', 'es'] })
})

it('weekdays of a form are described by their error and focused when the form is refused', async () => {
  renderForm(<WeekdaysInput source="weekdays" label="Weekdays" validate={required()} />, {})
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const group = screen.getByRole('group', { name: /^Weekdays/ })
  await waitFor(() => expect(group).toHaveAccessibleDescription('Required'), { timeout: PAGE_TIMEOUT_MS })
  expect(screen.getByRole('checkbox', { name: 'Mon' })).toHaveFocus()
})

it('weekdays are stored in the order of the week when they are chosen in another', async () => {
  const save = renderForm(<WeekdaysInput source="weekdays" label="Weekdays" />, { weekdays: [1, 3] })
  for (const name of ['Mon', 'Fri', 'Mon']) fireEvent.click(screen.getByRole('checkbox', { name }))
  expect(await save()).toMatchObject({ weekdays: [1, 3, 5] })
})

it('switch of a form without a value stays without one until it is switched', async () => {
  const save = renderForm(
    <>
      <SwitchInput source="is_active" label="Active" />
      <SwitchInput source="is_open" label="Open" />
    </>,
    {},
  )
  fireEvent.click(screen.getByRole('switch', { name: 'Open' }))
  const { is_active: untouched, is_open: switched } = (await save()) as Record<string, unknown>
  expect([untouched ?? null, switched]).toEqual([null, true])
})

it('number input keeps a text that is no number', async () => {
  const save = renderForm(
    <>
      <IntegerInput source="seats" label="Seats" />
      <DecimalInput source="length" label="Length" />
      <IntegerInput source="doors" label="Doors" />
    </>,
    { seats: 50, length: 12, doors: 2 },
  )
  type('Seats', 'fifty')
  type('Length', '12,5')
  type('Doors', ' ')
  expect(screen.getByRole('textbox', { name: 'Seats' })).toHaveValue('fifty')
  expect(screen.getByRole('textbox', { name: 'Length' })).toHaveValue('12.5')
  expect(await save()).toMatchObject({ seats: 'fifty', length: 12.5, doors: null })
})

it('amount in a row of react-admin takes the currency of its row', async () => {
  const save = renderForm(
    <ArrayInput source="prices" label="Prices">
      <SimpleFormIterator>
        <MoneyInput source="price_minor" currency="currency" label="Price" />
      </SimpleFormIterator>
    </ArrayInput>,
    { currency: 'EUR', prices: [{ price_minor: 500, currency: 'JPY' }] },
  )
  type('Price', '700')
  expect(await save()).toMatchObject({ prices: [{ price_minor: 700, currency: 'JPY' }] })
})
