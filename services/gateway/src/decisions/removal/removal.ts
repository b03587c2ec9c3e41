import type { DB } from '@app/server/db/tables'
import type { Tx } from '@app/server/delivery/transact'
import type { Selectable } from 'kysely'

export type RemovalKind = DB['removals']['kind']

/**
 * The content that a decision hides: a picture of an album, a message, a group and so on. `parentId` is the chat, group or
 * news item that contains it.
 */
export type Target = { kind: RemovalKind; contentId: string; parentId: string | null; authorId: string | null }

/** Content that a decision hid, with the data that restores it. */
export type Removal = Selectable<DB['removals']>

/** The decision that hides content, and the time until which the files of its pictures are kept. */
export type Hiding = { decisionId: string; keepUntil: Date }

/**
 * The functions that hide and restore one kind of content. `remove` returns the data for `restore` as JSON, or null if the
 * content is gone already. `restore` returns false if it cannot be restored anymore. The caller holds the locks of
 * `lockTarget`.
 */
export type Remover = {
  remove: (tx: Tx, target: Target, hiding: Hiding) => Promise<string | null>
  restore: (tx: Tx, removal: Removal) => Promise<boolean>
}
