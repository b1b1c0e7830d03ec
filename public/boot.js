// Runs before the first paint: language, direction and colour scheme as this browser remembers them.
// src/providers/settings/settings.ts reads the same by the same rules.
;(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var tags = { en: 'en', ae: 'ar', fr: 'fr', de: 'de', es: 'es' }
  var language = (stored('i18nextLng') || '').split('-')[0]
  if (!Object.hasOwn(tags, language)) language = 'en'
  var chosenFor = stored('locale')
  var direction = chosenFor === null || chosenFor === language ? stored('rtlClass') : null
  if (direction !== 'ltr' && direction !== 'rtl') direction = language === 'ae' ? 'rtl' : 'ltr'
  var theme = stored('theme')
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.lang = tags[language]
  root.dir = direction
  root.dataset.scheme = dark ? 'dark' : 'light'
})()
