import { expect, test, vi } from 'vitest'
import { renderMail } from '../mail/render-mail.ts'
import { type DigestCounts, TOPICS } from './digest-content.ts'
import { renderDigest } from './render-digest.ts'

const COUNTS = Object.fromEntries(TOPICS.map((topic) => [topic, 1])) as DigestCounts

vi.mock('../mail/render-mail.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../mail/render-mail.ts')>()
  return { ...original, renderMail: vi.fn(original.renderMail) }
})

test('a template whose rendering fails is rendered again for the next digest with the same lines', async () => {
  vi.mocked(renderMail).mockRejectedValueOnce(new Error('rendering failed'))
  const recipient = { language: 'SWEDISH' as const, unsubscribeKey: 'a'.repeat(43), kinds: ['CHATS' as const] }
  const render = () => renderDigest('https://salong.test', recipient, COUNTS)
  await expect(render()).rejects.toThrow('rendering failed')
  expect(await render()).toMatchObject({ text: expect.any(String) })
})
