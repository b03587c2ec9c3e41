import type { AnyEnvelope, EverybodyPush, GroupEnvelope, UnsignedPush } from '@app/contract/pushes'
import type { Ctx, Member } from '../context.ts'
import type { DatabaseTransaction } from '../db/database.ts'
import type { Json } from '../db/tables.ts'
import { AppError } from '../errors.ts'
import { lockTeamMembership } from '../policies/actors.ts'
import type { Job } from './jobs.ts'
import { type OutboxRow, validateEnvelope } from './outbox.ts'

/** The context inside a transaction, which can only read, write, notify and enqueue. */
export type Tx = {
  db: DatabaseTransaction
  now: () => Date
  /** The id of the current request, if any. */
  requestId?: string
  /** Notifies these members after the commit; a rollback discards the push. */
  notify: (memberIds: string[], push: UnsignedPush) => void
  /**
   * Notifies those who are members of a group when the push is sent. `author` is the author of the message in the push,
   * or the member who reacted to it; null if there is neither. Members in `reloadFor` receive their own view instead of
   * the group's public state, and load its messages again.
   */
  notifyGroup: (
    group: string,
    author: string | null,
    push: UnsignedPush,
    reloadFor?: GroupEnvelope['reloadFor'],
  ) => void
  /** Notifies all members who are connected at the time of sending. */
  notifyEverybody: (push: EverybodyPush) => void
  enqueue: (job: Job) => void
}

export type MemberTx = Tx & { member: Member }

/** The parts of a context that a transaction needs. */
export type TransactionContext = Pick<Ctx, 'db' | 'now' | 'requestId'> & { outbox: Pick<Ctx['outbox'], 'deliver'> }

/**
 * Ensures that an admin who acts as the team remains an admin until the transaction ends. Throws FORBIDDEN if they no
 * longer are one.
 */
async function lockParty(db: DatabaseTransaction, { id, accountId }: Member): Promise<void> {
  if (id !== accountId && !(await lockTeamMembership(db, accountId))) throw new AppError('FORBIDDEN')
}

/** Runs `work` in a transaction together with its outbox rows, and sends these rows after the commit. */
export function transact<Result>(
  ctx: Ctx & { member: Member },
  work: (tx: MemberTx) => Promise<Result>,
): Promise<Result>
export function transact<Result>(ctx: TransactionContext, work: (tx: Tx) => Promise<Result>): Promise<Result>
export async function transact<Result>(
  ctx: TransactionContext & { member?: Member },
  work: (tx: MemberTx) => Promise<Result>,
): Promise<Result> {
  const { result, rows } = await ctx.db.transaction().execute(async (db) => {
    const pendingRows: Pick<OutboxRow, 'kind' | 'payload'>[] = []
    const addPushRow = (envelope: AnyEnvelope) =>
      void pendingRows.push({ kind: 'PUSH', payload: validateEnvelope(envelope) })
    const tx = {
      db,
      now: ctx.now,
      requestId: ctx.requestId,
      member: ctx.member as Member,
      notify: (to: string[], push: UnsignedPush) => addPushRow({ to, push }),
      notifyGroup: (group: string, author: string | null, push: UnsignedPush, reloadFor?: GroupEnvelope['reloadFor']) =>
        addPushRow({ group, author, push, ...(reloadFor?.length ? { reloadFor } : {}) }),
      notifyEverybody: (push: EverybodyPush) => addPushRow({ everybody: true, push }),
      enqueue: (job: Job) => void pendingRows.push({ kind: 'JOB', payload: job }),
    }
    if (ctx.member) await lockParty(db, ctx.member)
    const result = await work(tx)
    if (pendingRows.length === 0) return { result, rows: [] }
    const values = pendingRows.map(({ kind, payload }) => ({
      kind,
      payload: JSON.stringify({ ...payload, requestId: ctx.requestId }) as Json,
    }))
    const stored = await db.insertInto('outbox').values(values).returning(['id', 'kind', 'payload']).execute()
    return { result, rows: stored as unknown as OutboxRow[] }
  })
  void ctx.outbox.deliver(rows)
  return result
}
