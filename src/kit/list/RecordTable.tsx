import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { DataTable, useEvent, useRecordContext, type DataTableProps } from 'react-admin'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../FieldValue'
import { NUMERIC_KINDS, type AnyField } from '../fieldList'
import { labelKey } from '../labels'
import { isSortable, type AnyRecord, type AnySpec } from '../resource'
import { BLANK_RECORDS, isBlank } from './blankRecords'
import { Column } from './Column'
import { useColumns } from './columns'
import { ownColumns } from './ownColumns'
import { tableStyles } from './tableStyles'
import { BodyRows, HeadRow, WaitingContext } from './TableRows'
import { useSelection } from './selection'
import { useList } from './useList'
import { onDemand } from '../../ui/onDemand'

const RowMenu = onDemand(async () => ({ default: (await import('./RowMenu')).RowMenu }))

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

// The list has a toolbar of its own above the table, which does not move the rows.
const NO_TOOLBAR = <></>
const NONE: AnyRecord[] = []

interface RecordTableProps {
  spec: AnySpec
  /** Whether rows can be selected. */
  selectable: boolean
  /** Columns that replace those of the same sources. Must be the same element at each rendering. */
  children?: ReactNode
}

/** Table of the records of a list. The first column is a link; each row has a checkbox with the record's name and a menu. */
export function RecordTable({ spec, selectable, children }: RecordTableProps) {
  const { t } = useFormat()
  const { density } = useSettings()
  const { shown } = useColumns(spec)
  const { data = NONE, isPending, isPlaceholderData, sort, setSort } = useList()
  const { isSelected, toggle, selectOnPage } = useSelection()
  const [menu, setMenu] = useState<OpenRowMenu | null>(null)
  const sx = useMemo(() => tableStyles(density), [density])
  // All props are stable, so that a row is rendered again only when its record changes.
  const selectedIds = useMemo(() => data.flatMap(({ id }) => (isSelected(id) ? [id] : [])), [data, isSelected])
  const selectRows = useEvent((ids: string[]) => selectOnPage(data, ids))
  const sortRows = useEvent(setSort)
  const sorting = useMemo(() => ({ field: sort.field, order: sort.order }), [sort.field, sort.order])
  const toggleRow = useEvent((id: string) => data.filter((record) => record.id === id).forEach(toggle))
  const own = useMemo(() => ownColumns(children), [children])
  const columns = useMemo(
    () => [
      ...shown.map((field, index) => (
        <Column
          key={field.source}
          source={field.source}
          label={labelKey(spec.name, field.source)}
          className={cellClass(field)}
          disableSort={!isSortable(spec, field)}
          linked={index === 0}
          {...(own.get(field.source) ?? { children: <Cell field={field} spec={spec} /> })}
        />
      )),
      <Column key="actions" className="more" label={<span className="unseen">{t('app.list.actions')}</span>}>
        <RowMenuButton spec={spec} onOpen={setMenu} />
      </Column>,
    ],
    [spec, shown, own, t],
  )
  const isWaiting = isPending || isPlaceholderData === true
  const whileReading = isPending && { data: BLANK_RECORDS, total: BLANK_RECORDS.length, isPending: false }
  return (
    <WaitingContext value={isWaiting}>
      <DataTable<AnyRecord>
        {...whileReading}
        selectedIds={selectedIds}
        onSelect={selectRows}
        onToggleItem={toggleRow}
        setSort={sortRows}
        sort={sorting}
        aria-busy={isWaiting}
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
    </WaitingContext>
  )
}

/** Cell with a field of the row's record. */
function Cell({ field, spec }: { field: AnyField; spec: AnySpec }) {
  const record = useRecordContext<AnyRecord>()
  return record && <FieldValue field={field} record={record} resource={spec.name} bare />
}

interface OpenRowMenu {
  record: AnyRecord
  anchor: HTMLElement
}

/** Opens the menu of the row. The menu belongs to the table, because it outlives a row that another user deletes. */
function RowMenuButton({ spec, onOpen }: { spec: AnySpec; onOpen: (menu: OpenRowMenu) => void }) {
  const { t, language } = useFormat()
  const record = useRecordContext<AnyRecord>()
  if (!record || isBlank(record)) return null
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
