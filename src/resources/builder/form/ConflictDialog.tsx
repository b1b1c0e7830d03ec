import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Radio from '@mui/material/Radio'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { changedFields, isSame } from '../../../providers/data/changes'
import { useFormat } from '../../../ui/useFormat'
import { FieldValue } from '../displays'
import { fieldOf, type AnyRecord, type AnySpec } from '../resource'
import { labelOf } from '../labels'

export interface Conflict {
  /** The record as it was read before typing. */
  base: AnyRecord
  /** The record as the form has it. */
  mine: AnyRecord
  /** The record as somebody else has saved it. */
  theirs: AnyRecord
}

type Side = 'mine' | 'theirs'

interface Disagreement {
  source: string
  /** Both sides changed it; otherwise only one did and nothing is to decide. */
  both: boolean
}

/** The fields in which the two records differ because of what was typed here. */
export function disagreements({ base, mine, theirs }: Conflict): Disagreement[] {
  return Object.keys(changedFields(mine, base))
    .filter((source) => !isSame(mine[source], theirs[source]))
    .map((source) => ({ source, both: !isSame(base[source], theirs[source]) }))
}

/** Their record with one's own fields put in where one's own was chosen. */
export function merged({ mine, theirs }: Conflict, choice: Readonly<Record<string, Side>>): AnyRecord {
  const own = Object.entries(choice).filter(([, side]) => side === 'mine')
  return { ...theirs, ...Object.fromEntries(own.map(([source]) => [source, mine[source]])) }
}

interface ConflictDialogProps {
  spec: AnySpec
  conflict: Conflict
  saving: boolean
  onSave: (record: AnyRecord) => void
  onTakeTheirs: () => void
  onContinue: () => void
}

/** Two people changed one record: shows both versions field by field and saves what is chosen. Nothing typed is lost. */
export default function ConflictDialog({
  spec,
  conflict,
  saving,
  onSave,
  onTakeTheirs,
  onContinue,
}: ConflictDialogProps) {
  const { t } = useFormat()
  const fields = disagreements(conflict)
  const [choice, setChoice] = useState<Record<string, Side>>(() =>
    Object.fromEntries(fields.map(({ source }) => [source, 'mine'])),
  )
  return (
    <Dialog open onClose={onContinue} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{t('app.conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 4 }}>
          {t(fields.length > 0 ? 'app.conflict.text' : 'app.conflict.same')}
        </Typography>
        {fields.map(({ source }) => (
          <Box key={source} role="radiogroup" aria-label={labelOf(t, spec.name, source)} sx={{ mb: 4 }}>
            <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1 }}>{labelOf(t, spec.name, source)}</Box>
            <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2 }}>
              {(['mine', 'theirs'] as const).map((side) => (
                <SideOption
                  key={side}
                  spec={spec}
                  source={source}
                  side={side}
                  record={side === 'mine' ? conflict.mine : conflict.theirs}
                  chosen={choice[source] === side}
                  onChoose={() => setChoice({ ...choice, [source]: side })}
                />
              ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onContinue}>{t('app.conflict.continue')}</Button>
        <Button variant="outlined" onClick={onTakeTheirs}>
          {t('app.conflict.takeTheirs')}
        </Button>
        {fields.length > 0 && (
          <Button variant="contained" loading={saving} onClick={() => onSave(merged(conflict, choice))}>
            {t(
              Object.values(choice).every((side) => side === 'mine')
                ? 'app.conflict.keepMine'
                : 'app.conflict.saveChoice',
            )}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface SideOptionProps {
  spec: AnySpec
  source: string
  side: Side
  record: AnyRecord
  chosen: boolean
  onChoose: () => void
}

function SideOption({ spec, source, side, record, chosen, onChoose }: SideOptionProps) {
  const { t } = useFormat()
  const field = fieldOf(spec, source)
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'flex-start',
        p: 2.5,
        border: 1,
        borderRadius: 2,
        cursor: 'pointer',
        borderColor: chosen ? 'primary.main' : 'divider',
        bgcolor: chosen ? (theme) => theme.colours.tones.accent.ground : 'transparent',
      }}
    >
      <Radio size="small" checked={chosen} onChange={onChoose} name={`conflict-${source}`} sx={{ p: 0.5 }} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box sx={{ fontSize: 12, color: 'text.secondary', mb: 0.5 }}>{t(`app.conflict.${side}`)}</Box>
        {field ? <FieldValue field={field} record={record} resource={spec.name} /> : String(record[source] ?? '–')}
      </Box>
    </Box>
  )
}
