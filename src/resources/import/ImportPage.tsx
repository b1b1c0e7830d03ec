import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useNotify } from 'react-admin'
import { Link as RouterLink } from 'react-router-dom'
import type { ImportSheet } from '../../../contract/operations/imports'
import { IMPORT_FILE_MAX_BYTES } from '../../../contract/core/limits/files'
import type { Task } from '../../../contract/operations/tasks'
import { numberFormat, listed } from '../../providers/format/intl'
import { FileDrop } from '../../ui/FileDrop'
import { Gate } from '../../ui/Gate'
import { PageHeader } from '../../ui/PageHeader'
import { problemText } from '../../ui/problemText'
import { SelectBox } from '../../ui/SelectBox'
import { useFormat } from '../../ui/useFormat'
import { resourceName, resourceNoun } from '../../kit/labels'
import type { AnySpec } from '../../kit/resource'
import { TaskView } from '../../kit/tasks/TaskView'
import type { ImportedResource } from '../../../contract/core/vocabulary'
import { isOver } from '../../kit/tasks/useTask'
import { ColumnMap, targetLabel } from './ColumnMap'
import { saveCsv } from '../../providers/http/files'
import { useImport } from './useImport'

const MODES = ['both', 'create', 'update'] as const
/** One column that may be narrower than its content, so that a wide table scrolls in its own container. */
const SHRINKING = 'minmax(0, 1fr)'

/** Imports records from a table file: choose the file, map its columns, check by a dry run, import. */
export default function ImportPage({ spec }: { spec: AnySpec }) {
  const { t } = useFormat()
  const name = resourceName(t, spec.name)
  return (
    <Gate action="import" resource={spec.name}>
      <PageHeader
        title={t('app.import.title', { name: resourceNoun(t, spec.name, 2) })}
        subtitle={t('app.import.text')}
        back={{ to: `/${spec.name}`, label: name }}
        actions={
          <Button component={RouterLink} to="/tasks" variant="outlined">
            {t('app.import.history')}
          </Button>
        }
      />
      <ImportSteps resource={spec.name as ImportedResource} />
    </Gate>
  )
}

function ImportSteps({ resource }: { resource: ImportedResource }) {
  const format = useFormat()
  const { t, locale } = format
  const steps = useImport(resource)
  const { sheet, columns, mode, task, busy, refusal, isChecked, missing } = steps
  const good = (task?.counts.created ?? 0) + (task?.counts.updated ?? 0)
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: SHRINKING, gap: 4, maxWidth: 1040 }}>
      <Paper variant="outlined" sx={{ p: { xs: 4, md: 6 }, display: 'grid', gridTemplateColumns: SHRINKING, gap: 5 }}>
        <FileDrop
          accept=".csv,.tsv,.txt,.xlsx"
          name={sheet?.file_name ?? null}
          detail={
            sheet
              ? t('app.import.rows', { count: sheet.row_count, total: numberFormat(locale).format(sheet.row_count) })
              : t('app.import.dropText')
          }
          empty={t('app.import.drop')}
          maxBytes={IMPORT_FILE_MAX_BYTES}
          disabled={busy}
          onChoose={(file) => void steps.choose(file)}
        />
        {sheet && (
          <>
            {sheet.notes.length > 0 && (
              <Alert severity="info">
                {sheet.notes.map(({ code, line, count, column = '' }) => (
                  <Box key={`${code} ${column}`}>{t(`app.import.notes.${code}`, { line, count, column })}</Box>
                ))}
              </Alert>
            )}
            <ColumnMap sheet={sheet} columns={columns} disabled={busy} onChange={steps.setColumn} />
            {missing.length > 0 && (
              <Alert severity="info">
                {t('app.import.missing', {
                  fields: listed(
                    missing.map((target) => targetLabel(resource, target, format)),
                    format.locale,
                  ),
                })}
              </Alert>
            )}
            {sheet.key !== null && (
              <SelectBox
                label={t('app.import.mode')}
                value={mode}
                disabled={busy}
                options={MODES}
                labelOf={(known) =>
                  t(`app.import.modes.${known}`, { field: targetLabel(resource, sheet.key ?? '', format) })
                }
                onChange={steps.setMode}
                sx={{ maxWidth: 420 }}
              />
            )}
          </>
        )}
        {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        {sheet && (
          <Box sx={{ display: 'flex', gap: 2, justifyContent: 'flex-end', flexWrap: 'wrap' }}>
            <Button
              variant={isChecked ? 'outlined' : 'contained'}
              disabled={busy || columns.every((target) => target === null)}
              onClick={() => void steps.start(true)}
            >
              {t('app.import.check')}
            </Button>
            <Button
              variant="contained"
              disabled={busy || !isChecked || good === 0}
              onClick={() => void steps.start(false)}
            >
              {isChecked
                ? t('app.import.run', { count: good, total: numberFormat(locale).format(good) })
                : t('app.import.checkFirst')}
            </Button>
          </Box>
        )}
      </Paper>
      {task && sheet && <Outcome task={task} sheet={sheet} />}
    </Box>
  )
}

/** Result of an import or dry run, with the refused rows. */
function Outcome({ task, sheet }: { task: Task; sheet: ImportSheet }) {
  const format = useFormat()
  const { t } = format
  const notify = useNotify()
  const save = () =>
    saveCsv(
      'GET /tasks/:id/rejected',
      { params: { id: task.id } },
      `rejected-${sheet.file_name.replace(/\.\w+$/, '')}.csv`,
    ).catch((error: unknown) => notify(problemText(error, format), { type: 'error' }))
  return (
    <Paper variant="outlined" sx={{ p: { xs: 4, md: 6 }, display: 'grid', gridTemplateColumns: SHRINKING, gap: 4 }}>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap' }}>
        <Box component="h2" sx={{ fontSize: 'h2.fontSize', fontWeight: 600, m: 0 }}>
          {t(task.is_trial ? 'app.import.wouldDo' : 'app.import.did')}
        </Box>
        {isOver(task) && (task.counts.refused ?? 0) > 0 && (
          <Button variant="outlined" onClick={() => void save()}>
            {t('app.import.rejected')}
          </Button>
        )}
      </Box>
      <TaskView key={task.id} task={task} />
    </Paper>
  )
}
