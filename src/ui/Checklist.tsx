import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Certification } from '../../contract/partner/sandbox'
import { formatDateTime } from '../providers/format/dates'
import { StatusMark } from './StatusMark'
import { useFormat } from './useFormat'

interface ChecklistProps {
  certification: Certification
  /** The address of the call that did it; null where there is nothing to open. */
  linkTo: ((requestId: string) => string) | null
}

/** What a partner's program has done with a test key, and what is still to come. */
export function Checklist({ certification, linkTo }: ChecklistProps) {
  const { t, locale } = useFormat()
  return (
    <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {certification.items.map(({ item, done_at, request_id }) => (
        <Box
          component="li"
          key={item}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            columnGap: 4,
            minHeight: 44,
            py: 1.5,
            fontSize: 13,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Box sx={{ flex: 'none', width: 110 }}>
            <StatusMark
              value={done_at ? 'confirmed' : 'waiting'}
              label={t(done_at ? 'app.check.done' : 'app.check.open')}
            />
          </Box>
          <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>{t(`app.check.item.${item}`)}</Box>
          {done_at && (
            <Box sx={{ color: 'text.secondary' }}>
              {request_id && linkTo ? (
                <Link component={RouterLink} to={linkTo(request_id)}>
                  {formatDateTime(done_at, { locale })}
                </Link>
              ) : (
                formatDateTime(done_at, { locale })
              )}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
