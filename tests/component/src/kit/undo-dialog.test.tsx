import '../../../support/console/media'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { AuditEvent } from '../../../../contract/entities/audit-event'
import type { UndoKind } from '../../../../src/kit/HistoryChange'
import UndoDialog from '../../../../src/kit/UndoDialog'
import { renderInFrame, signedIn } from '../../../support/console/frame'

const CUSTOMER = { id: '7', version: 1, first_name: 'Ana', last_name: 'Ruiz' }
const EVENT: AuditEvent = {
  id: '1',
  at: '2026-03-02T09:00:00Z',
  actor_kind: 'user',
  actor_id: '7',
  actor_name: 'Maria Georgiou',
  ip: null,
  request_id: null,
  action: 'customers.merged',
  entity_type: 'customers',
  entity_id: '7',
  entity_label: 'Ana Ruiz',
  changes: [],
  reason: 'Anna Ruiz',
}

function open(kind: UndoKind): HTMLElement {
  signedIn()
  renderInFrame(<UndoDialog kind={kind} event={EVENT} resource="customers" record={CUSTOMER} onClose={vi.fn()} />)
  return screen.getByRole('dialog')
}

it.each(['creation', 'change'] as const)('undo of a %s names the record', (kind) => {
  expect(open(kind)).toHaveTextContent('Ana Ruiz')
})

it('undo of a merge names both customers', () => {
  const dialog = open('merge')
  expect(dialog).toHaveTextContent('Ana Ruiz')
  expect(dialog).toHaveTextContent('Anna Ruiz')
})
