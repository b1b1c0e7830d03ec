import { useEffect, useState } from 'react'
import { fadeLoader } from '../providers/loader'
import { logWarning } from '../providers/log'
import { reloadIfReachable } from '../providers/reload'
import { useSettings } from '../providers/settings/SettingsProvider'
import { signInColours } from '../signin/colours'
import { useWords } from '../signin/words'

/** Says that the console's own code did not come, and offers another try. */
export function MissingPart({ error }: { error: unknown }) {
  const { t } = useWords()
  const { scheme } = useSettings()
  const [isOffline, setOffline] = useState(false)
  useEffect(fadeLoader, [])
  useEffect(() => logWarning('The console could not start', error), [error])
  const retry = async () => setOffline(!(await reloadIfReachable()))
  return (
    <div className="signin" style={signInColours(scheme)}>
      <main>
        <div className="signin-card signin-form" role="alert">
          <h1>{t('app.shell.partTitle')}</h1>
          <p className="signin-text">{t(isOffline ? 'app.shell.stillOffline' : 'app.shell.partText')}</p>
          <button type="button" className="signin-primary" onClick={() => void retry()}>
            {t('app.problem.retry')}
          </button>
        </div>
      </main>
    </div>
  )
}
