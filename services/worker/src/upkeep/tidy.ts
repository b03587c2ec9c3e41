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
/** The notification of an unread conversation is kept this long, so that further messages cause no second one. */
const UNREAD_NOTIFICATION_RETENTION_MS = 30 * DAY_MS
const SUGGESTION_RETENTION_MS = 90 * DAY_MS
/**
 * One day longer than the blocked member can see the name, so that a gateway whose clock is behind does not show the
 * blocker's current name.
 */
const BLOCKER_NAME_RETENTION_MS = PAST_CONTACT_PERIOD_MS + DAY_MS

/** The steps of the hourly upkeep in their order. Each returns how many items it has handled, such as rows, members or emails. */
function listSteps(ctx: Ctx): Record<string, () => Promise<number>> {
  const { db, now } = ctx
  const ago = (durationMs: number) => new Date(now().getTime() - durationMs)
  return {
    addressChanges: () => deleteExpiredAddressChanges(db, now()),
    tokens: () => deleteExpiredTokens(db, now()),
    knownDevices: () => deleteUnseenDevices(db, ago(KNOWN_DEVICE_LIFETIME_MS)),
    passkeyChallenges: () => deleteExpiredChallenges(db, now()),
    ageCheckRequests: () => deleteExpiredAgeRequests(db, now()),
    mails: () => deleteFinishedMails(db, ago(MAIL_RETENTION_MS)),
    digests: () => deleteOldDigests(db, ago(MAIL_RETENTION_MS)),
    members: () => purgeMembers(ctx),
    groups: () => purgeGroups(ctx),
    filteredInvites: () => endFilteredInvites(db, { sentBy: ago(FILTERED_INVITE_PERIOD_MS), now: now() }),
    chats: () => purgeGoneChats(ctx),
    blockerNames: () => clearBlockerNames(db, ago(BLOCKER_NAME_RETENTION_MS)),
    earlierWords: () => deleteExpiredWords(db, now()),
    suggestions: () => purgeSuggestions(db, ago(SUGGESTION_RETENTION_MS)),
    exports: () => markExpiredExports(db, ago(EXPORT_LIFETIME_MS)),
    deckUploads: () => deleteOldUploads(db, ago(DECK_UPLOAD_LIFETIME_MS)),
    notifications: () =>
      deleteHandledNotifications(db, now(), {
        read: ago(DAY_MS),
        unread: ago(UNREAD_NOTIFICATION_RETENTION_MS),
      }),
    samples: () => deleteOldSamples(db, ago(OPERATIONS_RETENTION_MS)),
    localMails: () => deleteOldLocalMails(db, ago(MAIL_RETENTION_MS)),
    logHeadMails: () => mailLogHead(ctx),
  }
}

/**
 * Deletes expired data, purges members and groups that were deleted, and emails the head of the team log. Runs all
 * steps, and then throws if one has failed, so that a step that keeps failing does not stop the others from deleting
 * their data.
 */
export async function tidy(ctx: Ctx): Promise<void> {
  const counts: Record<string, number> = {}
  const errors: unknown[] = []
  for (const [step, runStep] of Object.entries(listSteps(ctx))) {
    try {
      counts[step] = await runStep()
    } catch (error) {
      ctx.log.error({ step, err: error }, 'a step of the hourly upkeep failed')
      errors.push(error)
    }
  }
  ctx.log.info(counts, 'ran the hourly upkeep')
  if (errors.length > 0) throw errors[0]
}
