import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState, useEffect } from 'react'
import { Link as RouterLink, useRouteError } from 'react-router-dom'
import { partnerSession } from '../../providers/auth/partnerSession'
import { staffSession } from '../../providers/auth/session'
import { i18n } from '../../providers/i18n/i18n'
import { useLanguage } from '../../providers/i18n/useLanguage'
import { PageTitle } from '../../ui/PageTitle'
import { StatePanel } from '../../ui/StatePanel'
import { Wordmark } from '../Wordmark'
import { isMissingPart, reloadIfReachable } from '../../providers/reload'
import { logWarning } from '../../providers/log'
import { askVersion, useOutdated } from '../../providers/version'
import { useFormat } from '../../ui/useFormat'

type Kind = 'missing' | 'address' | 'part' | 'outdated' | 'fault'

const PAGES = {
  missing: { icon: SearchOffIcon, title: 'ra.page.not_found', text: 'ra.message.not_found' },
  address: { icon: SearchOffIcon, title: 'ra.page.error', text: 'ra.message.not_found' },
  part: { icon: CloudOffIcon, title: 'app.shell.partTitle', text: 'app.shell.partText' },
  outdated: { icon: ReportIcon, title: 'app.shell.partTitle', text: 'app.shell.pageOutdated' },
  fault: { icon: ReportIcon, title: 'ra.page.error', text: 'ra.message.error' },
} as const

/** What kind of fault an error is: code that did not come may belong to another version than the server's. */
function useFaultKind(error: unknown): Kind {
  const isMissing = isMissingPart(error)
  const isOutdated = useOutdated()
  useEffect(() => {
    if (isMissing) void askVersion()
  }, [isMissing])
  if (!isMissing) return 'fault'
  return isOutdated ? 'outdated' : 'part'
}

/** Where somebody belongs who knows no further: partners have a start page of their own. */
function homeOfReader(): { path: string; label: string } {
  const partnerOnly = staffSession.user() === null && partnerSession.token() !== null
  return partnerOnly
    ? { path: '/partner-dashboard', label: 'app.shell.partnerHome' }
    : { path: '/', label: 'app.nav.home' }
}

/** Blank page for an address that leads nowhere, or for a fault that left nothing else to show. */
function BlankError({ kind }: { kind: Kind }) {
  // Draws the page anew when the language changes; it stands outside react-admin, which would do so.
  useLanguage()
  const [unreachable, setUnreachable] = useState(false)
  const { icon, title, text } = PAGES[kind]
  const home = homeOfReader()
  const leadsNowhere = kind === 'missing' || kind === 'address'
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <PageTitle>{i18n.t(title)}</PageTitle>
      <Box component="header" sx={{ p: 4 }}>
        <Wordmark />
      </Box>
      <Box component="main" sx={{ flex: 1, display: 'grid', placeItems: 'center', pb: 20 }}>
        <StatePanel
          whole
          role="alert"
          icon={icon}
          title={i18n.t(title)}
          text={i18n.t(unreachable ? 'app.shell.stillOffline' : text)}
          action={
            <>
              {!leadsNowhere && <RetryButton kind={kind} onUnreachable={() => setUnreachable(true)} />}
              <Button component={RouterLink} to={home.path} variant={leadsNowhere ? 'outlined' : 'text'}>
                {i18n.t(home.label)}
              </Button>
            </>
          }
        />
      </Box>
    </Box>
  )
}

/** The page that says of something else that it is not there. */
export const NotFoundPage = () => <BlankError kind="missing" />

/** What stands at an address that is none of ours. */
export const UnknownAddressPage = () => <BlankError kind="address" />

/** What the router shows for an error of a route. */
export function RouteErrorPage() {
  return <BlankError kind={useFaultKind(useRouteError())} />
}

/** A page that failed while it was drawn, or whose code could not be fetched. */
export function PageFault({ error }: { error: unknown }) {
  const { t } = useFormat()
  const [unreachable, setUnreachable] = useState(false)
  useEffect(() => logWarning('A page failed', error), [error])
  const kind = useFaultKind(error)
  const { icon, title, text } = PAGES[kind]
  return (
    <>
      <PageTitle>{t(title)}</PageTitle>
      <StatePanel
        whole
        role="alert"
        icon={icon}
        title={t(title)}
        text={t(unreachable ? 'app.shell.stillOffline' : text)}
        action={<RetryButton kind={kind} onUnreachable={() => setUnreachable(true)} />}
      />
    </>
  )
}

interface RetryButtonProps {
  kind: Kind
  /** The server could not be reached. */
  onUnreachable: () => void
}

/** Another try at a page that failed. */
function RetryButton({ kind, onUnreachable }: RetryButtonProps) {
  const [busy, setBusy] = useState(false)
  const retry = async () => {
    setBusy(true)
    if (await reloadIfReachable()) return
    setBusy(false)
    onUnreachable()
  }
  return (
    <Button variant="outlined" loading={busy} onClick={() => void retry()}>
      {i18n.t(kind === 'outdated' ? 'app.shell.reload' : 'app.problem.retry')}
    </Button>
  )
}
