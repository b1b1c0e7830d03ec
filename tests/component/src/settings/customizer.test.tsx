import { DARK_SYSTEM, setMedia } from '../../../support/console/media'
import { renderInFrame } from '../../../support/console/frame'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Customizer } from '../../../../src/layout/customizer/Customizer'
import { GROUPS, optionKey } from '../../../../src/layout/customizer/options'
import { i18n } from '../../../../src/providers/i18n/i18n'
import { useSettings } from '../../../../src/providers/settings/SettingsProvider'

const root = document.documentElement
const stored = (key: string) => window.localStorage.getItem(key)

function Probe() {
  const { scheme, rtlClass, locale, sidebar, change } = useSettings()
  return (
    <button aria-label={[scheme, rtlClass, locale, sidebar].join(' ')} onClick={() => change({ sidebar: true })}>
      probe
    </button>
  )
}

const show = () =>
  renderInFrame(
    <>
      <Customizer open onClose={() => undefined} />
      <Probe />
    </>,
  )
const now = () => screen.getByText('probe').getAttribute('aria-label')
const tile = (name: string) => screen.getByRole('radio', { name })

beforeEach(() => i18n.changeLanguage('en'))
afterEach(() => {
  window.localStorage.clear()
  setMedia(DARK_SYSTEM, false)
})

describe('the customizer', () => {
  it.each(GROUPS.map((group) => [group.setting, group] as const))(
    'R-156..R-163 sets and stores each %s',
    (setting, { options }) => {
      show()
      const group = within(screen.getByRole('group', { name: i18n.t(`app.customizer.${setting}.title`) }))
      expect(group.getAllByRole('radio')).toHaveLength(options.length)
      for (const { value } of [...options].reverse()) {
        const radio = group.getByRole('radio', { name: i18n.t(optionKey(setting, value)) })
        fireEvent.click(radio)
        expect(radio).toBeChecked()
        expect(stored(setting)).toBe(String(value))
      }
    },
  )

  it('R-163 offers ten transitions, none among them as the empty word', () => {
    const values = GROUPS.flatMap((group) => (group.setting === 'animation' ? group.options : [])).map(
      ({ value }) => value,
    )
    expect(values).toHaveLength(10)
    expect(values).toContain('')
  })

  it('R-156 follows the system setting at once', () => {
    show()
    fireEvent.click(tile('System'))
    expect(now()).toMatch(/^light/)
    act(() => setMedia(DARK_SYSTEM, true))
    expect(now()).toMatch(/^dark/)
    expect([root.dataset['scheme'], stored('isDarkMode')]).toEqual(['dark', 'true'])
    fireEvent.click(tile('Light'))
    expect(now()).toMatch(/^light/)
    expect([root.dataset['scheme'], stored('isDarkMode')]).toEqual(['light', 'false'])
  })

  it('R-161, R-168, R-178 mirrors the page; another language sets its own direction', async () => {
    show()
    fireEvent.click(tile('Right to left'))
    expect([root.dir, stored('rtlClass')]).toEqual(['rtl', 'rtl'])
    await act(() => i18n.changeLanguage('de'))
    expect([root.dir, stored('rtlClass'), stored('locale')]).toEqual(['ltr', 'ltr', 'de'])
    await act(() => i18n.changeLanguage('ae'))
    expect([root.dir, stored('locale')]).toEqual(['rtl', 'ae'])
    fireEvent.click(tile(i18n.t('app.customizer.rtlClass.ltr')))
    expect(root.dir).toBe('ltr')
    await act(() => i18n.changeLanguage('ae'))
    expect(root.dir).toBe('ltr')
    await act(() => i18n.changeLanguage('en'))
    expect(now()).toBe('light ltr en false')
  })

  it('shows another layout of the menu in its initial state', () => {
    show()
    fireEvent.click(screen.getByText('probe'))
    expect(now()).toMatch(/true$/)
    fireEvent.click(tile('Collapsible'))
    expect(now()).toMatch(/false$/)
  })

  it('resets to the defaults, in the direction of the language', async () => {
    window.localStorage.setItem('i18nextLng', 'ae')
    await i18n.changeLanguage('ae')
    show()
    for (const { setting, options } of GROUPS)
      fireEvent.click(tile(i18n.t(optionKey(setting, options.at(-1)?.value ?? ''))))
    fireEvent.click(tile(i18n.t('app.customizer.rtlClass.ltr')))
    fireEvent.click(screen.getByRole('button', { name: i18n.t('app.customizer.reset') }))
    expect(GROUPS.map(({ setting }) => stored(setting))).toEqual([
      'light',
      'vertical',
      'false',
      'full',
      'rtl',
      'navbar-sticky',
      '',
    ])
  })
})
