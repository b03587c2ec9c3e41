import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { OWN_CHUNKS } from './chunks.config.ts'
import { firstPaint } from './first-paint.config.ts'
import { importIconsDirectly } from './icons.config.ts'
import { compileTexts } from './texts.config.ts'
import { shakeRouter } from './tree-shaking.config.ts'

const isRelease = process.env.NODE_ENV === 'production'

const gateway = process.env.GATEWAY_URL ?? 'http://127.0.0.1:8080'

/** The packages and helpers that every page needs, in one file that changes only when one of them is updated. */
const BASE =
  /vite.preload-helper|node_modules\/(?:@formatjs|icu-minify|intl-messageformat|ky|react|react-dom|react-router|react-router-dom|scheduler|use-intl|zustand)\//

/** The background color of the light theme; the HTML document contains the colors of both themes. */
const CANVAS = '#f2ecea'

const describeIcon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icons/${purpose}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const DIST = join(import.meta.dirname, 'dist')

const computeIntegrity = async (file: string): Promise<string> =>
  `sha256-${createHash('sha256')
    .update(await readFile(join(DIST, file)))
    .digest('base64')}`

/**
 * Adds an integrity hash to each file whose name contains no hash. During a rollout, servers of two releases respond. With
 * files of another release, the installation of the service worker fails, and the browser retries it later.
 */
const withIntegrity = async <Entry extends { url: string; revision: string | null }>(entries: Entry[]) => ({
  manifest: await Promise.all(
    entries.map(async (entry) => (entry.revision ? { ...entry, integrity: await computeIntegrity(entry.url) } : entry)),
  ),
})

export default defineConfig({
  plugins: [
    // 'en' also matches en-US, the only English locale of React Aria, whose components fail without texts.
    { ...optimizeLocales.vite({ locales: ['sv', 'en'] }), enforce: 'pre' },
    react(),
    compileTexts(),
    importIconsDirectly(),
    shakeRouter(),
    firstPaint(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'service-worker.ts',
      injectRegister: false,
      injectManifest: { globPatterns: ['**/*.{html,js,css,svg,woff2}'], manifestTransforms: [withIntegrity] },
      includeManifestIcons: false,
      manifest: {
        id: '/',
        name: 'Salong',
        short_name: 'Salong',
        start_url: '/',
        scope: '/',
        display: 'standalone',
        lang: 'sv',
        background_color: CANVAS,
        theme_color: CANVAS,
        icons: [
          ...[192, 512].flatMap((size) => [describeIcon(size, 'any'), describeIcon(size, 'maskable')]),
          { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        ],
      },
    }),
  ],
  // Shortens class names in a release, because the scripts contain every one of them.
  css: { modules: { generateScopedName: isRelease ? '[hash:base64:5]' : '[local]-[hash:base64:5]' } },
  build: {
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: BASE }, ...OWN_CHUNKS] } } },
  },
  server: {
    proxy: {
      '/api': gateway,
      '/dev': gateway,
      '/media': gateway,
      '/socket.io': { target: gateway, ws: true },
    },
  },
})
