import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { GTFS_SOURCE_NAME_MAX_CHARS } from '../../../contract/core/limits/files'
import type { ImportSource } from '../../../contract/operations/timetable-report'
import { textIn } from '../../kit/text'
import { numberFormat } from '../../providers/format/intl'
import { call } from '../../providers/http/call'
import { Column } from '../../ui/Column'
import { SelectBox } from '../../ui/SelectBox'
import { SecondaryText } from '../../ui/Text'
import { useFormat } from '../../ui/useFormat'
import { chosenSource, isBadName, NEW_SOURCE, newSourceName, type SourceDecision } from './sourceDecision'

const METRES_PER_KM = 1_000

interface SourceChoiceProps {
  /** Id of the run that proposes the source. */
  runId: string
  proposed: ImportSource
  decision: SourceDecision
  disabled: boolean
  onChange: (decision: SourceDecision) => void
}

/** Source of a feed: the proposed one, another, or a new one; with the stations that would move or change their name. */
export function SourceChoice({ runId, proposed, decision, disabled, onChange }: SourceChoiceProps) {
  const { t } = useFormat()
  const { data: sources = [] } = useQuery({
    queryKey: ['gtfs', 'sources', runId],
    queryFn: () => call('GET /gtfs/sources'),
  })
  const names = new Map(sources.map(({ id, name, is_own: isOwn }) => [id, isOwn ? t('app.gtfs.source.own') : name]))
  if (proposed.id !== null) names.set(proposed.id, proposed.is_own ? t('app.gtfs.source.own') : proposed.name)
  const chosen = chosenSource(decision, proposed)
  const isNew = chosen === NEW_SOURCE
  const isBad = isBadName(decision)
  const reason = t(`app.gtfs.source.reason.${proposed.reason}`, {
    source: names.get(proposed.id ?? '') ?? proposed.name,
  })
  return (
    <Column gap={4}>
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 4, alignItems: 'start' }}>
        <SelectBox
          id="timetable-source"
          label={t('app.gtfs.source.label')}
          value={chosen}
          options={[...names.keys(), NEW_SOURCE]}
          labelOf={(id) => names.get(id) ?? t('app.gtfs.source.new')}
          helperText={reason}
          error={chosen === ''}
          disabled={disabled}
          onChange={(id) =>
            onChange(
              id === NEW_SOURCE
                ? { sourceId: null, newName: newSourceName(decision, proposed), acceptMoves: false }
                : { sourceId: id, newName: null, acceptMoves: false },
            )
          }
        />
        {isNew && (
          <TextField
            id="timetable-source-name"
            label={t('app.gtfs.source.name')}
            value={newSourceName(decision, proposed)}
            error={isBad}
            helperText={isBad ? t('app.validation.required') : undefined}
            disabled={disabled}
            slotProps={{ htmlInput: { maxLength: GTFS_SOURCE_NAME_MAX_CHARS, dir: 'auto' } }}
            onChange={({ target }) => onChange({ ...decision, sourceId: null, newName: target.value })}
          />
        )}
      </Box>
      {!isNew && proposed.changes_total > 0 && (
        <>
          <Changes proposed={proposed} />
          {proposed.requires === 'moves' && (
            <FormControlLabel
              sx={{ '& .MuiFormControlLabel-label': { fontSize: 'body2.fontSize', marginInlineStart: 2 }, mx: 0 }}
              control={
                <Switch
                  size="small"
                  checked={decision.acceptMoves}
                  disabled={disabled}
                  onChange={(_event, acceptMoves) => onChange({ ...decision, acceptMoves })}
                />
              }
              label={t(`app.gtfs.source.${acceptKeyOf(proposed)}`)}
            />
          )}
        </>
      )}
    </Column>
  )
}

/** Returns the text of the switch: what happens to all listed stations, or both if some are not listed. */
function acceptKeyOf({ changes, changes_total: total }: ImportSource): 'accept' | 'acceptMoves' | 'acceptNames' {
  if (changes.length < total) return 'accept'
  const renamed = changes.filter(({ before, after }) =>
    Object.entries(after).some(([language, name]) => before[language] !== name),
  )
  if (renamed.length === 0) return 'acceptMoves'
  return changes.every(({ moved_m: moved }) => (moved ?? 0) < METRES_PER_KM) ? 'acceptNames' : 'accept'
}

function Changes({ proposed: { changes, changes_total: total } }: { proposed: ImportSource }) {
  const { t, locale, language } = useFormat()
  const distance = numberFormat(locale, { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 })
  const rest = total - changes.length
  return (
    <Box>
      <Box component="h2" id="timetable-changes" sx={{ m: 0, mb: 1, typography: 'subtitle2' }}>
        {`${t('app.gtfs.source.changes')} (${numberFormat(locale).format(total)})`}
      </Box>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-labelledby="timetable-changes">
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('app.gtfs.source.code')}</TableCell>
              <TableCell>{t('app.gtfs.source.before')}</TableCell>
              <TableCell>{t('app.gtfs.source.after')}</TableCell>
              <TableCell align="right">{t('app.gtfs.source.moved')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {changes.map(({ id, code, before, after, moved_m: moved }) => (
              <TableRow key={id}>
                <TableCell dir="ltr">{code}</TableCell>
                <TableCell dir="auto">{textIn(before, language)}</TableCell>
                <TableCell dir="auto">{textIn(after, language)}</TableCell>
                <TableCell align="right">{moved === null ? '' : distance.format(moved / METRES_PER_KM)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {rest > 0 && <SecondaryText>{t('app.gtfs.source.more', { smart_count: rest })}</SecondaryText>}
    </Box>
  )
}
