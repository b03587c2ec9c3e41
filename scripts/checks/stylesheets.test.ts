import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INLINED_STYLES } from '../../web/first-paint.config.ts'
import { root } from '../infra/paths.mjs'
import { checkStylesheets, type Sources, TYPE_TOKEN } from './stylesheets.ts'

const TOKENS = 'ui/styles/tokens.css'

/** Returns the HTML document as a script that imports the stylesheets that are inlined into it. */
const readStartPage = (): string =>
  INLINED_STYLES.map((path) => `import './${path}'\n`).join('') + readFileSync(join(root, 'web/index.html'), 'utf8')

/** Reads the stylesheets of the web client and the scripts that can use them, without tests and their helpers. */
function readSources(): Sources {
  const folder = join(root, 'web/src')
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(css|tsx?)$/.test(path) && !/\.test\.|(^|\/)testing/.test(path),
  )
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
  return { ...sources, 'start-page.tsx': readStartPage() }
}

/** Returns a client with the tokens and one component. `files` adds files to it, or replaces them. */
const aClient = (files: Sources): Sources => ({
  [TOKENS]: '@layer tokens { :root { --ink: #222; --type-body: 400 1rem / 1.5 Figtree } }',
  'main.tsx': "import './ui/styles/tokens.css'",
  'Note.tsx': "import styles from './note.module.css'\n<p className={styles.note} />",
  'note.module.css': '.note { color: var(--ink); font: var(--type-body) }',
  ...files,
})

test('the stylesheets of the web client follow the conventions', () => {
  expect(checkStylesheets(readSources())).toEqual([])
})

test('the web client has ten type tokens', () => {
  const names = readSources()[TOKENS]?.match(TYPE_TOKEN)
  expect(new Set(names).size).toBe(10)
})

test('accepts a client that follows the conventions', () => {
  expect(checkStylesheets(aClient({}))).toEqual([])
})

test.each([
  ['font: 400 1rem / 1.5 Figtree', 'sets font to 400 1rem / 1.5 Figtree, not to a type token'],
  ['font: var(--ink)', 'sets font to var(--ink), not to a type token'],
  ['font-size: 0.9em', 'sets font-size to 0.9em, not to a type token'],
  ['line-height: 1.5', 'sets line-height to 1.5, not to a type token'],
  ['font-family: Figtree', 'sets font-family to Figtree, not to a type token'],
])('rejects the typography of %s', (declaration, problem) => {
  const sheet = `.note {\n  color: var(--ink);\n  font: var(--type-body);\n  ${declaration};\n}`
  expect(checkStylesheets(aClient({ 'note.module.css': sheet }))).toEqual([`note.module.css:4 ${problem}`])
})

test('rejects a type token outside of the tokens', () => {
  const sheet = '.note { --type-big: 400 2rem / 1 serif; color: var(--ink); font: var(--type-big, var(--type-body)) }'
  expect(checkStylesheets(aClient({ 'note.module.css': sheet }))).toContain(
    `note.module.css:1 defines --type-big outside of ${TOKENS}`,
  )
})

test('accepts --code-size as a font size, and rejects a definition of it outside of the tokens', () => {
  const tokens = '@layer tokens { :root { --ink: #222; --type-body: 400 1rem / 1.5 Figtree; --code-size: 0.9em } }'
  const sheet = '.note { color: var(--ink); font: var(--type-body) } .note code { font-size: var(--code-size) }'
  const files = { [TOKENS]: tokens, 'note.module.css': sheet }
  expect(checkStylesheets(aClient(files))).toEqual([])
  expect(checkStylesheets(aClient({ ...files, 'note.module.css': `${sheet} .note { --code-size: 2em }` }))).toContain(
    `note.module.css:1 defines --code-size outside of ${TOKENS}`,
  )
})

test('accepts a font size derived from --size, and the family in a font face', () => {
  const sheet = `@font-face { font-family: Figtree }
    .note { --size: 3rem; color: var(--ink); font: var(--type-body); font-size: calc(var(--size) * 0.44); line-height: 1 }`
  expect(checkStylesheets(aClient({ 'note.module.css': sheet }))).toEqual([])
})

test('rejects unused and missing classes of a module', () => {
  const sheet = '.note, .old { color: var(--ink); font: var(--type-body) }'
  const script = "import styles from './note.module.css'\n<p className={classes(styles.note, styles.late)} />"
  expect(checkStylesheets(aClient({ 'Note.tsx': script, 'note.module.css': sheet }))).toEqual([
    'Note.tsx uses .late, which note.module.css lacks',
    'note.module.css:1 defines .old, which no component uses',
  ])
})

test('treats every string literal of a script that looks classes up by name as a used class', () => {
  const sheet = '.note, .old { color: var(--ink); font: var(--type-body) }'
  const script = "import styles from './note.module.css'\ntype Tone = 'note' | 'plain'\n<p className={styles[tone]} />"
  expect(checkStylesheets(aClient({ 'Note.tsx': script, 'note.module.css': sheet }))).toEqual([
    'note.module.css:1 defines .old, which no component uses',
  ])
})

test('rejects passing a whole CSS module, which hides the classes in use', () => {
  const script = "import styles from './note.module.css'\n<Note className={styles.note} looks={styles} />"
  expect(checkStylesheets(aClient({ 'Note.tsx': script }))).toEqual([
    'Note.tsx uses styles of note.module.css without naming a class',
  ])
})

test('rejects unused and missing global classes', () => {
  const files = {
    'base.css': '.hidden, .link { color: var(--ink) }',
    'main.tsx': "import './ui/styles/tokens.css'\nimport './base.css'\n<p className=\"link wide\" />",
    'note.module.css': '.note :global(.gone) { color: var(--ink); font: var(--type-body) }',
  }
  expect(checkStylesheets(aClient(files))).toEqual([
    'base.css:1 defines .hidden, which no component uses',
    'note.module.css:1 names .gone, which no stylesheet defines',
    'main.tsx uses .wide, which no stylesheet defines',
  ])
})

test('rejects unused and missing custom properties', () => {
  const sheet = '.note { --gap: 1rem; color: var(--ink); margin: var(--space); font: var(--type-body) }'
  expect(checkStylesheets(aClient({ 'note.module.css': sheet }))).toEqual([
    'note.module.css:1 defines --gap, which nothing uses',
    'note.module.css:1 uses --space, which nothing defines',
  ])
})

test('rejects a token with the value of another, except where a media query overrides it', () => {
  const tokens = `@layer tokens {
    :root { --ink: #222; --text: #222; --type-body: 400 1rem / 1.5 Figtree }
    @media print { :root { --text: #222 } }
  }`
  const sheet = '.note { border: 1px solid var(--text); color: var(--ink); font: var(--type-body) }'
  expect(checkStylesheets(aClient({ [TOKENS]: tokens, 'note.module.css': sheet }))).toEqual([
    `${TOKENS}:2 defines --text, which has the value of --ink`,
  ])
})

test('rejects unused keyframes and stylesheets that are not imported', () => {
  const sheet = '.note { color: var(--ink); font: var(--type-body) } @keyframes fade { to { opacity: 0.5 } }'
  expect(checkStylesheets(aClient({ 'note.module.css': sheet, 'old.css': 'p { color: var(--ink) }' }))).toEqual([
    'note.module.css:1 defines the keyframes fade, which nothing uses',
    'old.css is not imported by any script',
  ])
})
