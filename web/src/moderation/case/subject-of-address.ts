import type { Subject, SubjectKind } from '@app/contract/safety/subjects'

/**
 * The kinds of content that the team can find. Only the recipients can show a chat message or an invite to the team.
 */
export const FINDABLE_KINDS = [
  'PROFILE',
  'PHOTO',
  'GROUP',
  'GROUP_MESSAGE',
  'EVENT',
  'AD',
  'MOVIE_ENTRY',
  'NEWS_COMMENT',
] as const satisfies readonly SubjectKind[]
export type FindableKind = (typeof FINDABLE_KINDS)[number]

/** The kinds whose subject also needs the id of its group or news item. */
export const PARENTS: Partial<Record<FindableKind, 'group' | 'news'>> = { GROUP_MESSAGE: 'group', NEWS_COMMENT: 'news' }

/** A subject. Its `id` is empty if the address names only the news item that contains it. */
type NamedSubject = Subject & { kind: FindableKind }

/** For each path of the web client, returns the content that its query names. */
const PAGES: Record<string, (query: (name: string) => string) => NamedSubject> = {
  '/profile': (query) => ({ kind: 'PROFILE', id: query('name') }),
  '/events': (query) => ({ kind: 'EVENT', id: query('id') }),
  '/ads': (query) => ({ kind: 'AD', id: query('id') }),
  '/news': (query) => ({ kind: 'NEWS_COMMENT', id: '', parentId: query('comments') }),
  '/groups': (query) =>
    query('message')
      ? { kind: 'GROUP_MESSAGE', id: query('comment') || query('message'), parentId: query('id') }
      : { kind: 'GROUP', id: query('id') },
}

const MEDIA_PATH = /^\/api\/v2\/media\/([^/]+)/

function parseUrl(word: string): URL | null {
  const absolute = word.startsWith('/')
    ? location.origin + word
    : word.replace(/^(?!https?:)/, `${location.protocol}//`)
  return URL.canParse(absolute) ? new URL(absolute) : null
}

function subjectOfWord(word: string): NamedSubject | null {
  const url = parseUrl(word)
  if (url?.host !== location.host) return null
  const [, photoId] = MEDIA_PATH.exec(url.pathname) ?? []
  if (photoId) return { kind: 'PHOTO', id: photoId }
  const subject = PAGES[url.pathname]?.((name) => url.searchParams.get(name) ?? '')
  return subject && (subject.id || subject.parentId) ? subject : null
}

/** Returns the content that the first address of this installation in a text names, or null. */
export function subjectOfAddress(text: string): NamedSubject | null {
  for (const word of text.split(/\s+/)) {
    // Punctuation around an address belongs to the sentence.
    const subject = subjectOfWord(word.replace(/^[("'<]+|[.,;:!?)"'>]+$/g, ''))
    if (subject) return subject
  }
  return null
}
