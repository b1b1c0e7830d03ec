import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { PARTNER_READS_PER_MINUTE, PARTNER_WRITES_PER_MINUTE } from '../../../contract/core/limits/partner-api'
import { API_DOCS_URL, API_ROOT } from '../../providers/config'
import { CopyBox } from '../../ui/CopyBox'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'
import type { SectionProps } from '../frame/sections'
import { readPlaces } from '../journeys/journeyCalls'
import { Panel, SectionHead } from '../sections/Panel'
import { linkTo } from '../useAddress'
import { EXAMPLES, KEEP_KEY, exampleOf, type ExampleFacts } from './examples'
import { Column } from '../../ui/Column'
import { Text } from '../../ui/Text'

const WEEK_MS = 7 * 86_400_000
const FIVE_MINUTES_MS = 300_000
const RULES = ['auth', 'environments', 'versions', 'idempotency', 'pages', 'limits', 'errors'] as const

const LINKS = [
  { name: 'reference', href: API_DOCS_URL },
  { name: 'document', href: `${API_ROOT}/openapi/partners.json` },
  { name: 'errors', href: `${API_ROOT}/docs/errors` },
] as const
const LIMITS = { reads: PARTNER_READS_PER_MINUTE, writes: PARTNER_WRITES_PER_MINUTE }

/** API guide: a sale from search to ticket as shell commands, and the rules for every call. */
export default function DocSection({ partner }: SectionProps) {
  const { t } = useFormat()
  const now = useNow()
  const places = (origin: string) => ({
    queryKey: ['partner', partner.id, 'places', origin, ''],
    queryFn: () => readPlaces({ origin, q: '' }),
  })
  const { data: [from] = [] } = useQuery(places(''))
  const { data: [to] = [] } = useQuery({ ...places(from?.code ?? ''), enabled: from !== undefined })
  const facts: ExampleFacts = {
    root: API_ROOT,
    origin: from?.code ?? 'ORIGIN',
    destination: to?.code ?? 'DESTINATION',
    date: new Date(now + WEEK_MS).toISOString().slice(0, 10),
    since: `${new Date(now - FIVE_MINUTES_MS).toISOString().slice(0, 19)}Z`,
  }
  return (
    <Column bounded>
      <SectionHead
        title={t('app.partner.nav.docs')}
        text={
          <>
            {t('app.portal.docs.text')}
            {LINKS.map(({ name, href }) => (
              <Fragment key={name}>
                {' '}
                <Link underline="always" href={href} target="_blank" rel="noopener noreferrer">
                  {t(`app.portal.docs.${name}`)}
                </Link>
              </Fragment>
            ))}
          </>
        }
      />
      <Panel title={t('app.portal.docs.start')}>
        <Box component="ol" sx={{ m: 0, px: 4, py: 4, display: 'grid', gap: 6, listStyle: 'none' }}>
          <Step number={1} title={t('app.portal.docs.step.key')} text={t('app.portal.docs.stepText.key')}>
            <Link component={RouterLink} to={linkTo('credentials')} sx={{ fontSize: 'body2.fontSize' }}>
              {t('app.partner.nav.credentials')}
            </Link>
            <CopyBox text={KEEP_KEY} label={t('app.portal.docs.step.key')} />
          </Step>
          {EXAMPLES.map((name, index) => (
            <Step
              key={name}
              number={index + 2}
              title={t(`app.portal.docs.step.${name}`)}
              text={t(`app.portal.docs.stepText.${name}`)}
            >
              <CopyBox text={exampleOf(name, facts)} label={t(`app.portal.docs.step.${name}`)} />
            </Step>
          ))}
        </Box>
      </Panel>
      <Panel title={t('app.portal.docs.rules')}>
        <Box component="dl" sx={{ m: 0, px: 4, py: 3, display: 'grid', gap: 3, fontSize: 'body2.fontSize' }}>
          {RULES.map((rule) => (
            <Box key={rule} sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '180px 1fr' } }}>
              <Text component="dt" weight="bold">
                {t(`app.portal.docs.rule.${rule}`)}
              </Text>
              <Box component="dd" sx={{ m: 0, maxWidth: '80ch' }}>
                {t(`app.portal.docs.ruleText.${rule}`, LIMITS)}
              </Box>
            </Box>
          ))}
        </Box>
      </Panel>
    </Column>
  )
}

interface StepProps {
  number: number
  title: string
  text: string
  children: React.ReactNode
}

function Step({ number, title, text, children }: StepProps) {
  return (
    <Box component="li" sx={{ display: 'grid', gap: 2, minWidth: 0, '& output': { whiteSpace: 'pre-wrap' } }}>
      <Typography variant="h3">
        {number}. {title}
      </Typography>
      <Typography color="text.secondary" sx={{ fontSize: 'body2.fontSize', maxWidth: '80ch' }}>
        {text}
      </Typography>
      {children}
    </Box>
  )
}
