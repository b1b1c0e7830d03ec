import Skeleton from '@mui/material/Skeleton'
import { useMemo, useState, type MouseEvent } from 'react'
import { DataTable, useRecordContext, type DataTableProps } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../displays'
import { NUMERIC_KINDS, type AnyField } from '../fields'
import { labelKey } from '../labels'
import { recordPath } from '../RecordLink'
import { isSortable, type AnyRecord, type AnySpec } from '../resource'
import { Column } from './Column'
import { useColumns } from './columns'
import { tableStyles } from './tableStyles'
import { BodyRows, HeadRow } from './TableRows'
import { useSelection } from './selection'
import { useList } from './useList'
import { onDemand } from '../../ui/onDemand'

const RowMenu = onDemand(async () => ({ default: (await import('./RowMenu')).RowMenu }))

/** Rows of the table while the first records are read. */
const BLANK_RECORDS: AnyRecord[] = Array.from({ length: 12 }, (_, index) => ({ id: `blank-${index}` }))

function cellClass(field: AnyField): string | undefined {
  if (NUMERIC_KINDS.has(field.kind)) return 'numeric'
  if (field.kind === 'code' || field.kind === 'reference') return field.kind
  if (field.kind === 'dateTime' && typeof field.zone === 'object') return 'zoned'
  return field.kind === 'choice' && field.status ? 'status' : undefined
}

/** Shows the whole text of a truncated cell as a tooltip. */
function showWholeText({ target }: MouseEvent) {
  const cell = target instanceof HTMLElement ? target.closest('td') : null
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
}

/** Opens the record, unless the click ends a selection of text. */
const rowClick: DataTableProps['rowClick'] = () => (window.getSelection()?.toString() ? false : 'show')

// The list shows its toolbar above the table, where nothing moves when it comes.
const NO_TOOLBAR = <></>
const NONE: AnyRecord[] = []

interface RecordTableProps {
  spec: AnySpec
  /** Whether rows can be selected. */
  selectable: boolean
}

/** Table of the records of a list. The first column is a link; each row has a checkbox with the record's name and a menu. */
export function RecordTable({ spec, selectable }: RecordTableProps) {
  const { t } = useFormat()
  const { density } = useSettings()
  const { shown } = useColumns(spec)
  const { data = NONE, isPending, isPlaceholderData } = useList()
  const { isSelected, toggle, selectOnPage } = useSelection()
  const [menu, setMenu] = useState<OpenRowMenu | null>(null)
  const sx = useMemo(() => tableStyles(density), [density])
  // Stable, so that a row is rendered again only when its record changes.
  const columns = useMemo(
    () => [
      ...shown.map((field, index) => (
        <Column
          key={field.source}
          source={field.source}
          label={labelKey(spec.name, field.source)}
          className={cellClass(field)}
          disableSort={!isSortable(spec, field)}
        >
          <Cell field={field} spec={spec} linked={index === 0} />
        </Column>
      )),
      <Column key="actions" className="more" label={<span className="unseen">{t('app.list.actions')}</span>}>
        <RowMenuButton spec={spec} onOpen={setMenu} />
      </Column>,
    ],
    [spec, shown, t],
  )
  const whileReading = isPending && { data: BLANK_RECORDS, total: BLANK_RECORDS.length, isPending: false }
  return (
    <>
      <DataTable<AnyRecord>
        {...whileReading}
        selectedIds={data.flatMap(({ id }) => (isSelected(id) ? [id] : []))}
        onSelect={(ids) => !isPlaceholderData && selectOnPage(data, ids)}
        onToggleItem={(id) => data.filter((record) => record.id === id).forEach(toggle)}
        aria-busy={isPending || isPlaceholderData}
        body={BodyRows}
        bulkActionButtons={selectable && NO_TOOLBAR}
        bulkActionsToolbar={NO_TOOLBAR}
        className={isPlaceholderData ? 'waiting' : ''}
        empty={false}
        head={HeadRow}
        onMouseOver={showWholeText}
        rowClick={isPending ? false : rowClick}
        sx={sx}
        tabIndex={-1}
      >
        {columns}
      </DataTable>
      {menu && <RowMenu spec={spec} {...menu} onClose={() => setMenu(null)} />}
    </>
  )
}

/** One field of the record of the row. */
function Cell({ field, spec, linked }: { field: AnyField; spec: AnySpec; linked: boolean }) {
  const record = useRecordContext<AnyRecord>()
  if (!record) return null
  if (BLANK_RECORDS.includes(record)) return <Skeleton width={linked ? 150 : 84} />
  const value = <FieldValue field={field} record={record} resource={spec.name} bare />
  return linked ? (
    <RouterLink to={recordPath(spec.name, record.id)} className="name">
      {value}
    </RouterLink>
  ) : (
    value
  )
}

interface OpenRowMenu {
  record: AnyRecord
  anchor: HTMLElement
}

/** Opens the menu of the row. The menu belongs to the table, because it outlives a row that another user deletes. */
function RowMenuButton({ spec, onOpen }: { spec: AnySpec; onOpen: (menu: OpenRowMenu) => void }) {
  const { t, language } = useFormat()
  const record = useRecordContext<AnyRecord>()
  if (!record || BLANK_RECORDS.includes(record)) return null
  return (
    <button
      type="button"
      aria-label={t('app.list.rowActions', { name: spec.represent(record, language) })}
      aria-haspopup="menu"
      onClick={(event) => onOpen({ record, anchor: event.currentTarget })}
    >
      ⋯
    </button>
  )
}
