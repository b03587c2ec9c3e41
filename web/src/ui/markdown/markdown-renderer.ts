import { createLazyModule } from '../../lib/device/lazy-module.ts'

export const markdownRenderer = createLazyModule(() => import('./MarkdownBody.tsx'))
