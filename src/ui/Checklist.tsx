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
  /** Address of the call that completed the step; null where calls cannot be opened. */
  linkTo: ((requestId: string) => string) | null
}

/** Certification steps that a partner's program has completed with a test key, and the open ones. */
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
