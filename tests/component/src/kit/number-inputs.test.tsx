import '../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { FormProvider, useForm } from 'react-hook-form'
import { afterEach, expect, it } from 'vitest'
import { FormContext } from '../../../../src/kit/form/FormContext'
import { specOf } from '../../../../src/kit/registry'
import { IntegerInput, MinutesInput } from '../../../../src/kit/form/numberInputs'
import type { InputProps } from '../../../../src/kit/form/useField'
import { renderInFrame, words } from '../../../support/console/frame'

afterEach(() => words.changeLocale('en'))

function Form() {
  const form = useForm({ defaultValues: { turnaround_min: 1, seats: 1 } })
  const about = (source: string, kind: string, unit?: string) =>
    ({ field: { source, kind, unit }, path: source, resource: 'vehicle-types' }) as unknown as InputProps
  return (
    <FormContext value={{ spec: specOf('vehicle-types'), mode: 'create' } as never}>
      <FormProvider {...form}>
        <MinutesInput {...about('turnaround_min', 'minutes')} />
        <IntegerInput {...(about('seats', 'integer', 'seats') as Parameters<typeof IntegerInput>[0])} />
      </FormProvider>
    </FormContext>
  )
}

it.each([
  ['de', ['min', 'Platz'], ['min', 'Plätze']],
  ['es', ['min', 'plaza'], ['min', 'plazas']],
  ['en', ['min', 'seat'], ['min', 'seats']],
])('the unit follows the number that is typed, in %s', async (language, one, many) => {
  await words.changeLocale(language)
  const { container } = renderInFrame(<Form />)
  const units = () => [...container.querySelectorAll('.MuiInputAdornment-root')].map(({ textContent }) => textContent)
  expect(units()).toEqual(one)
  const [minutes, seats] = screen.getAllByRole('textbox')
  fireEvent.change(minutes as HTMLElement, { target: { value: '5' } })
  fireEvent.change(seats as HTMLElement, { target: { value: '50' } })
  expect(units()).toEqual(many)
})
