// Runs before the first paint, inlined into the start page. Applies the chosen theme, discreet mode and language, chooses
// the outline of the page that is painted before any script or style sheet has loaded, and requests the files and the
// data of the first page in parallel with the client's own scripts.
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

  const parse = (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return null
    }
  }
  const session = parse(read('salong.session'))
  const isMember = typeof session?.sessionId === 'string'
  const isEnglish = (read('salong.language') ?? session?.language) === 'ENGLISH'
  root.lang = isEnglish ? 'en' : 'sv'

  const notLoaded = '/not-loaded.js'
  addEventListener('error', ({ target }) => target.type === 'module' && import(notLoaded), true)

  const { pathname, search } = location
  const page = isMember && pathname === '/' ? '/chats' : pathname
  root.dataset.outline = isMember ? 'member' : page === '/' ? 'login' : 'visitor'
  root.dataset.page = page.slice(1)
  const params = new URLSearchParams(search)
  if (page === '/chats' && params.has('id')) root.dataset.pane = ''

  const files = parse(document.getElementById('first-files')?.textContent ?? '') ?? {}
  for (const file of [...((isMember && files.member) || []), ...(files[page] ?? [])]) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.crossOrigin = ''
    link.href = `/${file}`
    document.head.append(link)
  }
  if (!isMember) return

  const name = params.get('name')
  // The chats are requested again when the hub is ready. From the second visit on, the cached ones show until then.
  const hasCachedChats = Boolean(navigator.serviceWorker?.controller)
  const requests = {
    '/chats': hasCachedChats
      ? []
      : [
          'chats?limit=50',
          'chats/invites?limit=50&sent=true',
          'chats/count',
          ...(/^\d{1,19}$/.test(params.get('id')) ? [`chats/${params.get('id')}?limit=50`] : []),
        ],
    '/groups': ['groups?limit=50'],
    '/profile': name ? [`members/username/${encodeURIComponent(name)}`] : [],
    '/movie': ['movie?limit=50'],
  }
  const authorization = `Bearer ${session.sessionId}`
  window.firstResponses = new Map(
    (requests[page] ?? []).map((path) => {
      const headers = { Authorization: authorization, 'Accept-Language': root.lang }
      // Browsers have it only on encrypted pages.
      if (crypto.randomUUID) headers['X-Request-Id'] = crypto.randomUUID()
      const response = fetch(`/api/v2/${path}`, { headers })
      // The client repeats a request that failed.
      response.catch(() => undefined)
      return [`${authorization} ${location.origin}/api/v2/${path}`, response]
    }),
  )
})()
