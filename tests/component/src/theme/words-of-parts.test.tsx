import '../../../support/console/media'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../contract/core/languages'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { renderInFrame } from '../../../support/console/frame'

afterEach(() => i18n.changeLanguage('en'))

it.each(LANGUAGES)('MUI’s own buttons are in the language of the user (%s)', async (language) => {
  renderInFrame(
    <>
      <Autocomplete
        options={['Larnaca']}
        defaultValue="Larnaca"
        renderInput={(params) => <TextField {...params} label="Station" />}
      />
      <Alert onClose={() => undefined}>The price has changed.</Alert>
    </>,
  )
  await act(() => i18n.changeLanguage(language))
  const close = i18n.t('ra.action.close')
  expect(screen.getByRole('button', { name: close })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: i18n.t('ra.action.open') }))
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'Nowhere' } })
  expect(screen.getByText(i18n.t('app.list.noOptions'))).toBeTruthy()
  expect(screen.getByLabelText(i18n.t('ra.action.clear_input_value'))).toBeTruthy()
  expect(screen.getAllByRole('button', { name: close })).toHaveLength(2)
})
