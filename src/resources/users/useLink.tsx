import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import type { AccountLink } from '../../../contract/account-operations'
import { makeLink } from '../../account/accountApi'
import { OnceDialog } from '../../ui/OnceDialog'
import { useFormat } from '../../ui/useFormat'

interface Link {
  /** Sends somebody a link to choose a password; where none is sent, it is shown. @throws the API's refusal */
  send: (userId: string, isShown: boolean) => Promise<void>
  /** The link that is shown this once. */
  told: ReactNode
}

/** @param onClose called once the link that is shown has been taken, or it was sent. */
export function useLink(onClose: () => void = () => undefined): Link {
  const { t } = useFormat()
  const notify = useNotify()
  const [sent, setSent] = useState<(AccountLink & { link: string }) | null>(null)
  return {
    async send(userId, isShown) {
      const { link, ...rest } = await makeLink(userId, isShown)
      if (link !== null) return setSent({ ...rest, link })
      notify('app.account.user.mailed', { type: 'success', messageArgs: { email: rest.email } })
      onClose()
    },
    told: sent && (
      <OnceDialog
        title={t('app.account.user.linkTitle')}
        text={t('app.account.user.linkText', { email: sent.email })}
        secret={sent.link}
        done={t('app.account.user.done')}
        onClose={() => {
          setSent(null)
          onClose()
        }}
      />
    ),
  }
}
