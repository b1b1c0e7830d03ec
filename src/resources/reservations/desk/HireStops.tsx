import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useFormat } from '../../../ui/useFormat'
import { HirePlaceBox, NO_PLACE, type HirePlaceDraft } from './HirePlaceBox'

/** As many stops as a form can still be read with. */
const MAX_STOPS = 8

interface HireStopsProps {
  stops: readonly HirePlaceDraft[]
  onChange: (stops: HirePlaceDraft[]) => void
}

/** The stops of a hire between pick-up and drop-off. */
export function HireStops({ stops, onChange }: HireStopsProps) {
  const { t } = useFormat()
  return (
    <>
      {stops.map((stop, at) => (
        <Box key={at} sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 2, alignItems: 'end' }}>
          <HirePlaceBox
            title={t('app.desk.stop', { number: at + 1 })}
            place={stop}
            onChange={(place) => onChange(stops.map((other, index) => (index === at ? place : other)))}
          />
          <IconButton
            aria-label={t('app.desk.dropStop', { number: at + 1 })}
            title={t('app.desk.dropStop', { number: at + 1 })}
            onClick={() => onChange(stops.filter((_, index) => index !== at))}
          >
            <CloseIcon />
          </IconButton>
        </Box>
      ))}
      {stops.length < MAX_STOPS && (
        <Box>
          <Button size="small" startIcon={<AddIcon />} onClick={() => onChange([...stops, NO_PLACE])}>
            {t('app.desk.addStop')}
          </Button>
        </Box>
      )}
    </>
  )
}
