import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterTest } from '@app/server/testing/context'
import { expect, test } from 'vitest'
import { DEFAULT_PAGES_DIR } from '../paths.ts'
import { requireFinishedPages } from './require-finished-pages.ts'

/** Creates a folder with finished pages and these changes; null removes a page. */
async function createPages(changes: Record<string, string | null>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'))
  afterTest(() => rm(folder, { recursive: true }))
  const finished = {
    'terms.sv.md': '# Villkor',
    'terms.en.md': '# Terms',
    'about.sv.md': '# Om',
    'about.en.md': '# About',
  }
  for (const [file, text] of Object.entries({ ...finished, ...changes }))
    if (text !== null) await writeFile(join(folder, file), text)
  return folder
}

test('accepts finished pages, even with links and brackets', async () => {
  const folder = await createPages({ 'about.en.md': '# About\n\n[Contact](mailto:us@salong.example) [sic]' })
  await expect(requireFinishedPages(folder)).resolves.toBeUndefined()
})

test('lists every placeholder with its file, line and text', { tags: 'app.finished-pages' }, async () => {
  const folder = await createPages({
    'terms.sv.md': '# Villkor\n\nVi är [[FYLL I: namn]], [[FYLL I: adress]].',
    'about.en.md': '# About\r\n[[FILL IN: name\r\nand address]]',
  })
  const list = [
    `- ${folder}/terms.sv.md, line 3: [[FYLL I: namn]]`,
    `- ${folder}/terms.sv.md, line 3: [[FYLL I: adress]]`,
    `- ${folder}/about.en.md, line 2: [[FILL IN: name`,
  ]
  const message = await requireFinishedPages(folder).catch((error: Error) => error.message)
  expect(message?.split('\n').slice(1)).toEqual(list)
})

test.each(['> **Platshållare.** Den som driver tjänsten', '> **Placeholder.** The operator'])(
  'rejects a page that starts as in earlier releases: %s',
  async (words) => {
    const folder = await createPages({ 'terms.en.md': `# Terms\n\n${words}` })
    await expect(requireFinishedPages(folder)).rejects.toThrow(`${folder}/terms.en.md, line 3: > **Pla`)
  },
)

test('rejects a folder without one of the pages', async () => {
  const folder = await createPages({ 'about.sv.md': null })
  await expect(requireFinishedPages(folder)).rejects.toThrow(`${folder}/about.sv.md is missing`)
})

test('rejects each of the drafts', async () => {
  const message = await requireFinishedPages(DEFAULT_PAGES_DIR).catch((error: Error) => error.message)
  for (const file of ['terms.sv.md', 'terms.en.md', 'about.sv.md', 'about.en.md'])
    expect(message).toContain(`${DEFAULT_PAGES_DIR}/${file}, line `)
})
