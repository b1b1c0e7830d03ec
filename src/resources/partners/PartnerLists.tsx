import Button from '@mui/material/Button'
import type { PartnerCredential } from '../../../contract/entities/partner-credential'
import type { PartnerInvitation } from '../../../contract/entities/partner-invitation'
import type { PartnerMember } from '../../../contract/entities/partner-member'
import { isolate } from '../../providers/format/bidi'
import { formatDateTime, formatRelative } from '../../providers/format/dates'
import { CredentialFacts, isAlive } from '../../features/credentials/CredentialFacts'
import { Muted } from '../../ui/Muted'
import { PlainList, Row, Words } from '../../ui/Rows'
import { StatusMark } from '../../ui/StatusMark'
import { useFormat } from '../../ui/useFormat'
import { useNow } from '../../ui/useNow'

/** The access to revoke, and the texts of its confirmation. */
export interface Revocation {
  kind: 'members' | 'invitations' | 'credentials' | 'secondSteps'
  id: string
  title: string
  text: string
  action: string
}

/** Null for users with read access only. */
type Decide = { revoke: (revocation: Revocation) => void; resend: (invitation: PartnerInvitation) => void } | null

export function PeopleList({ members, decide }: { members: PartnerMember[]; decide: Decide }) {
  const { t, locale } = useFormat()
  const now = useNow()
  if (members.length === 0) return <Muted>{t('app.partner.access.noPeople')}</Muted>
  return (
    <PlainList>
      {members.map(({ id, email, first_name, last_name, role, mfa_enabled, last_login_at: seen }) => (
        <Row
          key={id}
          actions={
            decide && (
              <>
                {mfa_enabled && (
                  <Button
                    aria-label={`${t('app.account.step.reset')}: ${email}`}
                    onClick={() =>
                      decide.revoke({
                        kind: 'secondSteps',
                        id,
                        title: t('app.account.step.reset'),
                        text: t('app.account.step.resetText', { name: isolate(email) }),
                        action: t('app.account.step.reset'),
                      })
                    }
                  >
                    {t('app.account.step.reset')}
                  </Button>
                )}
                <Button
                  color="error"
                  aria-label={`${t('app.partner.access.remove')}: ${email}`}
                  onClick={() =>
                    decide.revoke({
                      kind: 'members',
                      id,
                      title: t('app.partner.access.removeTitle', { email }),
                      text: t('app.partner.access.removeText'),
                      action: t('app.partner.access.remove'),
                    })
                  }
                >
                  {t('app.partner.access.remove')}
                </Button>
              </>
            )
          }
        >
          <Words
            below={[
              isolate(email),
              t(`choices.partnerRoles.${role}`),
              seen
                ? t('app.partner.access.lastSeen', { when: formatRelative(seen, now, locale) })
                : t('app.partner.access.neverSeen'),
            ].join(' · ')}
          >
            {[first_name, last_name].filter(Boolean).join(' ') || email}
          </Words>
        </Row>
      ))}
    </PlainList>
  )
}

export function InvitationList({ invitations, decide }: { invitations: PartnerInvitation[]; decide: Decide }) {
  const { t, locale } = useFormat()
  if (invitations.length === 0) return <Muted>{t('app.partner.access.noInvitations')}</Muted>
  return (
    <PlainList>
      {invitations.map((invitation) => {
        const { id, email, role, state, expires_at } = invitation
        return (
          <Row
            key={id}
            actions={
              decide &&
              state !== 'accepted' && (
                <>
                  <Button
                    aria-label={`${t('app.partner.access.resend')}: ${email}`}
                    onClick={() => decide.resend(invitation)}
                  >
                    {t('app.partner.access.resend')}
                  </Button>
                  {state === 'pending' && (
                    <Button
                      color="error"
                      aria-label={`${t('app.partner.access.revoke')}: ${email}`}
                      onClick={() =>
                        decide.revoke({
                          kind: 'invitations',
                          id,
                          title: `${t('app.partner.access.revoke')}: ${email}`,
                          text: t('app.partner.access.revokeText'),
                          action: t('app.partner.access.revoke'),
                        })
                      }
                    >
                      {t('app.partner.access.revoke')}
                    </Button>
                  )}
                </>
              )
            }
          >
            <Words
              below={[
                t(`choices.partnerRoles.${role}`),
                state === 'pending' && t('app.partner.access.until', { when: formatDateTime(expires_at, { locale }) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              {email}
            </Words>
            <StatusMark value={state} label={t(`choices.invitationStates.${state}`)} />
          </Row>
        )
      })}
    </PlainList>
  )
}

export function KeyList({ credentials, decide }: { credentials: PartnerCredential[]; decide: Decide }) {
  const { t } = useFormat()
  if (credentials.length === 0) return <Muted>{t('app.partner.access.noKeys')}</Muted>
  return (
    <PlainList>
      {credentials.map((credential) => {
        const { id, name } = credential
        return (
          <Row
            key={id}
            actions={
              decide &&
              isAlive(credential) && (
                <Button
                  color="error"
                  aria-label={`${t('app.partner.keys.revoke')}: ${name}`}
                  onClick={() =>
                    decide.revoke({
                      kind: 'credentials',
                      id,
                      title: t('app.partner.keys.revokeTitle', { name }),
                      text: t('app.partner.keys.revokeText'),
                      action: t('app.partner.keys.revoke'),
                    })
                  }
                >
                  {t('app.partner.keys.revoke')}
                </Button>
              )
            }
          >
            <CredentialFacts credential={credential} />
          </Row>
        )
      })}
    </PlainList>
  )
}
