import { createContext, memo, use, useMemo, type ReactNode } from 'react'
import {
  DataTableBody,
  DataTableConfigContext,
  DataTableHead,
  DataTableHeadCell,
  DataTableRow,
  useDataTableCallbacksContext,
  useDataTableConfigContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
  useResourceContext,
  type DataTableRowProps,
} from 'react-admin'
import { useJustChanged } from '../../providers/live/LiveProvider'
import { useFormat } from '../../ui/useFormat'
import { specOf } from '../registry'
import type { AnyRecord } from '../resource'
import { isBlank } from './blankRecords'
import { keepInCell } from './Column'
import { useList } from './useList'

/** Whether the rows are placeholders for others, so that none can be selected. */
export const WaitingContext = createContext(false)

/** Renders react-admin's rows without their checkboxes, which all have the same name. */
function WithoutCheckboxes({ children }: { children: ReactNode }) {
  const config = useDataTableConfigContext()
  const value = useMemo(() => ({ ...config, hasBulkActions: false }), [config])
  return <DataTableConfigContext value={value}>{children}</DataTableConfigContext>
}

/** `<DataTableHead>` with a checkbox that selects the page. */
export function HeadRow({ children }: { children?: ReactNode }) {
  const { hasBulkActions } = useDataTableConfigContext()
  return (
    <WithoutCheckboxes>
      <DataTableHead>
        {hasBulkActions && <DataTableHeadCell className="choose" label={<PageCheckbox />} />}
        {children}
      </DataTableHead>
    </WithoutCheckboxes>
  )
}

/** `<DataTableBody>` with checkboxes that have the names of their records. */
export function BodyRows({ children }: { children?: ReactNode }) {
  const { hasBulkActions } = useDataTableConfigContext()
  return (
    <WithoutCheckboxes>
      <DataTableBody row={hasBulkActions ? SelectableRow : LiveRow}>{children}</DataTableBody>
    </WithoutCheckboxes>
  )
}

const SelectableRow = memo(function SelectableRow({ children, ...props }: DataTableRowProps) {
  return (
    <LiveRow {...props}>
      <td className="choose" onClick={keepInCell}>
        <RowCheckbox />
      </td>
      {children}
    </LiveRow>
  )
})

/** Row that is highlighted for some seconds after another user changes its record. */
const LiveRow = memo(function LiveRow({ className = '', ...props }: DataTableRowProps) {
  const resource = useResourceContext() ?? ''
  const { id } = useRecordContext<AnyRecord>() ?? { id: '' }
  const isChanged = useJustChanged(resource, id)
  const isSelected = useDataTableSelectedIdsContext()?.includes(id) === true
  return <DataTableRow {...props} className={isChanged ? `${className} changed` : className} selected={isSelected} />
})

function PageCheckbox() {
  const { t } = useFormat()
  const { data = [] } = useList()
  const isWaiting = use(WaitingContext)
  const { onSelect } = useDataTableCallbacksContext()
  const selectedIds = useDataTableSelectedIdsContext()
  const areAllSelected = data.length > 0 && data.length === selectedIds?.length
  return (
    <input
      type="checkbox"
      aria-label={t('ra.action.select_all')}
      checked={areAllSelected}
      disabled={isWaiting}
      onChange={() => onSelect?.(areAllSelected ? [] : data.map(({ id }) => id))}
    />
  )
}

function RowCheckbox() {
  const { t, language } = useFormat()
  const isWaiting = use(WaitingContext)
  const { handleToggleItem } = useDataTableCallbacksContext()
  const selectedIds = useDataTableSelectedIdsContext()
  const spec = specOf(useResourceContext() ?? '')
  const record = useRecordContext<AnyRecord>()
  if (!record || isBlank(record)) return null
  return (
    <input
      type="checkbox"
      readOnly
      aria-label={t('app.list.selectRow', { name: spec.represent(record, language) })}
      checked={selectedIds?.includes(record.id) === true}
      disabled={isWaiting}
      onClick={(event) => handleToggleItem?.(record.id, event)}
    />
  )
}
