// Runs before anything is drawn, so that a chosen theme and the discreet mode hold from the first picture on.
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
    for (const bar of document.querySelectorAll('meta[data-theme]'))
      bar.media = bar.dataset.theme === theme ? '' : 'not all'
  }
  if (read('salong.discreet') === 'on') root.dataset.discreet = ''
  root.lang = read('salong.language') === 'ENGLISH' ? 'en' : 'sv'
  const notLoaded = '/not-loaded.js'
  addEventListener('error', ({ target }) => target.type === 'module' && import(notLoaded), true)
})()
