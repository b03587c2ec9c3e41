// For start pages of version 2.4.0 that are open or cached while it is being replaced; later ones contain this script.
// Applies the chosen theme, discreet mode and language before the first paint.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const theme = read('salong.theme')
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[data-theme]'))
      meta.media = meta.dataset.theme === theme ? '' : 'not all'
  }
  if (read('salong.discreet') === 'on') root.dataset.discreet = ''
  root.lang = read('salong.language') === 'ENGLISH' ? 'en' : 'sv'
  const notLoaded = '/not-loaded.js'
  addEventListener('error', ({ target }) => target.type === 'module' && import(notLoaded), true)
})()
