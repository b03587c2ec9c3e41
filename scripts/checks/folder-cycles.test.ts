import { expect, test } from 'vitest'
import { findFolderCycle, readModules } from './folder-cycles.mjs'

const PACKAGES = [
  'shared/contract/src',
  'shared/server/src',
  'services/gateway/src',
  'services/hub/src',
  'services/worker/src',
  'web/src',
]

test.each(PACKAGES)('the folders of %s do not import each other in a cycle', (source) => {
  const modules = readModules(source)
  expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(10)
  expect(findFolderCycle(modules)).toEqual([])
})

test('finds a cycle of three folders, with the imports that form it', () => {
  expect(
    findFolderCycle([
      { path: 'main.ts', imports: ['chats/routes.ts'] },
      { path: 'chats/routes.ts', imports: ['chats/send.ts', 'main.ts'] },
      { path: 'chats/send.ts', imports: ['photos/attach.ts'] },
      { path: 'photos/attach.ts', imports: ['members/lookup.ts'] },
      { path: 'members/lookup.ts', imports: ['chats/send.ts'] },
    ]),
  ).toEqual([
    'chats/send.ts imports photos/attach.ts',
    'photos/attach.ts imports members/lookup.ts',
    'members/lookup.ts imports chats/send.ts',
  ])
})

test('does not report folders that import the same third folder', () => {
  expect(
    findFolderCycle([
      { path: 'chats/send.ts', imports: ['members/lookup.ts', 'photos/attach.ts'] },
      { path: 'photos/attach.ts', imports: ['members/lookup.ts'] },
      { path: 'members/lookup.ts', imports: [] },
    ]),
  ).toEqual([])
})
