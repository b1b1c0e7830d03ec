import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Collapse from '@mui/material/Collapse'
import { numberFormat } from '../../providers/format/intl'
import { useNewRows } from '../../providers/live/LiveProvider'
import { useFormat } from '../../ui/useFormat'

/** Offers the records that others have made meanwhile: put in unasked, they would move what one reads. */
export function NewRows({ resource }: { resource: string }) {
  const { t, locale } = useFormat()
  const { count, show } = useNewRows(resource)
  return (
    <Collapse in={count > 0} role="status">
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          mb: 3,
          px: 4,
          minHeight: 38,
          borderRadius: 2,
          fontSize: 'body2.fontSize',
          color: ({ colours }) => colours.tones.info.ink,
          bgcolor: ({ colours }) => colours.tones.info.ground,
        }}
      >
        {t('app.live.newRows', { count, replace: { count: numberFormat(locale).format(count) } })}
        <Button onClick={show} sx={{ color: 'inherit', fontWeight: 600 }}>
          {t('app.live.show')}
        </Button>
      </Box>
    </Collapse>
  )
}
