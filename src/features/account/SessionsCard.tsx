import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountSession } from '../../../contract/operations/accounts'
import { isolate } from '../../providers/format/bidi'
import { formatRelative } from '../../providers/format/dates'
import { Card } from '../../kit/RecordSections'
import { Muted } from '../../ui/Muted'
import { problemText } from '../../ui/problemText'
import { PlainList, Row, Words } from '../../ui/Rows'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import type { SessionCalls } from '../../providers/auth/accountApi'

/** Browsers and systems in user agents, the more specific ones first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Height of one session, reserved while loading and when there is none. */
const SESSION_HEIGHT_PX = 54

/** Returns browser and system of a user agent: `Firefox · Windows`; null if both are unknown. */
function deviceOf(userAgent: string | null): string | null {
  const named = (names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1]
  return [named(BROWSERS), named(SYSTEMS)].filter(Boolean).join(' · ') || null
}

/** Lists the sessions of an account, with a button to end each. */
export function SessionsCard({ calls }: { calls: SessionCalls }) {
  const format = useFormat()
  const { t, locale } = format
  const now = useNow()
  const client = useQueryClient()
  const { key: queryKey, endOthers } = calls
  const [refusal, setRefusal] = useState<unknown>(null)
  const { data, error } = useQuery({ queryKey, queryFn: calls.read, staleTime: 0 })
  const end = (ending: Promise<AccountSession[]>) => {
    setRefusal(null)
    ending.then((left) => client.setQueryData(queryKey, left), setRefusal)
  }
  const wrong = refusal ?? error
  const others = data?.filter((session) => !session.is_current).length ?? 0
  return (
    <Card
      title={t('app.account.sessions.title')}
      action={
        endOthers &&
        others > 0 && (
          <Button variant="outlined" onClick={() => end(endOthers())}>
            {t('app.account.sessions.endOthers')}
          </Button>
        )
      }
    >
      {wrong !== null && <Alert severity="error">{problemText(wrong, format)}</Alert>}
      {!data && wrong === null && <Skeleton height={SESSION_HEIGHT_PX} />}
      {data?.length === 0 && (
        <Box sx={{ minHeight: SESSION_HEIGHT_PX }}>
          <Muted>{t('app.account.sessions.none')}</Muted>
        </Box>
      )}
      <PlainList>
        {data?.map((session) => {
          const device = deviceOf(session.user_agent) ?? t('app.account.sessions.unknown')
          const when = formatRelative(session.last_used_at, now, locale)
          return (
            <Row
              key={session.id}
              actions={
                session.is_current ? (
                  <StatusMark value="active" label={t('app.account.sessions.here')} />
                ) : (
                  <Button
                    aria-label={`${t('app.account.sessions.end')}: ${device}`}
                    onClick={() => end(calls.end(session.id))}
                  >
                    {t('app.account.sessions.end')}
                  </Button>
                )
              }
            >
              <Words
                below={[session.ip && isolate(session.ip), t('app.account.sessions.used', { when })]
                  .filter(Boolean)
                  .join(' · ')}
              >
                {device}
              </Words>
            </Row>
          )
        })}
      </PlainList>
    </Card>
  )
}
