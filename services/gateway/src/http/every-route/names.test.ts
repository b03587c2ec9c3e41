import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../../../../..')

/**
 * The files that compare names of members in SQL themselves, with the reason. All others use `memberNamed`, so that no
 * statement finds a member whom a block hides.
 */
const ALLOWED: Record<string, string> = {
  'shared/server/src/policies/blocking.ts': 'memberNamed itself',
  'shared/server/src/policies/reports.ts': 'past contacts of the reporter',
  'services/gateway/src/profiles/queries.ts': "an admin's own account",
  'services/gateway/src/search/queries.ts': 'the order of hits that are visible anyway',
  'services/gateway/src/team-duties/queries.ts': 'admins, for other admins',
  'shared/server/src/policies/presence.ts': 'presence subscriptions, which leave out blocked pairs',
  'services/gateway/src/groups/queries.ts': 'names of groups, not of members',
  'services/gateway/src/limits/members-seen.ts': 'the daily limit on members seen, which reveals nothing',
}

const COMPARISON =
  /(?<!\w)"?nameKey"?\s*(?:=|in\b|<@)\s*(?:any|\$|\(|select)|'nameKey', (?:'='|'in')|\.nameKey\b\s*=\s*any/i

const listFiles = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|migrations|node_modules|(^|\/)testing/.test(path))
    .map((path) => join(ROOT, folder, path))

test('only the listed files compare names of members in SQL', () => {
  const files = ['services/gateway/src', 'services/hub/src', 'services/worker/src', 'shared/server/src'].flatMap(
    listFiles,
  )
  const found = files.filter((file) => COMPARISON.test(readFileSync(file, 'utf8'))).map((file) => relative(ROOT, file))
  expect(found.sort()).toEqual(Object.keys(ALLOWED).sort())
})
