import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Link as RouterLink } from 'react-router-dom'
import type {
  FeedIssue,
  ImportReport as Report,
  ImportRun,
  ImportedKind,
} from '../../../contract/operations/timetable-report'
import type { TaskFailure } from '../../../contract/operations/tasks'
import { formatDate } from '../../providers/format/dates'
import { numberFormat } from '../../providers/format/intl'
import { MONOSPACE } from '../../ui/theme/theme'
import { useFormat } from '../../ui/useFormat'
import { Card } from '../../kit/RecordSections'
import { TaskFailureText } from '../../kit/tasks/RowProblemText'
import { Column } from '../../ui/Column'
import { SecondaryText } from '../../ui/Text'

/** Maximum number of days listed individually. */
const LISTED_DAYS = 31

interface ImportReportProps {
  run: ImportRun
  /** Error of a failed task. */
  failure: TaskFailure | null
  /** False after a reload, when the file has to be chosen again before anything can be decided. */
  hasFile?: boolean
}

/** Result of an import or dry run, or the reason why it failed. */
export function ImportReport({ run, failure, hasFile = true }: ImportReportProps) {
  const { t } = useFormat()
  const { report } = run
  if (run.status === 'cancelled') return <Alert severity="info">{t('app.longWork.stopped')}</Alert>
  if (run.status === 'failed' || !report)
    return (
      <Alert severity="error">
        {failure ? <TaskFailureText failure={failure} resource="routes" /> : t('app.gtfs.failed')}
      </Alert>
    )
  return (
    <Column>
      <Verdict run={run} report={report} hasFile={hasFile} />
      {report.outcome !== 'refused' && <Counts report={report} />}
      <Issues title={t('app.gtfs.errors')} issues={report.errors} total={report.errors_total} />
      <Issues title={t('app.gtfs.warnings')} issues={report.warnings} total={report.warnings_total} />
      {report.gone.count > 0 && <Gone report={report} />}
      {report.journeys_by_date.length > 0 && <Days report={report} />}
    </Column>
  )
}

function Verdict({ run, report, hasFile }: { run: ImportRun; report: Report; hasFile: boolean }) {
  const { t } = useFormat()
  const journeys = new URLSearchParams({
    filter: JSON.stringify({ service_date_gte: run.from, service_date_lte: run.to }),
    page: '1',
    displayedFilters: '{}',
  })
  const requires = report.source?.requires ?? null
  if (report.outcome === 'refused' && requires !== null)
    return <Alert severity="error">{t('app.gtfs.source.refused')}</Alert>
  if (report.outcome === 'dry_run' && requires !== null && report.errors_total === 0)
    return !hasFile ? null : <Alert severity="warning">{t(`app.gtfs.source.decide.${requires}`)}</Alert>
  if (report.outcome === 'refused' && report.is_readable === false)
    return <Alert severity="error">{t('app.gtfs.unreadable')}</Alert>
  if (report.outcome === 'refused')
    return <Alert severity="error">{t('app.gtfs.refused', { smart_count: report.errors_total })}</Alert>
  if (report.outcome === 'dry_run')
    return (
      <Alert severity={report.errors_total > 0 ? 'warning' : 'info'}>
        {t(report.errors_total > 0 ? 'app.gtfs.checkedErrors' : 'app.gtfs.checked', {
          smart_count: report.errors_total,
        })}
      </Alert>
    )
  return (
    <Alert
      severity="success"
      action={
        <>
          <Button component={RouterLink} to="/routes">
            {t('app.gtfs.toRoutes')}
          </Button>
          <Button component={RouterLink} to={`/journeys?${journeys.toString()}`} variant="outlined">
            {t('app.gtfs.toJourneys')}
          </Button>
        </>
      }
    >
      {t('app.gtfs.imported')}
    </Alert>
  )
}

/** In order of dependency. */
const KINDS: readonly ImportedKind[] = ['stations', 'routes', 'patterns', 'journeys', 'fares']
const COLUMNS = ['created', 'updated', 'unchanged', 'skipped'] as const

function Counts({ report }: { report: Report }) {
  const { t, locale } = useFormat()
  const count = numberFormat(locale)
  return (
    <Card title={t(report.outcome === 'dry_run' ? 'app.gtfs.wouldDo' : 'app.gtfs.did')}>
      <Box sx={{ overflowX: 'auto' }}>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell component="td" />
              {COLUMNS.map((column) => (
                <TableCell key={column} align="right">
                  {t(`app.gtfs.count.${column}`)}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {KINDS.map((kind) => [kind, report.counts[kind]] as const).map(([kind, counts]) => (
              <TableRow key={kind}>
                <TableCell component="th" scope="row">
                  {t(`app.gtfs.kind.${kind}`)}
                </TableCell>
                {COLUMNS.map((column) => (
                  <TableCell
                    key={column}
                    align="right"
                    sx={{ color: counts[column] === 0 ? 'text.disabled' : 'text.primary' }}
                  >
                    {count.format(counts[column])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Card>
  )
}

function Issues({ title, issues, total }: { title: string; issues: readonly FeedIssue[]; total: number }) {
  const { t, locale } = useFormat()
  if (total === 0) return null
  const count = numberFormat(locale)
  return (
    <Card title={`${title} (${count.format(total)})`}>
      <Box sx={{ overflow: 'auto', maxHeight: 420 }} tabIndex={0}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('app.gtfs.issue.file')}</TableCell>
              <TableCell align="right">{t('app.gtfs.issue.line')}</TableCell>
              <TableCell>{t('app.gtfs.issue.field')}</TableCell>
              <TableCell>{t('app.gtfs.issue.detail')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {issues.map((issue, index) => (
              <TableRow key={index}>
                <TableCell sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize' }}>{issue.file}</TableCell>
                <TableCell align="right">{issue.line}</TableCell>
                <TableCell sx={{ fontFamily: MONOSPACE, fontSize: 'caption.fontSize' }}>{issue.field}</TableCell>
                <Detail issue={issue} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {total > issues.length && (
        <Box sx={{ mt: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
          {t('app.gtfs.shown', { shown: count.format(issues.length), total: count.format(total) })}
        </Box>
      )}
    </Card>
  )
}

/** Description of an issue: translated when the dictionary has it, otherwise the server's English text. */
function Detail({ issue: { code, detail, remedy, values } }: { issue: FeedIssue }) {
  const { t, language } = useFormat()
  const faultText = language === 'en' ? detail : t(`app.gtfs.fault.${code}`, { ...values, _: detail })
  if (faultText !== detail) return <TableCell>{faultText}</TableCell>
  return (
    <TableCell lang="en" dir="auto">
      {detail} <SecondaryText>{remedy}</SecondaryText>
    </TableCell>
  )
}

function Gone({ report: { gone } }: { report: Report }) {
  const { t, locale } = useFormat()
  const count = numberFormat(locale)
  return (
    <Card title={`${t('app.gtfs.gone')} (${count.format(gone.count)})`}>
      <Box sx={{ mb: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
        {t('app.gtfs.goneText', { booked: count.format(gone.booked), stopped: count.format(gone.stopped) })}
      </Box>
      <Box sx={{ overflow: 'auto', maxHeight: 360 }} tabIndex={0}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('app.gtfs.goneJourney')}</TableCell>
              <TableCell align="right">{t('app.gtfs.goneSeats')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {gone.journeys.map(({ id, code, seats_taken: seats }) => (
              <TableRow key={id}>
                <TableCell>
                  <Link component={RouterLink} to={`/journeys/${id}/show`} dir="ltr">
                    {code}
                  </Link>
                </TableCell>
                <TableCell align="right" sx={{ color: seats === 0 ? 'text.disabled' : 'text.primary' }}>
                  {count.format(seats)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {gone.count > gone.journeys.length && (
        <Box sx={{ mt: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
          {t('app.gtfs.shown', { shown: count.format(gone.journeys.length), total: count.format(gone.count) })}
        </Box>
      )}
    </Card>
  )
}

function Days({ report }: { report: Report }) {
  const { t, locale } = useFormat()
  const days = report.journeys_by_date
  return (
    <Card title={t('app.gtfs.days')}>
      <Box sx={{ overflow: 'auto', maxHeight: 360 }} tabIndex={0}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              <TableCell>{t('app.gtfs.day')}</TableCell>
              <TableCell align="right">{t('app.gtfs.dayJourneys')}</TableCell>
              <TableCell align="right">{t('app.gtfs.dayAtOnce')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {days.slice(0, LISTED_DAYS).map((day) => (
              <TableRow key={day.date}>
                <TableCell>
                  {formatDate(day.date, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}
                </TableCell>
                <TableCell align="right" sx={{ color: day.count === 0 ? 'text.disabled' : 'text.primary' }}>
                  {day.count}
                </TableCell>
                <TableCell align="right" sx={{ color: day.count === 0 ? 'text.disabled' : 'text.primary' }}>
                  {day.most_at_once}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {days.length > LISTED_DAYS && (
        <Box sx={{ mt: 2, fontSize: 'body2.fontSize', color: 'text.secondary' }}>
          {t('app.gtfs.shown', { shown: String(LISTED_DAYS), total: String(days.length) })}
        </Box>
      )}
    </Card>
  )
}
