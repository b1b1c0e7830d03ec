import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useFormat } from './useFormat'

interface OlderNewerProps {
  /** Present page; undefined while loading. */
  page: { next: string | null; previous: string | null } | undefined
  onTurn: (cursor: string) => void
}

/** Buttons to the adjacent pages of a list with cursors; nothing for a single page. */
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
