import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import type { AnyEntity } from '../../../contract/core/entity'
import { numberFormat } from '../../providers/format/intl'
import { useMay } from '../../providers/auth/useSession'
import { SecondaryText, Text } from '../../ui/Text'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { fieldOf, type AnyRecord, type AnySpec } from '../resource'
import type { BulkTask } from './BulkDialog'
import { choiceKey } from '../vocabularies'
import { useSelection } from './selection'
import { useList } from './useList'
import { sharedFields } from './sharedFields'
import { onDemand } from '../../ui/onDemand'

const BulkDialog = onDemand(() => import('./BulkDialog'))

/** The statuses that at least one of the records may take next. */
function nextStatuses(entity: AnyEntity, records: readonly AnyRecord[]): string[] {
  const { transitions = {}, statusField } = entity
  return [...new Set(records.flatMap((record) => transitions[String(record[statusField])] ?? []))]
}

/** What can be done to the selected records at once. */
export function BulkBar({ spec }: { spec: AnySpec }) {
  const { t, locale } = useFormat()
  const { data = [], total = 0, meta } = useList()
  const { records, isAll, selectAll, clear } = useSelection()
  const mayEdit = useMay('edit', spec.name)
  const mayDelete = useMay('delete', spec.name)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [statuses, setStatuses] = useState<string[]>([])
  const [task, setTask] = useState<BulkTask | null>(null)
  const number = numberFormat(locale).format
  const everything = number(total) + (meta?.totalIsMinimum ? '+' : '')
  const onPage = data.filter(({ id }) => records.has(id))
  const elsewhere = isAll ? 0 : records.size - onPage.length
  const summary = isAll
    ? t('app.tasks.allChosen', { count: total, total: everything })
    : t('ra.action.bulk_actions', { smart_count: records.size })
  const status = spec.statusField ? fieldOf(spec, spec.statusField) : undefined

  const offerStatuses = async (button: HTMLElement) => {
    const entity = await spec.entity()
    setStatuses(
      isAll
        ? [...new Set(Object.values(entity.transitions ?? {}).flat())]
        : nextStatuses(
            entity,
            [...records.values()].map((record) => onPage.find(({ id }) => id === record.id) ?? record),
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
      {!isAll && total > records.size && onPage.length === data.length && (
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
