import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ImportSheet } from '../../../contract/operations/imports'
import { nameOfCode } from '../../providers/format/names'
import { useFormat, type Format } from '../../ui/useFormat'
import { labelOf } from '../../kit/labels'

const SAMPLES = 3

/** `name.fr` → `Name (French)`. */
export function targetLabel(resource: string, target: string, { t, locale }: Format): string {
  const [field = '', language] = target.split('.')
  const label = labelOf(t, resource, field)
  return language === undefined ? label : `${label} (${nameOfCode('language', language, locale)})`
}

interface ColumnMapProps {
  sheet: ImportSheet
  columns: readonly (string | null)[]
  disabled: boolean
  onChange: (place: number, target: string | null) => void
}

/** Mapping of file columns to fields, with the first values of each column. */
export function ColumnMap({ sheet, columns, disabled, onChange }: ColumnMapProps) {
  const format = useFormat()
  const { t } = format
  return (
    <Box sx={{ overflowX: 'auto', border: 1, borderColor: 'divider', borderRadius: 2 }}>
      <Table size="small" aria-label={t('app.import.columns')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('app.import.column')}</TableCell>
            <TableCell>{t('app.import.target')}</TableCell>
            <TableCell>{t('app.import.samples')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {sheet.header.map((heading, place) => (
            <TableRow key={place}>
              <TableCell sx={{ fontWeight: 550 }} dir="auto">
                {heading}
              </TableCell>
              <TableCell>
                <Box
                  component="select"
                  aria-label={t('app.import.targetOf', { column: heading })}
                  value={columns[place] ?? ''}
                  disabled={disabled}
                  onChange={(event) => onChange(place, event.target.value === '' ? null : event.target.value)}
                  sx={selectStyles}
                >
                  <option value="">{t('app.import.leaveOut')}</option>
                  {sheet.targets.map(({ name, required }) => (
                    <option key={name} value={name}>
                      {targetLabel(sheet.resource, name, format) + (required ? ' *' : '')}
                    </option>
                  ))}
                </Box>
              </TableCell>
              <TableCell sx={{ color: 'text.secondary', maxWidth: 320 }} dir="auto">
                <Box sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
                  {sheet.rows
                    .map((row) => row[place] ?? '')
                    .filter((cell) => cell !== '')
                    .slice(0, SAMPLES)
                    .join(' · ')}
                </Box>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  )
}

const selectStyles = {
  font: 'inherit',
  fontSize: 'body2.fontSize',
  color: 'text.primary',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  height: 32,
  px: 1.5,
  minWidth: 170,
  maxWidth: 260,
} as const
