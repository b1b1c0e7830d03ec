import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import ReportIcon from '@mui/icons-material/ReportOutlined'
import SearchOffIcon from '@mui/icons-material/SearchOff'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useState, useEffect } from 'react'
import { useResetErrorBoundaryOnLocationChange } from 'react-admin'
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

/** Returns the kind of an error: code that could not be fetched may belong to an outdated version. */
function useFaultKind(error: unknown): Kind {
  const isMissing = isMissingPart(error)
  const isOutdated = useOutdated()
  useEffect(() => {
    if (isMissing) void askVersion()
  }, [isMissing])
  if (!isMissing) return 'fault'
  return isOutdated ? 'outdated' : 'part'
}

/** Returns the start page of the user; partner users have their own. */
function homeOfReader(): { path: string; label: string } {
  const partnerOnly = staffSession.user() === null && partnerSession.token() !== null
  return partnerOnly
    ? { path: '/partner-dashboard', label: 'app.shell.partnerHome' }
    : { path: '/', label: 'app.nav.home' }
}

/** Full error page for an unknown address, or for an error that left nothing else to show. */
function BlankError({ kind }: { kind: Kind }) {
  // Renders the page again when the language changes, because it is outside react-admin.
  useLanguage()
  const [unreachable, setUnreachable] = useState(false)
  const { icon, title, text } = PAGES[kind]
  const home = homeOfReader()
  const isNotFound = kind === 'missing' || kind === 'address'
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
              {!isNotFound && <RetryButton kind={kind} onUnreachable={() => setUnreachable(true)} />}
              <Button component={RouterLink} to={home.path} variant={isNotFound ? 'outlined' : 'text'}>
                {i18n.t(home.label)}
              </Button>
            </>
          }
        />
      </Box>
    </Box>
  )
}

/** Page for a record or a page that does not exist. */
export const NotFoundPage = () => <BlankError kind="missing" />

/** Page for an address outside the console. */
export const UnknownAddressPage = () => <BlankError kind="address" />

export function RouteErrorPage() {
  return <BlankError kind={useFaultKind(useRouteError())} />
}

interface FrameErrorPageProps {
  error: unknown
  resetErrorBoundary: (args: unknown) => void
}

/** Error page in place of the frame, until the next navigation. */
export function FrameErrorPage({ error, resetErrorBoundary }: FrameErrorPageProps) {
  useResetErrorBoundaryOnLocationChange(() => resetErrorBoundary(undefined))
  return <BlankError kind={useFaultKind(error)} />
}

/** Error state of a page that failed to render, or of its code. */
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
  /** Called when the server cannot be reached. */
  onUnreachable: () => void
}

/** Button to reload a page that failed. */
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
