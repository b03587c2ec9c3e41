import type { Ctx } from '@app/server/context'
import type { BulkTransport, Transport } from './mail/transport.ts'
import type { ImageProcessor } from './photos/image-processor.ts'

/** What the jobs may use: the context of every service, the ways out for mails, one by one or to many, and who draws pictures. */
export type WorkerCtx = Ctx & { transport: Transport; bulk: BulkTransport; imageProcessor: ImageProcessor }
