import type { MovieEntry } from '@app/contract/movie'
import { expect, type Page } from '@playwright/test'
import { as, type Member } from './members.ts'
import { aPicture } from './pictures.ts'

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
