import {
  DAY_MS,
  DECK_UPLOAD_LIFETIME_MS,
  EXPORT_LIFETIME_MS,
  FILTERED_INVITE_PERIOD_MS,
  KNOWN_DEVICE_LIFETIME_MS,
  OPERATIONS_RETENTION_MS,
  PAST_CONTACT_PERIOD_MS,
} from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { deleteOldUploads } from '../decks/queries.ts'
import { deleteOldDigests } from '../digests/queries.ts'
import { markExpiredExports } from '../exports/queries.ts'
import { deleteHandledNotifications } from '../notifications/queries.ts'
import { deleteOldSamples } from '../operations/queries.ts'
import { deleteExpiredWords } from '../safety/queries.ts'
import { mailLogHead } from '../team-log/mail-log-head.ts'
import { purgeGoneChats } from './purge-chats.ts'
import { purgeGroups } from './purge-groups.ts'
import { purgeMembers } from './purge-members.ts'
import { purgeSuggestions } from './purge-suggestions.ts'
import {
  clearBlockerNames,
  deleteExpiredAddressChanges,
  deleteExpiredAgeRequests,
  deleteExpiredChallenges,
  deleteExpiredTokens,
  deleteFinishedMails,
  deleteOldLocalMails,
  deleteUnseenDevices,
  endFilteredInvites,
} from './queries.ts'

const MAIL_RETENTION_MS = 30 * DAY_MS
/** Until a conversation is read, its notification stays stored, so that further messages do not send another one. */
const UNREAD_NOTIFICATION_RETENTION_MS = 30 * DAY_MS
const SUGGESTION_RETENTION_MS = 90 * DAY_MS
/** A day more than the blocked member can see the name, so that gateways whose clocks differ do not show a new one. */
const BLOCKER_NAME_RETENTION_MS = PAST_CONTACT_PERIOD_MS + DAY_MS

/** Deletes expired data, purges members and groups that were deleted, and emails the head of the team log. */
export async function tidy(ctx: Ctx): Promise<void> {
  const { db, now, log } = ctx
  const ago = (durationMs: number) => new Date(now().getTime() - durationMs)
  const removedCounts = {
    addressChanges: await deleteExpiredAddressChanges(db, now()),
    tokens: await deleteExpiredTokens(db, now()),
    knownDevices: await deleteUnseenDevices(db, ago(KNOWN_DEVICE_LIFETIME_MS)),
    passkeyChallenges: await deleteExpiredChallenges(db, now()),
    ageCheckRequests: await deleteExpiredAgeRequests(db, now()),
    mails: await deleteFinishedMails(db, ago(MAIL_RETENTION_MS)),
    digests: await deleteOldDigests(db, ago(MAIL_RETENTION_MS)),
    members: await purgeMembers(ctx),
    groups: await purgeGroups(ctx),
    filteredInvites: await endFilteredInvites(db, { sentBy: ago(FILTERED_INVITE_PERIOD_MS), now: now() }),
    chats: await purgeGoneChats(ctx),
    blockerNames: await clearBlockerNames(db, ago(BLOCKER_NAME_RETENTION_MS)),
    earlierWords: await deleteExpiredWords(db, now()),
    suggestions: await purgeSuggestions(db, ago(SUGGESTION_RETENTION_MS)),
    exports: await markExpiredExports(db, ago(EXPORT_LIFETIME_MS)),
    deckUploads: await deleteOldUploads(db, ago(DECK_UPLOAD_LIFETIME_MS)),
    notifications: await deleteHandledNotifications(db, {
      read: ago(DAY_MS),
      unread: ago(UNREAD_NOTIFICATION_RETENTION_MS),
    }),
    samples: await deleteOldSamples(db, ago(OPERATIONS_RETENTION_MS)),
    localMails: await deleteOldLocalMails(db, ago(MAIL_RETENTION_MS)),
  }
  log.info(removedCounts, 'deleted expired data')
  await mailLogHead(ctx)
}
