import type { MovieEntry } from '@app/contract/movie'
import { expect, type Page } from '@playwright/test'
import { as, type Member } from './members.ts'
import { aPicture } from './pictures.ts'

/** Shows only the entries of one member in the feed, because other tests add and delete entries, which moves the rest. */
export const showOnlyEntriesBy = (page: Page, { userName }: Member): Promise<unknown> =>
  page.route(/\/api\/v2\/movie\?/, async (route) => {
    const response = await route.fetch()
    const entries: MovieEntry[] = await response.json()
    await route.fulfill({ response, json: entries.filter((entry) => entry.userName === userName) })
  })

/** Creates an entry in the feed through the API, and waits until it is processed. */
export async function anEntryBy(
  page: Page,
  author: Member,
  message: string,
  hue = 20,
  height = 800,
): Promise<MovieEntry> {
  const { buffer } = await aPicture(page, { hue, height })
  const form = new FormData()
  form.append('message', message)
  form.append('file', new File([new Uint8Array(buffer)], 'a.jpg', { type: 'image/jpeg' }))
  const { id } = await as(author).post<MovieEntry>('/movie', form)
  let processed: MovieEntry | undefined
  await expect(async () => {
    const feed = await as(author).get<MovieEntry[]>('/movie')
    processed = feed.find((entry) => entry.id === id && entry.photo.status === 'READY')
    expect(processed).toBeDefined()
  }).toPass()
  if (!processed) throw new Error('the entry was not processed')
  return processed
}
