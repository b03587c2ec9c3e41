import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_CHUNKS } from '../../web/chunks.config.ts'
import { PAGES } from '../../web/pages.config.ts'
import { root } from '../infra/paths.mjs'

const inSrc = (path: string): string => join(root, 'web/src', path)

/** Returns the chunk that each rule assigns to a module, given the import graph of the build. */
function assignChunks(id: string, imports: Readonly<Record<string, string[]>>): (string | null)[] {
  const getModuleInfo = (id: string) => (imports[id] ? { importedIds: imports[id] } : null)
  return OWN_CHUNKS.flatMap(({ name }) => (typeof name === 'string' ? [] : [name(id, { getModuleInfo })]))
}

test('assigns a module to the chunk of the pages that import it, and fails if one of these is not part of the build', () => {
  const button = inSrc('ui/buttons/Button.tsx')
  const rail = inSrc('app/shell/Rail.tsx')
  const card = inSrc('ui/layout/Card.tsx')
  const avatar = inSrc('ui/people/Avatar.tsx')
  const form = inSrc('ui/forms/FormPane.tsx')
  const deck = inSrc('games/CardsTab.tsx')
  const games = join(root, 'shared/contract/src/games.ts')
  const zod = join(root, 'node_modules/zod/v4/mini/index.js')
  const build = {
    ...Object.fromEntries(Object.values(PAGES).map((page): [string, string[]] => [inSrc(page), []])),
    [inSrc('main.tsx')]: [button],
    [inSrc('pages/visitors/AboutPage.tsx')]: [button, card],
    [inSrc('pages/visitors/RegistrationPage.tsx')]: [],
    [inSrc('pages/visitors/ResetPage.tsx')]: [],
    [inSrc('app/MemberArea.tsx')]: [button, rail],
    [inSrc(PAGES['/chats'])]: [button, avatar],
    [inSrc(PAGES['/events'])]: [avatar, card, form],
    [inSrc(PAGES['/games'])]: [form, deck],
    [deck]: [games],
    [games]: [zod],
    [button]: [],
    [card]: [],
    [rail]: [],
    [avatar]: [],
    [form]: [],
  }
  expect(assignChunks(button, build)).toEqual(['first'])
  expect(assignChunks(card, build)).toEqual(['visitors'])
  expect(assignChunks(rail, build)).toEqual(['member'])
  expect(assignChunks(avatar, build)).toEqual(['member'])
  expect(assignChunks(form, build)).toEqual(['pages'])
  expect(assignChunks(deck, build)).toEqual(['GamesPage'])
  expect(assignChunks(games, build)).toEqual(['schemas'])
  const { [inSrc('app/MemberArea.tsx')]: _removed, ...withoutMemberArea } = build
  expect(() => assignChunks(rail, withoutMemberArea)).toThrow(
    'chunks.config.ts names src/app/MemberArea.tsx, which is not part of the build.',
  )
})
