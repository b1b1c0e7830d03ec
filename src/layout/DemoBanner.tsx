import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { fetchDemoPeople, knownDemoPeople, wasDemo } from '../providers/auth/authApi'
import { useFormat } from '../ui/useFormat'

/** The people of the demo company; undefined until that is known, empty where there is no demo. */
function useDemoPeople() {
  return useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => fetchDemoPeople(signal),
    // Known from the sign-in page: asked for again, its answer would push the whole page down.
    initialData: knownDemoPeople,
    staleTime: Infinity,
  }).data
}

/** Says on every page that none of this is real. */
export function DemoBanner() {
  const { t } = useFormat()
  const people = useDemoPeople()
  // Until the answer is there, as it was the last time: put in late, it would push the whole page down.
  if (people ? people.length === 0 : !wasDemo()) return null
  return (
    <Box
      role="note"
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
      {t('app.demo.banner')}
    </Box>
  )
}
