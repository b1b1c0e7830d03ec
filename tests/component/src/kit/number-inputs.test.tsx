import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { Form, ResourceContextProvider } from 'react-admin'
import { afterEach, expect, it } from 'vitest'
import { IntegerInput, MinutesInput } from '../../../../src/kit/form/numberInputs'
import { renderInFrame, words } from '../../../support/console/frame'

afterEach(() => words.changeLocale('en'))

const form = (
  <ResourceContextProvider value="vehicle-types">
    <Form defaultValues={{ turnaround_min: 1, seats: 1 }}>
      <MinutesInput source="turnaround_min" />
      <IntegerInput source="seats" unit="seats" />
    </Form>
  </ResourceContextProvider>
)

it.each([
  ['de', ['min', 'Platz'], ['min', 'Plätze']],
  ['es', ['min', 'plaza'], ['min', 'plazas']],
  ['en', ['min', 'seat'], ['min', 'seats']],
])('the unit follows the number that is typed, in %s', async (language, one, many) => {
  await words.changeLocale(language)
  const { container } = renderInFrame(form)
  const units = () => [...container.querySelectorAll('.MuiInputAdornment-root')].map(({ textContent }) => textContent)
  expect(units()).toEqual(one)
  const [minutes, seats] = screen.getAllByRole('textbox')
  fireEvent.change(minutes as HTMLElement, { target: { value: '5' } })
  fireEvent.change(seats as HTMLElement, { target: { value: '50' } })
  expect(units()).toEqual(many)
})
