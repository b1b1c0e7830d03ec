import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { ownTimeZone } from '../../providers/format/dates'
import { useHasRight } from '../../providers/auth/useSession'
import { useCompany } from '../../providers/data/useCompany'
import { useFormat } from '../../ui/useFormat'
import { labelOf } from '../labels'
import type { AnySpec } from '../resource'
import { CheckList } from './CheckList'
import { exportableFields } from './exportColumns'
import type { ExportChoice } from './exportList'
import { toggle } from './toggle'
import { SelectBox } from '../../ui/SelectBox'

const FORMATS: readonly ExportChoice['format'][] = ['csv', 'xlsx']

const SCOPES = ['selected', 'all'] as const
/** Whether to export the selected records or all that the filter matches. */
export type ExportScope = (typeof SCOPES)[number]

/** Number of records of each scope as text; null without a selection. */
export interface ExportTotals {
  all: string
  selected: string | null
}

interface ExportDialogProps {
  spec: AnySpec
  choice: ExportChoice
  /** Columns that the list shows. */
  shown: readonly string[]
  totals: ExportTotals
  onClose: () => void
  onExport: (choice: ExportChoice, scope: ExportScope) => void
}

/** Selects the columns, the time zone and the format of the file. */
export default function ExportDialog({ spec, choice, shown, totals, onClose, onExport }: ExportDialogProps) {
  const { t } = useFormat()
  const company = useCompany()
  const [scope, setScope] = useState<ExportScope>(totals.selected === null ? 'all' : 'selected')
  const [format, setFormat] = useState(choice.format)
  const withPersonal = useHasRight('export_personal_data')
  const exportable = exportableFields(spec, withPersonal)
  const [fields, setFields] = useState<readonly string[]>(() =>
    (choice.fields ?? shown).filter((source) => exportable.some((field) => field.source === source)),
  )
  const own = ownTimeZone()
  const [timezone, setTimezone] = useState(choice.timezone ?? own)
  const zones = [...new Set([timezone, own, ...(company ? [company.timezone] : []), 'UTC'])]
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="export-title">
      <DialogTitle id="export-title">{t('app.export.title')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 4, pt: 1 }}>
          {totals.selected !== null && (
            <SelectBox
              label={t('app.export.records')}
              value={scope}
              onChange={setScope}
              options={SCOPES}
              labelOf={(name) => t(`app.export.scopes.${name}`, { total: totals[name] })}
            />
          )}
          <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 4 }}>
            <SelectBox
              label={t('app.export.format')}
              value={format}
              onChange={setFormat}
              options={FORMATS}
              labelOf={(name) => name.toUpperCase()}
            />
            <SelectBox
              label={t('app.export.timezone')}
              value={timezone}
              onChange={setTimezone}
              options={zones}
              labelOf={(zone) => zone}
            />
          </Box>
          <Box>
            <Typography component="h3" sx={{ fontSize: 'body2.fontSize', fontWeight: 550, mb: 1 }}>
              {t('app.export.columns')}
            </Typography>
            <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 2 }}>
              <CheckList
                label={t('app.export.columns')}
                options={exportable.map(({ source }) => ({
                  value: source,
                  label: labelOf(t, spec.name, source),
                }))}
                checked={(source) => fields.includes(source)}
                onToggle={(source) => setFields(toggle(fields, source))}
              />
            </Box>
            {!withPersonal && (
              <Typography color="text.secondary" sx={{ fontSize: 'caption.fontSize', mt: 1 }}>
                {t('app.export.personal')}
              </Typography>
            )}
          </Box>
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={fields.length === 0}
          onClick={() => onExport({ format, timezone, fields: [...fields] }, scope)}
        >
          {t('ra.action.export')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
