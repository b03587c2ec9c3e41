import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_CHUNKS } from '../../web/chunks.config.ts'
import { root } from '../infra/paths.mjs'

const inSrc = (path: string): string => join(root, 'web/src', path)

/** Returns the chunk that each rule assigns to a module, given the import graph of the build. */
function assignChunks(id: string, imports: Readonly<Record<string, string[]>>): (string | null)[] {
  const getModuleInfo = (id: string) => (imports[id] ? { importedIds: imports[id], code: '' } : null)
  return OWN_CHUNKS.flatMap(({ name }) => (typeof name === 'string' ? [] : [name(id, { getModuleInfo })]))
}

test('assigns the imports of an entry module to its chunk, and fails if that module is not part of the build', () => {
  const button = inSrc('ui/buttons/Button.tsx')
  const avatar = inSrc('ui/people/Avatar.tsx')
  const build = {
    [inSrc('main.tsx')]: [],
    [inSrc('app/MemberArea.tsx')]: [button],
    [inSrc('pages/chats/ChatsPage.tsx')]: [avatar],
    [button]: [],
    [avatar]: [],
  }
  const { [inSrc('app/MemberArea.tsx')]: _removed, ...withoutMemberArea } = build
  expect(() => assignChunks(button, withoutMemberArea)).toThrow(
    'chunks.config.ts names src/app/MemberArea.tsx, which is not part of the build.',
  )
  expect(assignChunks(button, build)).toContain('member')
  expect(assignChunks(avatar, build)).toContain('common')
})
