import '../../../support/console/media'
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import {
  DataProviderContext,
  DataTable,
  Labeled,
  ListContextProvider,
  NumberField,
  RecordContextProvider,
  ResourceContextProvider,
  SimpleShowLayout,
  testDataProvider,
  TextField,
  useList,
} from 'react-admin'
import { expect, it } from 'vitest'
import { FieldValue } from '../../../../src/kit/FieldValue'
import { StatusField, TagsField, YesNoField } from '../../../../src/kit/fields/ChoiceFields'
import { DayField, InstantField, WeekdaysField } from '../../../../src/kit/fields/DateFields'
import { MinutesField, MoneyField, PercentField, QuantityField } from '../../../../src/kit/fields/NumberFields'
import { RecordLinkField } from '../../../../src/kit/fields/RecordLinkFields'
import { I18nField, PlateField } from '../../../../src/kit/fields/TextFields'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const RECORD = {
  id: '1',
  city: 'Paphos',
  name: { en: 'Harbour', fr: 'Port' },
  plate: 'KXA 412',
  price_minor: 1250,
  currency: 'EUR',
  share_bp: 1250,
  rest_min: 95,
  odometer: 12500,
  status: 'active',
  is_blocked: false,
  days: [3, 1],
  tags: ['VIP', 'school'],
  day: '2026-05-09',
  departs_at: '2026-05-09T10:00:00Z',
  zone: 'Asia/Nicosia',
  contract: { limit_minor: 500, currency: 'GBP' },
}

const renderAbout = (record: object, fields: ReactNode) =>
  renderInFrame(
    <ResourceContextProvider value="stations">
      <RecordContextProvider value={record}>{fields}</RecordContextProvider>
    </ResourceContextProvider>,
  )

const FIELDS = (
  <SimpleShowLayout>
    <TextField source="city" label="City" />
    <NumberField source="odometer" label="Plain" />
    <I18nField source="name" label="Name" />
    <PlateField source="plate" label="Plate" />
    <MoneyField source="price_minor" currency="currency" label="Price" />
    <MoneyField source="contract.limit_minor" currency="currency" label="Limit" />
    <PercentField source="share_bp" label="Share" />
    <MinutesField source="rest_min" label="Rest" />
    <QuantityField source="odometer" unit="km" label="Odometer" />
    <StatusField source="status" vocabulary="activeStatuses" label="Status" />
    <YesNoField source="is_blocked" label="Blocked" />
    <WeekdaysField source="days" label="Days" />
    <TagsField source="tags" label="Tags" />
    <DayField source="day" label="Day" />
    <InstantField source="departs_at" zone="zone" label="Departure" />
  </SimpleShowLayout>
)

/** Returns the text after each label. */
const shown = (container: HTMLElement) =>
  Object.fromEntries(
    [...container.querySelectorAll('.RaLabeled-label')].map((label) => [
      label.textContent,
      label.nextSibling?.textContent?.replaceAll(/[\u00A0\u202F]/g, ' '),
    ]),
  )

it('fields show the values of the record around them, beside fields of react-admin', () => {
  const { container } = renderAbout(RECORD, FIELDS)
  expect(shown(container)).toEqual({
    City: 'Paphos',
    Plain: '12,500',
    Name: 'Harbour',
    Plate: 'KXA 412',
    Price: '€12.50',
    Limit: '£5.00',
    Share: '12.5%',
    Rest: '1 h 35 min',
    Odometer: '12,500 km',
    Status: 'Active',
    Blocked: 'No',
    Days: 'Mon, Wed',
    Tags: 'VIPschool',
    Day: '9 May 2026',
    Departure: '9 May, 13:00 EEST',
  })
})

it('fields show a dash for an absent value', () => {
  const { container } = renderAbout({ id: '1' }, FIELDS)
  const dashes = Object.values(shown(container)).filter((text) => text === '–')
  // The two fields of react-admin show nothing instead.
  expect(dashes).toHaveLength(13)
})

it('fields follow the language of the reader', async () => {
  await i18n.changeLanguage('fr')
  const { container } = renderAbout(RECORD, FIELDS)
  expect(shown(container)).toMatchObject({ Name: 'Port', Price: '12,50 €', Share: '12,5 %', Day: '9 mai 2026' })
  await i18n.changeLanguage('en')
})

it('text of a name keeps its own direction in fields of react-admin and in fields of a field list', () => {
  renderAbout(
    { id: '1', city: 'Paphos', address: 'شارع الميناء' },
    <>
      <TextField source="city" />
      <FieldValue
        field={{ source: 'address', kind: 'text' }}
        record={{ id: '1', address: 'شارع الميناء' }}
        resource="stations"
      />
    </>,
  )
  expect(screen.getByText('Paphos').tagName).toBe('BDI')
  expect(screen.getByText('شارع الميناء').tagName).toBe('BDI')
})

function Rows() {
  const list = useList({ data: [RECORD, { ...RECORD, id: '2', plate: 'LMB 7' }] })
  return (
    <ListContextProvider value={list}>
      <DataTable bulkActionButtons={false} rowClick={false}>
        <DataTable.Col source="plate" field={PlateField} />
        <DataTable.Col source="price_minor">
          <MoneyField source="price_minor" currency="currency" bare />
        </DataTable.Col>
      </DataTable>
    </ListContextProvider>
  )
}

it('fields show the value of each row in columns of a table of react-admin', () => {
  renderAbout(RECORD, <Rows />)
  const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['KXA 412', '€12.50'],
    ['LMB 7', '€12.50'],
  ])
})

it('field of a reference links to the other record by its name, and all references are read in one call', async () => {
  signedIn()
  const calls: unknown[][] = []
  const provider = testDataProvider({
    getMany: ((_: string, { ids }: { ids: string[] }) => {
      calls.push(ids)
      return Promise.resolve({ data: ids.map((id) => ({ id, code: id, name: { en: `Station ${id}` } })) })
    }) as never,
  })
  renderAbout(
    { id: '1', from: 'a', to: 'b' },
    <DataProviderContext value={provider}>
      <Labeled label="From">
        <RecordLinkField source="from" reference="stations" />
      </Labeled>
      <RecordLinkField source="to" reference="stations" />
    </DataProviderContext>,
  )
  expect(await screen.findByRole('link', { name: 'Station a' })).toHaveAttribute('href', '/stations/a/show')
  expect(screen.getByRole('link', { name: 'Station b' })).toBeInTheDocument()
  expect(calls).toEqual([['a', 'b']])
})
