import { MemberLanguage } from '@app/contract/members/members'
import type { Config } from '@app/server/process/config'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { resolveLanguage } from '../http/errors.ts'
import { DEFAULT_PAGES_DIR } from '../paths.ts'
import { PAGE_NAMES, readPage } from './read-page.ts'

const PageParam = z.object({ page: z.enum(PAGE_NAMES) })
const PageLanguage = z.object({ language: z.optional(MemberLanguage) })

/** Registers the operator's Markdown pages: the terms and the about page. */
export function registerPages(app: App, { pagesDir = DEFAULT_PAGES_DIR }: Config): void {
  app.get(
    '/pages/:page',
    {
      config: { policy: 'visitor' },
      schema: {
        params: PageParam,
        querystring: PageLanguage,
        response: { 200: { content: { 'text/markdown': { schema: z.string() } } } },
      },
    },
    async (req, reply) => {
      const text = await readPage(pagesDir, req.params.page, req.query.language ?? resolveLanguage(req))
      return reply.type('text/markdown; charset=utf-8').send(text)
    },
  )
}
