import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Keys } from '../../ui/Keys'
import { useFormat } from '../../ui/useFormat'

/** Button that looks like an input and opens the palette, as Ctrl-K and "/" do. */
export function SearchButton({ onClick }: { onClick: () => void }) {
  const { t } = useFormat()
  return (
    <ButtonBase
      aria-label={t('app.search.open')}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K /"
      onClick={onClick}
      sx={boxStyles}
    >
      <SearchIcon fontSize="menu" />
      <Box component="span" sx={wordStyles}>
        {t('app.search.open')}
      </Box>
      <Box component="span" sx={keysStyles} aria-hidden="true">
        <Keys keys={['mod+k']} />
      </Box>
    </ButtonBase>
  )
}

const wordStyles = {
  display: { xs: 'none', md: 'block' },
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
} as const

/** Hides the shortcut where the box is too narrow for it. */
const keysStyles = {
  display: { xs: 'none', md: 'inline-flex' },
  '@container (max-width: 160px)': { display: 'none' },
} as const

const boxStyles = {
  containerType: { md: 'inline-size' },
  gap: 2,
  height: 34,
  px: 2,
  width: { xs: 34, md: 280 },
  flex: '0 1 auto',
  minWidth: 34,
  justifyContent: { xs: 'center', md: 'flex-start' },
  borderRadius: 1.75,
  border: { xs: 0, md: 1 },
  borderColor: { md: 'divider' },
  bgcolor: { md: 'background.paper' },
  fontSize: 'body2.fontSize',
  color: 'text.secondary',
  '&:hover': { bgcolor: 'action.hover' },
} as const
