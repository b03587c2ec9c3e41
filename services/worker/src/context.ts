import type { Ctx } from '@app/server/context'
import type { Transport } from './mail/transport.ts'
import type { Drawers } from './photos/drawers.ts'

/** What the jobs may use: the context of every service, the way out for mails, and who draws pictures. */
export type WorkerCtx = Ctx & { transport: Transport; drawers: Drawers }
