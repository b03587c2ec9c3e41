import type { Ctx } from '@app/server/context'
import type { BulkTransport } from './mail.ts'

/** Stores emails for developers instead of sending them; production requires a mail server. */
export const createLocalInbox = ({ db, now }: Ctx): BulkTransport => ({
  async send({ to, subject, text, html }) {
    await db.insertInto('local_inbox').values({ to, subject, text, html, at: now().toISOString() }).execute()
    return { result: 'TAKEN' }
  },
  close: () => {},
})
