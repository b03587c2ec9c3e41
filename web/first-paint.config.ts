import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { PAGES } from './pages.config.ts'

const SRC = join(import.meta.dirname, 'src')
const read = (file: string): string => readFileSync(join(SRC, file), 'utf8')

/** The style sheets that are inlined into the HTML document, in order. All others load after the outline of the page. */
export const INLINED_STYLES = [
  'first-paint/layers.css',
  'ui/styles/tokens.css',
  'first-paint/first-paint.css',
  'first-paint/login-picture.css',
]

/** Returns a data URL of a picture, so that the browser does not have to request it. A line break would end the URL. */
const toDataUrl = (svg: string): string =>
  `data:image/svg+xml,${svg.replace(/\s+/g, ' ').replace(/["%#<>]/g, encodeURIComponent)}`

/** Returns a style sheet with its pictures, without comments and line breaks. */
const inlineStyle = (file: string): string =>
  read(file)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/url\("(.+?\.svg)"\)/g, (_, picture: string) => `url("${toDataUrl(read(join(dirname(file), picture)))}")`)
    .trim()

/** Returns the style sheet that is inlined into the HTML document. The content security policy contains its hash. */
export const readInlinedStyle = (): string => INLINED_STYLES.map(inlineStyle).join(' ')

/** Returns the script that is inlined into the HTML document. The content security policy contains its hash. */
export const readInlinedScript = (): string =>
  read('first-paint/first-paint.js')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\n\s*/g, '\n')
    .trim()

/** The modules whose files the HTML document requests immediately: `member` for every member page, and one for each path. */
const MODULES: Record<string, string> = {
  member: 'app/MemberArea.tsx',
  ...PAGES,
  '/about': 'pages/visitors/AboutPage.tsx',
  '/terms': 'pages/visitors/TermsPage.tsx',
  '/registration': 'pages/visitors/RegistrationPage.tsx',
}

type Chunk = {
  fileName: string
  isEntry: boolean
  imports: string[]
  viteMetadata?: { importedCss: Set<string> }
  moduleIds: string[]
}

/** Returns the files that a module needs besides those that the HTML document always loads. */
function filesOf(module: string, chunks: Map<string, Chunk>): string[] {
  const collect = (fileName: string, names: Set<string>): Set<string> => {
    const chunk = chunks.get(fileName)
    if (!chunk || names.has(fileName)) return names
    names.add(fileName)
    for (const css of chunk.viteMetadata?.importedCss ?? []) names.add(css)
    for (const imported of chunk.imports) collect(imported, names)
    return names
  }
  const owner = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(join(SRC, module)))
  if (!owner) throw new Error(`first-paint.config.ts names src/${module}, which is not part of the build.`)
  const entries = [...chunks.values()].filter(({ isEntry }) => isEntry)
  const initial = new Set(entries.flatMap(({ fileName }) => [...collect(fileName, new Set())]))
  return [...collect(owner.fileName, new Set())].filter((file) => !initial.has(file))
}

const isChunk = (output: { type: string }): output is Chunk & { type: 'chunk' } => output.type === 'chunk'

/**
 * Inlines the styles and the script of the first paint into the HTML document, and lists the files of each page there. Loads
 * the other style sheets after the outline, so that they do not delay its paint, and the fonts last.
 */
export const firstPaint = (): Plugin => ({
  name: 'first-paint',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = new Map(
        Object.values(bundle ?? {}).flatMap((output) => (isChunk(output) ? [[output.fileName, output as Chunk]] : [])),
      )
      const files: Record<string, string[]> = bundle
        ? Object.fromEntries(Object.entries(MODULES).map(([path, module]) => [path, filesOf(module, chunks)]))
        : {}
      const fonts: string[] = []
      const sheets: string[] = []
      return html
        .replace(/\s*<link rel="stylesheet"[^>]*>/g, (sheet) => {
          sheets.push(sheet.trim())
          return ''
        })
        .replace(/\s*<link rel="preload" as="font"[^>]* href="([^"]+)"[^>]*>/g, (_, url: string) => {
          fonts.push(url)
          return ''
        })
        .replace('<style></style>', () => `<style>${readInlinedStyle()}</style>`)
        .replace(
          '<script></script>',
          () =>
            `<script type="application/json" id="first-files">${JSON.stringify({ ...files, fonts })}</script>\n    <script>${readInlinedScript()}</script>`,
        )
        .replace('</body>', () => `  ${sheets.join('\n    ')}\n  </body>`)
    },
  },
})
