import { NewsComment, NewsItem } from '@app/contract/news'
import { cleanup, screen, within } from '@testing-library/react'
import { Link } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { startSession } from '../lib/http/session.ts'
import { someNews } from '../news/fake-news.ts'
import { mira, onGet, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { NewsPage } from './NewsPage.tsx'

export const newsResponse = (items: NewsItem[]) => respondWith(z.array(NewsItem), items)
export const commentsResponse = (comments: NewsComment[]) => respondWith(z.array(NewsComment), comments)
export const teamSession = { ...mira, memberLevel: 'ADMIN' } as const

export const open = (path = '/news') =>
  renderInApp(
    <>
      <Link to="/news?publish=1">Skriv</Link>
      <NewsPage />
    </>,
    path,
  )
export const findArticle = async (title = 'Diskret läge är här') =>
  within(await screen.findByRole('article', { name: title }))

/** Sets up each test with a logged-in member and two news items. */
export function setUpNews(): void {
  setUpFreshDevice()
  beforeAll(() => Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../ui/overlays/MenuPopover.tsx')]))
  beforeEach(() => {
    startSession(mira)
    onGet('members/username/Mira', respondWithError(404, 'NOT_FOUND', 'Finns inte.'))
    onGet('news', newsResponse([someNews(), someNews({ id: '6', title: 'Middagar', kisses: 52, commentCount: 2 })]))
  })
  afterEach(cleanup)
}
