import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import { OnceDialog } from './OnceDialog'
import { useFormat } from './useFormat'

interface MadeLink {
  email: string
  /** Null where it was sent by mail. */
  link: string | null
}

interface OneTimeLink {
  /** Says that the link is on its way, or shows it where it was not sent. */
  present: (made: MadeLink) => void
  /** The link that is shown this once. */
  dialog: ReactNode
}

/** @param onClose called once the link that is shown has been taken, or it was sent. */
export function useOneTimeLink(onClose: () => void = () => undefined): OneTimeLink {
  const { t } = useFormat()
  const notify = useNotify()
  const [shown, setShown] = useState<{ email: string; link: string } | null>(null)
  return {
    present({ email, link }) {
      if (link !== null) return setShown({ email, link })
      notify('app.account.user.mailed', { type: 'success', messageArgs: { email } })
      onClose()
    },
    dialog: shown && (
      <OnceDialog
        title={t('app.account.user.linkTitle')}
        text={t('app.account.user.linkText', { email: shown.email })}
        secret={shown.link}
        done={t('app.account.user.done')}
        onClose={() => {
          setShown(null)
          onClose()
        }}
      />
    ),
  }
}
