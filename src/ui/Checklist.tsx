import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router-dom'
import type { Certification } from '../../contract/partner/sandbox'
import { formatDateTime } from '../providers/format/dates'
import { PlainList, StepRow } from './Rows'
import { useFormat } from './useFormat'
import { SecondaryText } from './Text'

interface ChecklistProps {
  certification: Certification
  /** The address of the call that did it; null where there is nothing to open. */
  linkTo: ((requestId: string) => string) | null
}

/** What a partner's program has done with a test key, and what is still to come. */
export function Checklist({ certification, linkTo }: ChecklistProps) {
  const { t, locale } = useFormat()
  return (
    <PlainList ordered>
      {certification.items.map(({ item, done_at, request_id }) => (
        <StepRow
          key={item}
          isDone={done_at !== null}
          label={t(done_at ? 'app.check.done' : 'app.check.open')}
          markPx={110}
          sx={{ minHeight: 44 }}
        >
          <Box sx={{ flex: '1 1 160px', minWidth: 0 }}>{t(`app.check.item.${item}`)}</Box>
          {done_at && (
            <SecondaryText>
              {request_id && linkTo ? (
                <Link component={RouterLink} to={linkTo(request_id)}>
                  {formatDateTime(done_at, { locale })}
                </Link>
              ) : (
                formatDateTime(done_at, { locale })
              )}
            </SecondaryText>
          )}
        </StepRow>
      ))}
    </PlainList>
  )
}
