import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import { OnceDialog } from './OnceDialog'
import { useFormat } from './useFormat'

interface MadeLink {
  email: string
  /** Null when it was sent by email. */
  link: string | null
}

interface OneTimeLink {
  /** Reports that the link was sent, or shows it if it was not. */
  present: (made: MadeLink) => void
  /** Dialog that shows the link once. */
  dialog: ReactNode
}

/** Returns the dialog for a one-time link. @param onClose called once the link was sent, or its dialog closed. */
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
