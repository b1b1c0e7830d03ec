import '../../../../support/console/media'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ImportSheet } from '../../../../../contract/operations/imports'
import { RESOURCE_DEFINITIONS } from '../../../../../src/layout/resources'
import { registerResources } from '../../../../../src/kit/registry'
import ImportPage from '../../../../../src/resources/import/ImportPage'
import customers from '../../../../../src/resources/customers'
import { renderInFrame, signedIn, words } from '../../../../support/console/frame'
import { answer, script } from '../../../../support/console/session'

const SHEET: ImportSheet = {
  id: '1',
  resource: 'customers',
  file_name: 'customers.csv',
  row_count: 1,
  notes: [
    { code: 'separator_line', line: 1, count: 1 },
    { code: 'title_rows', line: 2, count: 3 },
    { code: 'blank_rows', line: 9, count: 4 },
  ],
  columns: ['last_name'],
  key: null,
  header: ['Name'],
  rows: [['Müller']],
  targets: [{ name: 'last_name', required: false }],
}

afterEach(async () => {
  vi.unstubAllGlobals()
  await words.changeLocale('en')
})

it('names the lines of a file that are skipped, in the language of the reader', async () => {
  registerResources(RESOURCE_DEFINITIONS)
  signedIn({ role: 'admin' })
  await words.changeLocale('fr')
  script({ 'POST /imports/customers/': () => answer(SHEET, 201) })
  const { container } = renderInFrame(<ImportPage spec={customers.spec} />)
  const input = container.querySelector('input[type="file"]')
  if (!input) throw new Error('The page has no file input.')
  fireEvent.change(input, { target: { files: [new File(['x'], 'customers.csv')] } })
  expect(await screen.findByText('La première ligne indique le séparateur et n’est pas importée.')).toBeTruthy()
  expect(screen.getByText('Lignes ignorées au-dessus des titres : 3.')).toBeTruthy()
  expect(screen.getByText('Lignes sans valeur ignorées : 4, la première à la ligne 9.')).toBeTruthy()
})
