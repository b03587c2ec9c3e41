// Runs before the first paint, inlined into the HTML document. Applies the chosen theme, discreet mode and language, chooses
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
  const isMemberPage = isMember && !['/about', '/terms'].includes(page)
  root.dataset.outline = isMemberPage ? 'member' : page === '/' ? 'login' : 'visitor'
  root.dataset.page = page.slice(1)
  const params = new URLSearchParams(search)
  if (page === '/chats' && params.has('id')) root.dataset.pane = ''

  const files = parse(document.getElementById('first-files')?.textContent ?? '') ?? {}
  const preload = (url, as, priority = 'auto') => {
    const link = document.createElement('link')
    link.rel = as ? 'preload' : 'modulepreload'
    if (as) link.as = as
    link.fetchPriority = priority
    link.crossOrigin = ''
    link.href = url
    document.head.append(link)
  }
  for (const file of [...((isMemberPage && files.member) || []), ...(files[page] ?? [])])
    preload(`/${file}`, file.endsWith('.css') && 'style')

  const operatorPage = [`pages${page}?language=${isEnglish ? 'ENGLISH' : 'SWEDISH'}`]
  const name = params.get('name')
  // The chats are requested again when the hub is ready. From the second visit on, the cached ones show until then.
  const hasCachedChats = Boolean(navigator.serviceWorker?.controller)
  const memberRequests = {
    '/chats': hasCachedChats
      ? []
      : [
          'chats?limit=50',
          'chats/invites?limit=50&sent=true',
          'chats/count',
          ...(/^\d{1,19}$/.test(params.get('id')) ? [`chats/${params.get('id')}?limit=50`] : []),
        ],
    '/groups': ['groups?limit=50', 'groups/invites?limit=100', 'groups/can-join?near=true', 'groups/can-join?limit=50'],
    '/ads': ['ads/filter'],
    '/games': ['games/truth-or-dare', 'games/truth-or-dare/game-state'],
    '/profile': name ? [`members/username/${encodeURIComponent(name)}`] : [],
    '/movie': ['movie?limit=50'],
  }
  const requests = {
    '/about': operatorPage,
    '/terms': operatorPage,
    ...(isMember ? memberRequests : {}),
  }
  const authorization = isMember ? `Bearer ${session.sessionId}` : null
  window.firstResponses = new Map(
    (requests[page] ?? []).map((path) => {
      const headers = { 'Accept-Language': root.lang, ...(authorization && { Authorization: authorization }) }
      // `randomUUID` exists only in secure contexts.
      if (crypto.randomUUID) headers['X-Request-Id'] = crypto.randomUUID()
      const response = fetch(`/api/v2/${path}`, { headers })
      // The client repeats a request that failed.
      response.catch(() => undefined)
      return [`${authorization} ${location.origin}/api/v2/${path}`, response]
    }),
  )
  // After everything that the page needs to render: until a font is loaded, text shows in one of the device's fonts.
  for (const url of files.fonts ?? []) preload(url, 'font', 'low')
})()
