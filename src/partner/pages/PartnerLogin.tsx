import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { Navigate, Link as RouterLink } from 'react-router-dom'
import { fetchDemoPeople } from '../../providers/auth/authApi'
import { problemText } from '../../ui/problemText'
import { useFormat } from '../../ui/useFormat'
import { DoorPage } from '../frame/DoorPage'
import { PartnerLoading } from '../frame/PartnerLoading'
import { signInPartner } from '../session/partnerAuth'
import { usePartnerSession } from '../session/PartnerSession'

const box = (data: FormData, name: string) => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Sign-in of a partner's people. */
export function PartnerLogin() {
  const format = useFormat()
  const { t } = format
  const { status } = usePartnerSession()
  const busyNow = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<unknown>(null)

  const enter = async (email: string, password: string) => {
    if (busyNow.current) return
    busyNow.current = true
    setBusy(true)
    setRefusal(null)
    try {
      await signInPartner(email, password)
    } catch (error) {
      setRefusal(error)
    } finally {
      busyNow.current = false
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void enter(box(data, 'email').trim(), box(data, 'password'))
  }

  if (status === 'loading') return <PartnerLoading />
  if (status === 'authenticated') return <Navigate to="/partner-dashboard" replace />
  return (
    <DoorPage
      title={t('app.partner.login.title')}
      text={t('app.partner.login.text')}
      aside={
        <Link component={RouterLink} to="/login">
          {t('app.partner.login.staff')}
        </Link>
      }
    >
      <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 4 }}>
        {refusal !== null && <Alert severity="error">{problemText(refusal, format)}</Alert>}
        <TextField
          name="email"
          type="email"
          label={t('app.partner.login.email')}
          autoComplete="username"
          autoFocus
          required
          slotProps={{ inputLabel: { required: false }, htmlInput: { dir: 'ltr', autoCapitalize: 'none' } }}
        />
        <TextField
          name="password"
          type="password"
          label={t('app.partner.login.password')}
          autoComplete="current-password"
          required
          slotProps={{ inputLabel: { required: false }, htmlInput: { dir: 'ltr' } }}
        />
        <Button type="submit" variant="contained" loading={busy} sx={{ minHeight: 38 }}>
          {t('app.partner.login.submit')}
        </Button>
      </Box>
      <DemoPartners busy={busy} onChoose={enter} />
    </DoorPage>
  )
}

interface DemoPartnersProps {
  busy: boolean
  onChoose: (email: string, password: string) => Promise<void>
}

/** In a demo, its partners' people, at one click each. */
function DemoPartners({ busy, onChoose }: DemoPartnersProps) {
  const { t } = useFormat()
  const { data } = useQuery({ queryKey: ['demo'], queryFn: fetchDemoPeople, staleTime: Infinity })
  const people = data?.filter(({ role }) => role === 'partner') ?? []
  if (people.length === 0) return null
  return (
    <>
      <Divider sx={{ my: 6, fontSize: 12, color: 'text.secondary' }}>{t('app.partner.login.demo')}</Divider>
      {people.map((person) => (
        <ButtonBase
          key={person.username}
          disabled={busy}
          onClick={() => void onChoose(person.username, person.password)}
          sx={{
            width: '100%',
            height: 40,
            border: 1,
            borderColor: 'divider',
            borderRadius: 2,
            fontSize: 13,
            fontWeight: 550,
            '&:hover': { bgcolor: 'action.hover', borderColor: 'text.disabled' },
          }}
        >
          {person.name}
        </ButtonBase>
      ))}
    </>
  )
}
