import type { Ctx } from '@app/server/context'
import type { BulkTransport, Transport } from './mail/mail.ts'
import type { ImageProcessor } from './photos/image-processor.ts'

/**
 * The context of jobs: the common context, with transports for single and for bulk emails, and the image processor.
 */
export type WorkerCtx = Ctx & { transport: Transport; bulkTransport: BulkTransport; imageProcessor: ImageProcessor }
