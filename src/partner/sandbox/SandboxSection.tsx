import ScienceIcon from '@mui/icons-material/ScienceOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SANDBOX_TRIPS_AT_ONCE } from '../../../contract/core/limits/partner-api'
import { SANDBOX_SCENARIOS, type SandboxScenario } from '../../../contract/core/vocabulary'
import { OlderNewer } from '../../ui/OlderNewer'
import { problemText } from '../../ui/problemText'
import { StatePanel } from '../../ui/StatePanel'
import { useFormat } from '../../ui/useFormat'
import { mayDevelop, type SectionProps } from '../frame/sections'
import { SectionHead, ReadError } from '../sections/Panel'
import type { Partner } from '../../providers/auth/partnerSession'
import { Column } from '../../ui/Column'
import { call } from '../../providers/http/call'
import { SandboxTripCard } from './SandboxTripCard'
import { SelectBox } from '../../ui/SelectBox'

/** Test trips that follow a script, so that a program can handle rare cases. */
export default function SandboxSection({ user, partner }: SectionProps) {
  const { t } = useFormat()
  return mayDevelop(user) ? (
    <SandboxTrips partner={partner} />
  ) : (
    <StatePanel icon={ScienceIcon} title={t('app.mock.title')} text={t('app.portal.logs.developersOnly')} />
  )
}

function SandboxTrips({ partner }: { partner: Partner }) {
  const format = useFormat()
  const { t } = format
  const [scenario, setScenario] = useState<SandboxScenario>('happy_path')
  const [count, setCount] = useState('1')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [cursor, setCursor] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', partner.id, 'mock-trips', cursor],
    queryFn: () => readSandboxTrips(cursor),
    staleTime: 0,
  })
  const isCount = /^\d{1,2}$/.test(count) && Number(count) >= 1 && Number(count) <= SANDBOX_TRIPS_AT_ONCE
  const play = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      await playScenario(scenario, Number(count))
      setCursor('')
      await refetch()
    } catch (fault) {
      setRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  if (error) return <ReadError error={error} retry={() => void refetch()} />
  return (
    <Column bounded>
      <SectionHead title={t('app.mock.title')} text={t('app.mock.text')} />
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isCount && !busy) void play()
        }}
        sx={{
          display: 'grid',
          gap: 3,
          alignItems: 'end',
          gridTemplateColumns: { xs: '1fr 90px', sm: 'minmax(0, 420px) 90px auto' },
          justifyContent: 'start',
        }}
      >
        <SelectBox
          label={t('app.mock.scenario')}
          value={scenario}
          onChange={setScenario}
          options={SANDBOX_SCENARIOS}
          labelOf={(name) => t(`app.mock.scenarios.${name}`)}
        />
        <TextField
          label={t('app.mock.count')}
          value={count}
          error={!isCount}
          onChange={(event) => setCount(event.target.value)}
          slotProps={{ htmlInput: { inputMode: 'numeric', dir: 'ltr' } }}
        />
        <Button type="submit" variant="contained" loading={busy} disabled={!isCount} sx={{ minHeight: 36 }}>
          {t('app.mock.play')}
        </Button>
      </Box>
      {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
      {!data && <Skeleton variant="rounded" height={220} />}
      {data?.results.length === 0 && (
        <StatePanel icon={ScienceIcon} title={t('app.mock.none')} text={t('app.mock.noneText')} />
      )}
      {data?.results.map((sandbox) => (
        <SandboxTripCard key={sandbox.id} sandbox={sandbox} onChanged={() => void refetch()} />
      ))}
      <OlderNewer page={data} onTurn={setCursor} />
    </Column>
  )
}

const readSandboxTrips = (cursor: string) => call('GET /partner/mock-trips', { query: { limit: 10, cursor } })
const playScenario = (scenario: SandboxScenario, count: number) =>
  call('POST /partner/mock-trips', { body: { scenario, count } })
