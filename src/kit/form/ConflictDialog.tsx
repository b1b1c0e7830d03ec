import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Radio from '@mui/material/Radio'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { listed } from '../../providers/format/intl'
import { useFormat } from '../../ui/useFormat'
import { FieldValue } from '../FieldValue'
import { fieldOf, type AnyRecord, type AnySpec } from '../resource'
import { labelOf } from '../labels'
import { additions, clashes, merged, type Conflict, type Side } from './conflict'

interface ConflictDialogProps {
  spec: AnySpec
  conflict: Conflict
  saving: boolean
  onSave: (record: AnyRecord) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/**
 * Shows both versions of a record that two users have changed, field by field, and saves the chosen values. No input is
 * lost.
 */
export default function ConflictDialog({ spec, conflict, saving, onSave, onTakeTheirs, onClose }: ConflictDialogProps) {
  const { t, locale } = useFormat()
  const fields = clashes(conflict)
  const others = additions(conflict)
  const nothingLeft = fields.length === 0 && others.length === 0
  const [choice, setChoice] = useState<Record<string, Side>>(() =>
    Object.fromEntries(fields.map((source) => [source, 'mine'])),
  )
  return (
    <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">{t('app.conflict.title')}</DialogTitle>
      <DialogContent>
        <Typography color="text.secondary" sx={{ mb: 4 }}>
          {t(nothingLeft ? 'app.conflict.same' : fields.length > 0 ? 'app.conflict.text' : 'app.conflict.apart')}
        </Typography>
        {fields.map((source) => (
          <Box key={source} role="radiogroup" aria-label={labelOf(t, spec.name, source)} sx={{ mb: 4 }}>
            <Box sx={{ fontSize: 'body2.fontSize', fontWeight: 550, mb: 1 }}>{labelOf(t, spec.name, source)}</Box>
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
        {others.length > 0 && (
          <Typography variant="body2" color="text.secondary">
            {t('app.conflict.added', {
              fields: listed(
                others.map((source) => labelOf(t, spec.name, source)),
                locale,
              ),
            })}
          </Typography>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onClose}>{t('app.conflict.continue')}</Button>
        <Button variant="outlined" onClick={onTakeTheirs}>
          {t('app.conflict.takeTheirs')}
        </Button>
        {!nothingLeft && (
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
        <Box sx={{ fontSize: 'caption.fontSize', color: 'text.secondary', mb: 0.5 }}>{t(`app.conflict.${side}`)}</Box>
        {field ? <FieldValue field={field} record={record} resource={spec.name} /> : String(record[source] ?? '–')}
      </Box>
    </Box>
  )
}
