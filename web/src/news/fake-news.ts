import type { NewsComment, NewsItem } from '@app/contract/news'

/** Creates a news item, by default without kisses or comments. */
export const someNews = (changes: Partial<NewsItem> = {}): NewsItem => ({
  id: '7',
  title: 'Diskret läge är här',
  content: 'Slå på det med **ögat** högst upp.',
  published: '2026-11-12T10:00:00.000Z',
  kisses: 0,
  iKissed: false,
  commentCount: 0,
  author: 'Teamet',
  ...changes,
})

export const aNewsComment = (changes: Partial<NewsComment> = {}): NewsComment => ({
  id: '70',
  userName: 'Jakob-83',
  profilePhotoUrl: null,
  couple: false,
  badges: [],
  mine: false,
  message: 'Äntligen!',
  sendTime: '2026-11-12T11:00:00.000Z',
  clientId: '00000000-0000-4000-8000-000000000001',
  ...changes,
})
