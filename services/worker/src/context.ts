import type { Ctx } from '@app/server/context'
import type { Transport } from './mail/transport.ts'

/** What the jobs may use: the context of every service, and the way out for mails. */
export type WorkerCtx = Ctx & { transport: Transport }
