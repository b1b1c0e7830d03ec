import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { AnyEntity } from '../../../contract/core/entity'
import { countText } from '../../providers/format/intl'
import { useMay } from '../../providers/auth/useSession'
import { SecondaryText, Text } from '../../ui/Text'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { statusFieldOf, type AnySpec } from '../resource'
import type { BulkTask } from './BulkDialog'
import type { FilterValues } from './filterKeys'
import { choiceKey } from '../vocabularies'
import { useSelection } from './selection'
import { useList } from './useList'
import { sharedFields } from './sharedFields'
import { onDemand } from '../../ui/onDemand'

const BulkDialog = onDemand(() => import('./BulkDialog'))

/** Returns the statuses that records in one of the given statuses can change to; all if those are unknown. */
function nextStatuses({ transitions = {} }: AnyEntity, current: readonly string[] | null): string[] {
  const next = current ? current.map((status) => transitions[status] ?? []) : Object.values(transitions)
  return [...new Set(next.flat())]
}

/** Returns the values that a filter allows for a field; null if it does not restrict the field. */
function filteredValues(filter: FilterValues, field: string): string[] | null {
  const value = filter[field] ?? filter[`${field}_in`]
  return value === undefined ? null : [value].flat().map(String)
}

/** Offers the operations on the selected records. */
export function BulkBar({ spec }: { spec: AnySpec }) {
  const { t, locale } = useFormat()
  const { data = [], total = 0, meta, filterValues } = useList()
  const { records, isAll, excepted, count, isSelected, selectAll, clear } = useSelection()
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [statuses, setStatuses] = useState<string[]>([])
  const [task, setTask] = useState<BulkTask | null>(null)
  const number = (value: number) => countText(value, locale, isAll && meta?.totalIsMinimum)
  const everything = countText(total, locale, meta?.totalIsMinimum)
  const onPage = data.filter(({ id }) => isSelected(id))
  // "All 35" includes other pages; "34 of 35" does not say so.
  const elsewhere = isAll && excepted.size === 0 ? 0 : count - onPage.length
  const summary = !isAll
    ? t('ra.action.bulk_actions', { smart_count: count })
    : excepted.size === 0
      ? t('app.tasks.allChosen', { count: total, total: everything })
      : t('app.bulk.allExcept', { count, selected: number(count), total: everything })
  const status = statusFieldOf(spec)

  const offerStatuses = async (button: HTMLElement) => {
    const entity = await spec.entity()
    const { statusField } = entity
    const current = [...records.values()].map((record) => onPage.find(({ id }) => id === record.id) ?? record)
    setStatuses(
      nextStatuses(
        entity,
        isAll ? filteredValues(filterValues, statusField) : current.map((record) => String(record[statusField])),
      ),
    )
    setAnchor(button)
  }

  return (
    <Box
      role="toolbar"
      aria-label={summary}
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 34, flexWrap: 'wrap' }}
    >
      <Text size="body2" weight="medium">
        {summary}
      </Text>
      {elsewhere > 0 && (
        <SecondaryText size="body2">
          {t('app.bulk.elsewhere', { count: elsewhere, total: number(elsewhere) })}
        </SecondaryText>
      )}
      {(isAll ? excepted.size > 0 : total > count && onPage.length === data.length) && (
        <Button onClick={selectAll}>{t('app.tasks.chooseAll', { count: total, total: everything })}</Button>
      )}
      {spec.bulkStatus && mayEdit && status?.kind === 'choice' && (
        <>
          <Button variant="outlined" aria-haspopup="menu" onClick={(event) => void offerStatuses(event.currentTarget)}>
            {t('app.bulk.status')}
          </Button>
          <Menu open={Boolean(anchor)} anchorEl={anchor} onClose={() => setAnchor(null)}>
            {statuses.length === 0 && <MenuItem disabled>{t('app.bulk.noStatus')}</MenuItem>}
            {statuses.map((value) => (
              <MenuItem
                key={value}
                onClick={() => {
                  setAnchor(null)
                  setTask({ kind: 'status', status: value, word: t(choiceKey(status.vocabulary, value)) })
                }}
              >
                <StatusMark value={value} label={t(choiceKey(status.vocabulary, value))} />
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
      {mayEdit && sharedFields(spec).length > 0 && (
        <Button variant="outlined" onClick={() => setTask({ kind: 'field' })}>
          {t('app.tasks.setField')}
        </Button>
      )}
      {mayDelete && (
        <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={() => setTask({ kind: 'delete' })}>
          {t('ra.action.delete')}
        </Button>
      )}
      <Button onClick={clear}>{t('ra.action.unselect')}</Button>
      {task && <BulkDialog spec={spec} task={task} onClose={() => setTask(null)} />}
    </Box>
  )
}
