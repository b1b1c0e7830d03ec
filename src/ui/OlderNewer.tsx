import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useFormat } from './useFormat'

interface OlderNewerProps {
  /** The page in sight; undefined while nothing is known yet. */
  page: { next: string | null; previous: string | null } | undefined
  onTurn: (cursor: string) => void
}

/** The way to the pages around one of a list that goes by cursors; nothing where there is but one. */
export function OlderNewer({ page, onTurn }: OlderNewerProps) {
  const { t } = useFormat()
  if (!page || (page.next === null && page.previous === null)) return null
  return (
    <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
      <Button disabled={page.previous === null} onClick={() => onTurn(page.previous ?? '')}>
        {t('app.partner.trips.newer')}
      </Button>
      <Button disabled={page.next === null} onClick={() => onTurn(page.next ?? '')}>
        {t('app.partner.trips.older')}
      </Button>
    </Box>
  )
}
