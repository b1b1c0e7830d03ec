// The smallest comparable react-admin app: a sign-in and two lists with data in memory.
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import {
  Admin,
  DataTable,
  List,
  Resource,
  SearchInput,
  type AuthProvider,
  type DataProvider,
  type RaRecord,
} from 'react-admin'
import { BrowserRouter } from 'react-router-dom'

const ROWS = 300
const SIGNED_IN = 'signed-in'

const recordsOf = (name: string): RaRecord<string>[] =>
  Array.from({ length: ROWS }, (_, index) => ({
    id: String(index),
    first_name: 'Maria',
    last_name: `${name} ${String(index).padStart(3, '0')}`,
    email: `customer${index}@example.com`,
    phone: `+35799${100_000 + index}`,
    created_at: '2026-01-01T10:00:00Z',
  }))

const RECORDS: Record<string, RaRecord<string>[]> = { customers: recordsOf('Customer'), stations: recordsOf('Station') }

const authProvider: AuthProvider = {
  login: async () => window.localStorage.setItem(SIGNED_IN, '1'),
  logout: async () => window.localStorage.removeItem(SIGNED_IN),
  checkAuth: () => (window.localStorage.getItem(SIGNED_IN) ? Promise.resolve() : Promise.reject(new Error())),
  checkError: async () => undefined,
  getPermissions: async () => undefined,
}

interface Query {
  pagination?: { page: number; perPage: number }
  filter: { q?: string }
}

const dataProvider = {
  getList: async (resource: string, { pagination, filter }: Query) => {
    const { page, perPage } = pagination ?? { page: 1, perPage: 25 }
    const found = (RECORDS[resource] ?? []).filter((record) => String(record['last_name']).includes(filter.q ?? ''))
    return { data: found.slice((page - 1) * perPage, page * perPage), total: found.length }
  },
} as unknown as DataProvider

const SOURCES = ['last_name', 'first_name', 'email', 'phone', 'created_at']

const Rows = () =>
  createElement(
    List,
    { perPage: 25, filters: [createElement(SearchInput, { key: 'q', source: 'q', alwaysOn: true })] },
    createElement(
      DataTable,
      null,
      SOURCES.map((source) => createElement(DataTable.Col, { key: source, source })),
    ),
  )

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')
createRoot(root).render(
  // Without this setting a signed-out user is redirected a thousand times before the sign-in page.
  createElement(
    BrowserRouter,
    { useTransitions: false },
    createElement(
      Admin,
      { authProvider, dataProvider, requireAuth: true, disableTelemetry: true },
      createElement(Resource, { key: 'customers', name: 'customers', list: Rows }),
      createElement(Resource, { key: 'stations', name: 'stations', list: Rows }),
    ),
  ),
)
