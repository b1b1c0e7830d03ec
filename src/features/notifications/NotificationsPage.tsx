import NotificationsIcon from '@mui/icons-material/NotificationsNoneOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import TuneIcon from '@mui/icons-material/Tune'
import { useState } from 'react'
import { NOTIFICATION_TYPES } from '../../../contract/core/vocabulary'
import { useLive } from '../../providers/live/LiveProvider'
import { NOTIFICATION_QUERIES } from '../../providers/live/LiveStore'
import { ListPanel } from '../../ui/ListPanel'
import { PageHeader } from '../../ui/PageHeader'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { Pager } from '../../ui/Pager'
import { pageOf } from '../../ui/addressValues'
import { PlainList } from '../../ui/Rows'
import { onDemand } from '../../ui/onDemand'
import { NotificationItem } from './NotificationItem'
import { fetchNotifications, type NotificationsQuery, PREFERENCES_QUERY } from './notificationsApi'
import { useMarkRead, useOpenNotification } from './useOpenNotification'

const ROWS = 25
const STATES = ['all', 'unread', 'read'] as const
const STATE_LABELS = { all: 'app.live.all', unread: 'app.live.unreadOnly', read: 'app.live.readOnly' } as const

/** The filter is in the address, so that it can be bookmarked and shared. */
function useQueryOfAddress() {
  const [params, setParams] = useSearchParams()
  const state = STATES.find((known) => known === params.get('state')) ?? 'all'
  const type = NOTIFICATION_TYPES.find((known) => known === params.get('type')) ?? ''
  const page = pageOf(params.get('page'))
  const change = (next: { state?: string; type?: string; page?: number }) => {
    const all = { state, type, page: 1, ...next }
    setParams(
      Object.entries(all)
        .filter(([, value]) => !['', 'all', 1].includes(value))
        .map(([name, value]): [string, string] => [name, String(value)]),
      { replace: true },
    )
  }
  return { state, type, page, change }
}

export default function NotificationsPage() {
  const format = useFormat()
  const { t } = format
  const { stats } = useLive()
  const { state, type, page, change } = useQueryOfAddress()
  const filter: NotificationsQuery = {
    ...(state === 'all' ? {} : { is_read: state === 'read' }),
    ...(type === '' ? {} : { notification_type: type }),
  }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [NOTIFICATION_QUERIES, filter, page],
    queryFn: () => fetchNotifications(filter, page - 1, ROWS),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const open = useOpenNotification()
  const markRead = useMarkRead()
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <PageHeader
        title={t('app.live.title')}
        subtitle={t('app.live.subtitle')}
        actions={
          <>
            {stats.unread > 0 && <Button onClick={() => markRead([])}>{t('app.live.markAll')}</Button>}
            <PreferencesButton />
          </>
        }
      />
      <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap', mb: 3 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={state}
          onChange={(_, next: string | null) => next !== null && change({ state: next })}
          aria-label={t('app.live.title')}
        >
          {STATES.map((name) => (
            <ToggleButton key={name} value={name} sx={{ textTransform: 'none', px: 3, py: 1 }}>
              {t(STATE_LABELS[name])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <TextField
          select
          size="small"
          value={type}
          onChange={(event) => change({ type: event.target.value })}
          slotProps={{ select: { displayEmpty: true }, htmlInput: { 'aria-label': t('app.live.type') } }}
          fullWidth={false}
          sx={{ minWidth: 190 }}
        >
          <MenuItem value="">{t('app.live.anyType')}</MenuItem>
          {NOTIFICATION_TYPES.map((name) => (
            <MenuItem key={name} value={name}>
              {t(`choices.notificationTypes.${name}`)}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      <ListPanel
        icon={NotificationsIcon}
        isPending={isPending}
        error={data ? null : error}
        failed={t('app.live.failed')}
        retry={() => void refetch()}
      >
        {data?.items.length ? (
          <PlainList aria-label={t('app.live.title')} divided>
            {data.items.map((item) => (
              <li key={item.id}>
                <NotificationItem item={item} onOpen={() => open(item)} />
              </li>
            ))}
          </PlainList>
        ) : (
          <StatePanel
            icon={NotificationsIcon}
            title={t(isFiltered ? 'app.live.noneFound' : 'app.live.none')}
            text={t(isFiltered ? 'app.live.noneFoundHint' : 'app.live.noneHint')}
          />
        )}
        {data !== undefined && data.total > ROWS && (
          <Pager page={page} rows={ROWS} total={data.total} onPage={(next) => change({ state, type, page: next })} />
        )}
      </ListPanel>
    </>
  )
}

const PreferencesDialog = onDemand(async () => ({ default: (await import('./PreferencesDialog')).PreferencesDialog }))

/** Opens the notification preferences with the currently stored values. */
function PreferencesButton() {
  const { t } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery({ ...PREFERENCES_QUERY, staleTime: 0 })
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<TuneIcon fontSize="menu" />}
        disabled={!data}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {t('app.live.preferences.open')}
      </Button>
      {isOpen && data && <PreferencesDialog preferences={data} onClose={() => setOpen(false)} />}
    </>
  )
}
