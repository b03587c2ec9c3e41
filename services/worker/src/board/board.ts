import type { Ctx } from '@app/server/context'
import { maskAddresses } from '@app/server/mails/masking'
import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { FastifyAdapter } from '@bull-board/fastify'
import type { FastifyPluginAsync } from 'fastify'
import { protectBoard } from './guard.ts'

const PATH = '/queues'

/**
 * Masks email addresses in a response. Stored errors may quote addresses, and Bull Board's formatters do not apply to
 * errors.
 */
const redactAddresses = (body: unknown): string =>
  JSON.stringify(body, (_, value) => (typeof value === 'string' ? maskAddresses(value) : value))

/** Creates Bull Board, where operators inspect all queues and retry failed jobs. */
export const createQueueBoard =
  (ctx: Pick<Ctx, 'jobs' | 'log' | 'now'>, password: string): FastifyPluginAsync =>
  async (app) => {
    const serverAdapter = new FastifyAdapter().setBasePath(PATH)
    const options = { uiConfig: { boardTitle: 'Salong', hideDocsLink: true } }
    const { addQueue } = createBullBoard({ queues: [], serverAdapter, options })
    protectBoard(app, password, ctx)
    app.setReplySerializer(redactAddresses)
    // The page also loads without Redis, and polls until the queues are available.
    app.addHook('preHandler', async ({ routeOptions }, reply) => {
      if (!routeOptions.url?.startsWith(`${PATH}/api/`)) return
      const queues = await ctx.jobs.openQueues().catch(() => undefined)
      if (!queues) return reply.code(503).send({ error: 'Redis is unreachable' })
      for (const queue of queues) addQueue(new BullMQAdapter(queue))
    })
    await app.register(serverAdapter.registerPlugin(), { prefix: PATH })
  }
