import HourglassIcon from '@mui/icons-material/HourglassBottomOutlined'
import Box from '@mui/material/Box'
import Button, { type ButtonProps } from '@mui/material/Button'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RouterLink, useLocation } from 'react-router-dom'
import { serverNow } from '../../../providers/auth/jwt'
import { useUser } from '../../../providers/auth/useSession'
import { SecondaryText } from '../../../ui/Text'
import { useFormat } from '../../../ui/useFormat'
import { clockText } from './HoldClock'
import { HELD_SALES, readHeldSales, salePath, unheldSales, type UnfinishedSale } from './sales'

const SECOND_MS = 1000
const NONE: readonly UnfinishedSale[] = []

/** Returns the unfinished sales of the user except the open one, earliest expiry first. */
function useUnfinishedSales(): { sales: readonly UnfinishedSale[]; now: number } {
  const user = useUser()
  const { pathname, search } = useLocation()
  const queries = useQueryClient()
  const openId = pathname === '/reservations/create' ? new URLSearchParams(search).get('sale') : null
  const { data: holds } = useQuery({
    queryKey: [...HELD_SALES, user?.id],
    queryFn: () => readHeldSales(user?.id ?? ''),
    enabled: user !== null,
  })
  // Leaving the page may have created or changed a hold.
  useEffect(() => void queries.invalidateQueries({ queryKey: HELD_SALES }), [queries, pathname, openId])
  const [typed, setTyped] = useState(NONE)
  const [now, setNow] = useState(serverNow)
  const isTicking = typed.length > 0 || (holds ?? []).length > 0
  useEffect(() => {
    const look = () => {
      setNow(serverNow())
      setTyped(unheldSales(Date.now()))
    }
    const first = setTimeout(look)
    const timer = isTicking ? setInterval(look, SECOND_MS) : undefined
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [isTicking, pathname, openId])
  const held = (holds ?? []).flatMap(({ id, lead_name, hold_expires_at: expiresAt }): UnfinishedSale[] =>
    expiresAt !== null && Date.parse(expiresAt) > now ? [{ id, kind: 'seat', name: lead_name, expiresAt }] : [],
  )
  const urgency = ({ expiresAt }: UnfinishedSale) => (expiresAt === null ? Infinity : Date.parse(expiresAt))
  const sales = [...held, ...typed].filter(({ id }) => id !== openId).sort((a, b) => urgency(a) - urgency(b))
  return { sales, now }
}

/** Button that resumes an unfinished sale: a single sale by its name and remaining hold time, several in a menu. */
export default function ResumeSale() {
  const { t } = useFormat()
  const { sales, now } = useUnfinishedSales()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [first] = sales
  if (!first) return null
  const close = () => setAnchor(null)
  const left = timeLeft(first, now)
  if (sales.length === 1)
    return (
      <HeaderButton
        component={RouterLink}
        to={salePath(first.id, first.kind)}
        aria-label={[t('app.sales.resume', { name: first.name }), left].filter(Boolean).join(', ')}
        label={t('app.sales.resume', { name: first.name })}
        left={left}
      />
    )
  const label = t('app.sales.several', { smart_count: sales.length })
  return (
    <>
      <HeaderButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        label={label}
        left={left}
      />
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} onClick={close}>
        {sales.map((sale) => (
          <MenuItem
            key={sale.id}
            component={RouterLink}
            to={salePath(sale.id, sale.kind)}
            sx={{ gap: 4, justifyContent: 'space-between' }}
          >
            <bdi>{sale.name}</bdi>
            <SecondaryText component="span" size="caption">
              <bdi>{timeLeft(sale, now) ?? t('app.sales.nothingHeld')}</bdi>
            </SecondaryText>
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

const timeLeft = ({ expiresAt }: UnfinishedSale, now: number): string | null =>
  expiresAt === null ? null : clockText(Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / SECOND_MS)))

interface HeaderButtonProps extends ButtonProps {
  label: string
  left: string | null
  component?: typeof RouterLink
  to?: string
}

/** Shows only the remaining time or an icon on a small screen, where the name does not fit beside it. */
function HeaderButton({ label, left, ...button }: HeaderButtonProps) {
  return (
    <Button
      {...button}
      startIcon={<HourglassIcon />}
      sx={{
        // The search field shrinks before this button does.
        flex: { xs: '0 1 auto', lg: 'none' },
        minWidth: 0,
        maxWidth: 320,
        whiteSpace: 'nowrap',
        color: ({ colours }) => colours.tones.warning.ink,
        bgcolor: ({ colours }) => colours.tones.warning.ground,
        paddingInline: { xs: 0.5, sm: 2.5 },
        '& .MuiButton-startIcon': {
          display: { xs: left === null ? 'inherit' : 'none', sm: 'inherit' },
          marginInlineEnd: { xs: 0, sm: 1.5 },
        },
      }}
    >
      <Box
        component="span"
        sx={{ display: { xs: 'none', md: 'inline' }, overflow: 'hidden', textOverflow: 'ellipsis', minWidth: 0 }}
      >
        <bdi>{label}</bdi>
      </Box>
      {left !== null && (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', marginInlineStart: { md: 2 } }}>
          <bdi>{left}</bdi>
        </Box>
      )}
    </Button>
  )
}
