import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { choiceKey } from '../../kit/vocabularies'
import { JOURNAL_FORMATS, type JournalFormat } from '../../../contract/core/vocabulary'
import { lastMonth, today } from '../../providers/format/dates'
import { saveBytes } from '../../providers/http/files'
import { dayOf } from '../../ui/addressValues'
import { Column } from '../../ui/Column'
import { DateBox } from '../../ui/DateBox'
import { problemText } from '../../ui/problemText'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import { useSubmission } from '../../ui/useSubmission'
import { Card } from '../../kit/RecordSections'

/** Exports the ledger of a period as a file for accounting; the default is last month. */
export function JournalSection({ timezone }: { timezone: string }) {
  const format = useFormat()
  const { t } = format
  const now = useNow()
  const [period, setPeriod] = useState(() => lastMonth(today(now, timezone)))
  const [kind, setKind] = useState<JournalFormat>('csv')
  const { busy, refusal, run } = useSubmission()
  const day = (name: 'from' | 'to') => (
    <DateBox
      label={t(`app.journal.${name}`)}
      value={period[name]}
      zone={timezone}
      onChange={(next) => setPeriod({ ...period, [name]: next })}
      sx={{ width: 200 }}
    />
  )
  const isReadable = Boolean(dayOf(period.from) && dayOf(period.to))
  const save = () => saveBytes('GET /journal', { query: { ...period, format: kind } }, '*/*')
  return (
    <Box sx={{ mt: 4, maxWidth: 860 }}>
      <Card title={t('app.journal.title')}>
        <Column>
          <SecondaryText size="body2">{t('app.journal.text')}</SecondaryText>
          {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
            {day('from')}
            {day('to')}
            <TextField
              select
              label={t('app.journal.format')}
              value={kind}
              onChange={({ target }) => setKind(target.value as JournalFormat)}
              sx={{ width: 200 }}
            >
              {JOURNAL_FORMATS.map((name) => (
                <MenuItem key={name} value={name}>
                  {t(choiceKey('journalFormats', name))}
                </MenuItem>
              ))}
            </TextField>
            <Button variant="outlined" loading={busy} disabled={!isReadable} onClick={() => void run(save)}>
              {t('app.journal.save')}
            </Button>
          </Box>
        </Column>
      </Card>
    </Box>
  )
}
