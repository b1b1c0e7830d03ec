import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { AnyEntity } from '../../../contract/core/entity'
import { numberFormat } from '../../providers/format/intl'
import { useMay } from '../../providers/auth/useSession'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { fieldOf, type AnyRecord, type AnySpec } from '../resource'
import type { BulkTask } from './BulkDialog'
import { choiceKey } from '../vocabularies'
import { useList } from './useList'
import { sharedFields } from './sharedFields'
import { onDemand } from '../../ui/onDemand'

const BulkDialog = onDemand(() => import('./BulkDialog'))

/** The statuses that at least one of the chosen records may take next. */
function nextStatuses(entity: AnyEntity, records: readonly AnyRecord[]): string[] {
  const { transitions = {}, statusField } = entity
  return [...new Set(records.flatMap((record) => transitions[String(record[statusField])] ?? []))]
}

/** What can be done to the chosen rows at once. */
export function BulkBar({ spec }: { spec: AnySpec }) {
  const { t, locale } = useFormat()
  const { selectedIds, data = [], total = 0, meta, onUnselectItems } = useList()
  const [allFor, setAllFor] = useState<readonly unknown[] | null>(null)
  // Choosing other rows is choosing rows again.
  const isAll = allFor === selectedIds
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [statuses, setStatuses] = useState<string[]>([])
  const [task, setTask] = useState<BulkTask | null>(null)
  const everything = numberFormat(locale).format(total) + (meta?.totalIsMinimum ? '+' : '')
  const status = spec.statusField ? fieldOf(spec, spec.statusField) : undefined

  const offerStatuses = async (button: HTMLElement) => {
    const entity = await spec.entity()
    setStatuses(
      isAll
        ? [...new Set(Object.values(entity.transitions ?? {}).flat())]
        : nextStatuses(
            entity,
            data.filter((record) => selectedIds.includes(record.id)),
          ),
    )
    setAnchor(button)
  }

  return (
    <Box
      role="toolbar"
      aria-label={t('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 34, flexWrap: 'wrap' }}
    >
      <Box sx={{ fontWeight: 550, fontSize: 'body2.fontSize' }}>
        {isAll
          ? t('app.tasks.allChosen', { count: total, total: everything })
          : t('ra.action.bulk_actions', { smart_count: selectedIds.length })}
      </Box>
      {!isAll && total > selectedIds.length && data.every(({ id }) => selectedIds.includes(id)) && (
        <Button onClick={() => setAllFor(selectedIds)}>
          {t('app.tasks.chooseAll', { count: total, total: everything })}
        </Button>
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
      <Button onClick={() => onUnselectItems()}>{t('ra.action.unselect')}</Button>
      {task && <BulkDialog spec={spec} task={task} isAll={isAll} onClose={() => setTask(null)} />}
    </Box>
  )
}
