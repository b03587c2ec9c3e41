import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/decisions.md', 'docs/operating.md', 'docs/scaling.md']
/** A path in backticks, from the root; for a pattern such as `*.tsx`, its folder. Skips build output. */
const PATH = /`((?:shared|services|web|scripts|infra|docs)\/(?!\S*\bdist\/)[\w./-]+)(?:\*[\w.*/-]*)?`/g
/** The target of a link within the repository. */
const LINK = /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g

test.each(DOCUMENTS)('%s names only files and folders that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8')
  const paths = [...text.matchAll(PATH)].map(([, path = '']) => path)
  const targets = [...text.matchAll(LINK)].map(([, target = '']) => join(dirname(document), target))
  expect(paths.length + targets.length).toBeGreaterThan(0)
  expect([...paths, ...targets].filter((path) => !existsSync(join(root, path)))).toEqual([])
})
