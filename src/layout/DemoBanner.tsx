import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { fetchDemoPeople, knownDemoPeople, wasDemo } from '../providers/auth/authApi'
import { useFormat } from '../ui/useFormat'

/** Returns the users of the demo company; undefined until known, empty outside demo mode. */
function useDemoPeople() {
  return useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => fetchDemoPeople(signal),
    // Known from the sign-in page: a second request would insert the banner late and move the page down.
    initialData: knownDemoPeople,
    staleTime: Infinity,
  }).data
}

/** Banner on every page of a demo, which states that the data is not real. */
export function DemoBanner() {
  const { t } = useFormat()
  const id = useId()
  const people = useDemoPeople()
  // Until the answer arrives, uses the last known state: a banner inserted late would move the page down.
  if (people ? people.length === 0 : !wasDemo()) return null
  return (
    <Box
      component="aside"
      aria-labelledby={id}
      sx={{
        px: 4,
        py: 0.75,
        fontSize: 'caption.fontSize',
        fontWeight: 500,
        textAlign: 'center',
        color: (theme) => theme.colours.tones.warning.ink,
        bgcolor: (theme) => theme.colours.tones.warning.ground,
      }}
    >
      <span id={id}>{t('app.demo.banner')}</span>
    </Box>
  )
}
