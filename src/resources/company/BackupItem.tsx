import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useNotify } from 'react-admin'
import type { Backup } from '../../../contract/operations/backups'
import { formatDateTime } from '../../providers/format/dates'
import { numberFormat, fileSize } from '../../providers/format/intl'
import { saveBytes } from '../../providers/http/files'
import { useSubmission } from '../../ui/useSubmission'
import { Instant } from '../../ui/Instant'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { SecondaryText, Text } from '../../ui/Text'

/** A backup: time, creator, size, duration, and the result of its restore test. */
export function BackupItem({ backup }: { backup: Backup }) {
  const { t, locale } = useFormat()
  const notify = useNotify()
  const { busy, run } = useSubmission()
  const { id, state, bytes, row_count: rows, started_at: from, finished_at: to } = backup
  const seconds = numberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 })
  const facts = [
    bytes !== null && fileSize(bytes, locale),
    rows !== null && t('app.backups.rows', { smart_count: rows, number: numberFormat(locale).format(rows) }),
    from !== null && to !== null && seconds.format((Date.parse(to) - Date.parse(from)) / 1_000),
  ].filter((fact) => fact !== false)
  const download = () =>
    saveBytes('GET /backups/:id/file', { params: { id } }).catch(() =>
      notify('app.backups.downloadFailed', { type: 'error' }),
    )
  return (
    <Box component="li" sx={{ display: 'flex', gap: 4, alignItems: 'center', flexWrap: 'wrap', px: 4, py: 3 }}>
      <Box sx={{ flex: '1 1 260px', minWidth: 0 }}>
        <Text weight="medium">
          <Instant value={from ?? backup.created_at} />
        </Text>
        <Box
          sx={{ fontSize: 'body2.fontSize', color: 'text.secondary', display: 'flex', columnGap: 3, flexWrap: 'wrap' }}
        >
          {backup.is_scheduled ? <span>{t('app.backups.scheduled')}</span> : <bdi>{backup.started_by}</bdi>}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Box>
        <Text size="body2">
          {backup.verdict && t(`choices.backupVerdicts.${backup.verdict}`)}
          {backup.failure && t(`choices.backupFailures.${backup.failure}`)}
        </Text>
      </Box>
      <StatusMark value={state} label={t(`choices.backupStates.${state}`)} />
      {backup.is_there && (
        <Button
          loading={busy}
          aria-label={t('app.backups.downloadOf', { time: formatDateTime(from ?? backup.created_at, { locale }) })}
          onClick={() => void run(download)}
        >
          {t('app.backups.download')}
        </Button>
      )}
      {state === 'succeeded' && !backup.is_there && (
        <SecondaryText size="body2">{t('app.backups.elsewhere')}</SecondaryText>
      )}
    </Box>
  )
}
