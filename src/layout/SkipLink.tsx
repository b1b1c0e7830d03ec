import Button from '@mui/material/Button'
import { useFormat } from '../ui/useFormat'
import { MAIN_ID } from './frame'

/** First stop of the keyboard: past the menu and the header, to the page itself. */
export function SkipLink() {
  const { t } = useFormat()
  return (
    <Button
      variant="contained"
      onClick={() => document.getElementById(MAIN_ID)?.focus()}
      sx={{
        position: 'fixed',
        insetInlineStart: 12,
        top: 12,
        zIndex: 'tooltip',
        '&:not(:focus-visible)': {
          width: '1px',
          height: '1px',
          minWidth: 0,
          minHeight: 0,
          p: 0,
          overflow: 'hidden',
          clipPath: 'inset(50%)',
        },
      }}
    >
      {t('ra.navigation.skip_nav')}
    </Button>
  )
}
