import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Switch from '@mui/material/Switch'
import { GTFS_FILE_MAX_BYTES } from '../../../contract/core/limits/files'
import { dayOf } from '../../ui/addressValues'
import { DateBox } from '../../ui/DateBox'
import { FileDrop } from '../../ui/FileDrop'
import { PageHeader } from '../../ui/PageHeader'
import { AccessDenied } from '../../ui/AccessDenied'
import { useMay } from '../../providers/auth/useSession'
import { fileSize } from '../../providers/format/intl'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { resourceName } from '../../kit/labels'
import { TaskActions } from '../../kit/tasks/TaskActions'
import { TaskProgress } from '../../kit/tasks/TaskProgress'
import { ImportReport } from './ImportReport'
import { SourceChoice } from './SourceChoice'
import { useTimetableImport } from './useTimetableImport'
import { Column } from '../../ui/Column'

/** Imports a timetable from a GTFS feed: choose the file, check by a dry run, import. */
export default function TimetableImport() {
  const { t } = useFormat()
  const mayImport = useMay('import', 'routes')
  if (!mayImport) return <AccessDenied />
  return (
    <>
      <PageHeader
        title={t('app.gtfs.import')}
        subtitle={t('app.gtfs.importText')}
        back={{ to: '/routes', label: resourceName(t, 'routes') }}
      />
      <ImportSteps />
    </>
  )
}

function ImportSteps() {
  const format = useFormat()
  const { t, locale } = format
  const order = useTimetableImport()
  const { file, from, to, run, task, busy, refusal } = order
  const checked = run?.dry_run === true && run.status !== 'running'
  const proposed = run?.report?.source ?? null
  const isUndecided = proposed !== null && proposed.requires !== null
  // An undecided source is not an error of a row.
  const hasErrors = (run?.report?.errors_total ?? 0) > (isUndecided && run?.dry_run === false ? 1 : 0)
  const isReadable = run?.report?.is_readable !== false
  const hasGone = order.stopSales || (run?.report?.gone.on_sale ?? 0) > 0
  return (
    <Box sx={{ display: 'grid', gap: 4, maxWidth: 1040 }}>
      <Paper variant="outlined" sx={{ p: { xs: 4, md: 6 }, display: 'grid', gap: 5 }}>
        <FileDrop
          accept=".zip,application/zip"
          name={file?.name ?? null}
          detail={file ? fileSize(file.size, locale) : t('app.gtfs.dropText')}
          empty={t('app.gtfs.drop')}
          maxBytes={GTFS_FILE_MAX_BYTES}
          disabled={busy}
          onChoose={order.chooseFile}
        />
        {file && (
          <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, alignItems: 'start' }}>
            <DateBox label={t('app.gtfs.from')} value={from} disabled={busy} onChange={order.setFrom} />
            <DateBox
              label={t('app.gtfs.to')}
              value={to}
              min={dayOf(from) ?? undefined}
              disabled={busy}
              onChange={order.setTo}
            />
            {hasErrors && isReadable && (
              <Choice label={t('app.gtfs.skip')} isOn={order.skip} disabled={busy} onChange={order.setSkip} />
            )}
            {hasGone && (
              <Choice
                label={t('app.gtfs.stopSales')}
                isOn={order.stopSales}
                disabled={busy}
                onChange={order.setStopSales}
              />
            )}
          </Box>
        )}
        {file && run && proposed && (
          <SourceChoice
            runId={run.id}
            proposed={proposed}
            decision={order.source}
            disabled={busy}
            onChange={order.decide}
          />
        )}
        {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        {busy && (
          <Column gap={3}>
            <TaskProgress task={task} />
            {task && (
              <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', justifyContent: 'flex-end', flexWrap: 'wrap' }}>
                <Box sx={{ flex: 1, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
                  {t('app.longWork.mayLeave')}
                </Box>
                <TaskActions task={task} onUndo={() => undefined} />
              </Box>
            )}
          </Column>
        )}
        {file && !busy && (
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end' }}>
            <Button variant={checked && order.isCurrent ? 'outlined' : 'contained'} onClick={() => order.start(true)}>
              {t('app.gtfs.check')}
            </Button>
            <Button
              variant="contained"
              disabled={
                !checked || !order.isCurrent || !order.isSourceDecided || (hasErrors && !(order.skip && isReadable))
              }
              onClick={() => order.start(false)}
            >
              {t('app.gtfs.run')}
            </Button>
          </Box>
        )}
      </Paper>
      {checked && !file && <Alert severity="info">{t('app.gtfs.chooseAgain', { file: run.file_name })}</Alert>}
      {run && run.status !== 'running' && (
        <ImportReport run={run} failure={task?.failure ?? null} hasFile={file !== null} />
      )}
    </Box>
  )
}

interface ChoiceProps {
  label: string
  isOn: boolean
  disabled: boolean
  onChange: (isOn: boolean) => void
}

const Choice = ({ label, isOn, disabled, onChange }: ChoiceProps) => (
  <FormControlLabel
    sx={{
      gridColumn: '1 / -1',
      '& .MuiFormControlLabel-label': { fontSize: 'body2.fontSize', marginInlineStart: 2 },
      mx: 0,
    }}
    control={<Switch size="small" checked={isOn} disabled={disabled} onChange={(_event, on) => onChange(on)} />}
    label={label}
  />
)
