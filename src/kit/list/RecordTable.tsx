import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import TableSortLabel from '@mui/material/TableSortLabel'
import { memo, useState, type MouseEvent } from 'react'
import { Link as RouterLink, useNavigate, type NavigateFunction } from 'react-router-dom'
import { useJustChanged } from '../../providers/live/LiveProvider'
import { useSettings } from '../../providers/settings/SettingsProvider'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../displays'
import { NUMERIC_KINDS, type AnyField } from '../fields'
import { labelOf } from '../labels'
import { recordPath } from '../RecordLink'
import { isSortable, type AnyRecord, type AnySpec } from '../resource'
import { useColumns } from './columns'
import { tableStyles } from './tableStyles'
import { useSelection } from './selection'
import { useList } from './useList'
import { onDemand } from '../../ui/onDemand'

const RowMenu = onDemand(async () => ({ default: (await import('./RowMenu')).RowMenu }))

const SKELETON_ROWS = 12

function cellClass(field: AnyField): string | undefined {
  if (NUMERIC_KINDS.has(field.kind)) return 'numeric'
  if (field.kind === 'code' || field.kind === 'reference') return field.kind
  if (field.kind === 'dateTime' && typeof field.zone === 'object') return 'zoned'
  return field.kind === 'choice' && field.status ? 'status' : undefined
}

interface RecordTableProps {
  spec: AnySpec
  /** Whether rows can be chosen for something. */
  selectable: boolean
}

/** The records of a list as a table: the first column is a link, rows have named checkboxes and a menu. */
export function RecordTable({ spec, selectable }: RecordTableProps) {
  const { t } = useFormat()
  const { density } = useSettings()
  const { shown } = useColumns(spec)
  const { data, isPending, isPlaceholderData, sort, setSort } = useList()
  const { isSelected, toggle, select, deselect } = useSelection()
  const navigate = useNavigate()
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const rows = data ?? []
  const allSelected = rows.length > 0 && rows.every(({ id }) => isSelected(id))
  return (
    <Box sx={{ overflow: 'auto', maxHeight: { md: 'max(420px, calc(100dvh - 264px))' } }} tabIndex={-1}>
      <Box
        component="table"
        aria-busy={isPending || isPlaceholderData}
        onMouseOver={showWholeText}
        sx={tableStyles(density)}
        className={isPlaceholderData ? 'waiting' : undefined}
      >
        <thead>
          <tr>
            {selectable && (
              <th className="choose">
                <input
                  type="checkbox"
                  aria-label={t('ra.action.select_all')}
                  checked={allSelected}
                  disabled={isPending || isPlaceholderData}
                  onChange={() => (allSelected ? deselect(rows) : select(rows))}
                />
              </th>
            )}
            {shown.map((field) => {
              const label = labelOf(t, spec.name, field.source)
              const active = sort.field === field.source
              const direction = sort.order === 'ASC' ? 'asc' : 'desc'
              return (
                <th
                  key={field.source}
                  scope="col"
                  className={cellClass(field)}
                  aria-sort={active ? (direction === 'asc' ? 'ascending' : 'descending') : undefined}
                >
                  {isSortable(spec, field) ? (
                    <TableSortLabel
                      active={active}
                      direction={active ? direction : 'asc'}
                      onClick={() =>
                        setSort({ field: field.source, order: active && sort.order === 'ASC' ? 'DESC' : 'ASC' })
                      }
                    >
                      {label}
                    </TableSortLabel>
                  ) : (
                    label
                  )}
                </th>
              )
            })}
            <th className="more">
              <span className="unseen">{t('app.list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {isPending
            ? Array.from({ length: SKELETON_ROWS }, (_, index) => (
                <tr key={index}>
                  {selectable && <td />}
                  {shown.map((field, place) => (
                    <td key={field.source}>
                      <Skeleton width={place === 0 ? 150 : 84} />
                    </td>
                  ))}
                  <td />
                </tr>
              ))
            : rows.map((record) => (
                <Row
                  key={record.id}
                  record={record}
                  spec={spec}
                  columns={shown}
                  selectable={selectable}
                  selected={isSelected(record.id)}
                  isOutdated={isPlaceholderData === true}
                  onToggle={toggle}
                  onOpen={navigate}
                  onMenu={setMenu}
                />
              ))}
        </tbody>
      </Box>
      {menu && <RowMenu spec={spec} record={menu.record} anchor={menu.anchor} onClose={() => setMenu(null)} />}
    </Box>
  )
}

interface OpenMenu {
  record: AnyRecord
  anchor: HTMLElement
}

/** All of it the same from one drawing of the table to the next, so that a row is drawn again for its own changes alone. */
interface RowProps {
  record: AnyRecord
  spec: AnySpec
  columns: readonly AnyField[]
  selectable: boolean
  selected: boolean
  /** It belongs to another filter or page than the one that is being read. */
  isOutdated: boolean
  onToggle: (record: AnyRecord) => void
  onOpen: NavigateFunction
  onMenu: (menu: OpenMenu) => void
}

/** Shows the whole text of a truncated cell as a tooltip. */
function showWholeText({ target }: MouseEvent) {
  const cell = target instanceof HTMLElement ? target.closest('td') : null
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent
}

const INTERACTIVE = 'a, button, input, label'

const Row = memo(function Row({
  record,
  spec,
  columns,
  selectable,
  selected,
  isOutdated,
  onToggle,
  onOpen,
  onMenu,
}: RowProps) {
  const { t, language } = useFormat()
  const isChanged = useJustChanged(spec.name, record.id)
  const name = spec.represent(record, language)
  const path = recordPath(spec.name, record.id)
  // The whole row opens the record for a mouse; the keyboard has the link in the first cell.
  const open = (event: MouseEvent<HTMLElement>) => {
    if ((event.target as HTMLElement).closest(INTERACTIVE) || window.getSelection()?.toString()) return
    void onOpen(path)
  }
  return (
    <tr
      onClick={open}
      className={[selected && 'selected', isChanged && 'changed'].filter(Boolean).join(' ') || undefined}
    >
      {selectable && (
        <td className="choose">
          <input
            type="checkbox"
            aria-label={t('app.list.selectRow', { name })}
            checked={selected}
            disabled={isOutdated}
            onChange={() => onToggle(record)}
          />
        </td>
      )}
      {columns.map((field, index) => (
        <td key={field.source} className={cellClass(field)}>
          {index === 0 ? (
            <RouterLink to={path} className="name">
              <FieldValue field={field} record={record} resource={spec.name} bare />
            </RouterLink>
          ) : (
            <FieldValue field={field} record={record} resource={spec.name} bare />
          )}
        </td>
      ))}
      <td className="more">
        <button
          type="button"
          aria-label={t('app.list.rowActions', { name })}
          aria-haspopup="menu"
          onClick={(event) => onMenu({ record, anchor: event.currentTarget })}
        >
          ⋯
        </button>
      </td>
    </tr>
  )
})
