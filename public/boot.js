// Runs before the first paint: language, direction and colour scheme as this browser remembers them.
;(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var language = stored('i18nextLng')
  var root = document.documentElement
  if (language === 'ae') {
    root.lang = 'ar'
    root.dir = 'rtl'
  } else if (language === 'fr' || language === 'de' || language === 'es') {
    root.lang = language
  }
  var theme = stored('theme')
  var dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.scheme = dark ? 'dark' : 'light'
})()
