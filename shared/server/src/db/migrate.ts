import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { createGuardedPool } from './connections.ts'
import * as members from './migrations/0001-members.ts'
import * as delivery from './migrations/0002-delivery.ts'
import * as chats from './migrations/0003-chats.ts'
import * as photos from './migrations/0004-photos.ts'
import * as profiles from './migrations/0005-profiles.ts'
import * as search from './migrations/0006-search.ts'
import * as verifications from './migrations/0007-verifications.ts'
import * as deletion from './migrations/0008-deletion.ts'
import * as searchRows from './migrations/0009-search-rows.ts'
import * as indexesOfReferences from './migrations/0010-indexes-of-references.ts'
import * as groups from './migrations/0011-groups.ts'
import * as events from './migrations/0012-events.ts'
import * as rejectedQuestions from './migrations/0013-rejected-questions.ts'
import * as endsOfSessions from './migrations/0014-ends-of-sessions.ts'
import * as withdrawnGroupInvites from './migrations/0015-withdrawn-group-invites.ts'
import * as newestGroupComment from './migrations/0016-newest-group-comment.ts'
import * as eventKeys from './migrations/0017-event-keys.ts'
import * as ads from './migrations/0018-ads.ts'
import * as movie from './migrations/0019-movie.ts'
import * as news from './migrations/0020-news.ts'
import * as games from './migrations/0021-games.ts'
import * as digests from './migrations/0022-digests.ts'
import * as countedNewsComments from './migrations/0023-counted-news-comments.ts'
import * as adsOfAuthor from './migrations/0024-ads-of-author.ts'
import * as operations from './migrations/0025-operations.ts'
import * as sessionHashes from './migrations/0026-session-hashes.ts'
import * as emailChanges from './migrations/0028-email-changes.ts'
import * as emailMailsChecked from './migrations/0029-email-mails-checked.ts'
import * as team from './migrations/0030-team.ts'
import * as teamAuthors from './migrations/0030-team-authors.ts'
import * as oneVoice from './migrations/0031-one-voice.ts'
import * as teamChecked from './migrations/0032-team-checked.ts'
import * as shortNewsComments from './migrations/0033-short-news-comments.ts'
import * as checkedNewsComments from './migrations/0034-checked-news-comments.ts'
import * as oneTeamChat from './migrations/0035-one-team-chat.ts'
import * as groupKeys from './migrations/0036-group-keys.ts'
import * as exportSessions from './migrations/0037-export-sessions.ts'
import * as photoClientIds from './migrations/0038-photo-client-ids.ts'
import * as gettingStarted from './migrations/0039-getting-started.ts'
import * as kissTimes from './migrations/0039-kiss-times.ts'
import * as lookingForChecked from './migrations/0039-looking-for-checked.ts'
import * as acceptedChats from './migrations/0040-accepted-chats.ts'
import * as duties from './migrations/0041-duties.ts'
import * as passkeySessions from './migrations/0042-passkey-sessions.ts'
import * as passkeySessionsChecked from './migrations/0043-passkey-sessions-checked.ts'
import * as reports from './migrations/0044-reports.ts'
import * as earlierWords from './migrations/0045-earlier-words.ts'
import * as goneChatsIndex from './migrations/0046-gone-chats-index.ts'
import * as caseWork from './migrations/0047-case-work.ts'
import * as decisions from './migrations/0048-decisions.ts'
import * as removedContent from './migrations/0049-removed-content.ts'
import * as decisionIndexes from './migrations/0050-decision-indexes.ts'
import * as removedContentChecked from './migrations/0051-removed-content-checked.ts'
import * as objectionAnswers from './migrations/0052-objection-answers.ts'
import * as objectionAnswersChecked from './migrations/0053-objection-answers-checked.ts'
import * as provisionalHiding from './migrations/0054-provisional-hiding.ts'
import * as notices from './migrations/0055-notices.ts'
import * as noticesChecked from './migrations/0056-notices-checked.ts'
import * as handedOver from './migrations/0057-handed-over.ts'
import * as safetyMails from './migrations/0058-safety-mails.ts'
import * as safetyMailsChecked from './migrations/0059-safety-mails-checked.ts'
import * as wordsPurged from './migrations/0060-words-purged.ts'
import * as wordsPurgeIndex from './migrations/0061-words-purge-index.ts'
import * as queueIndexes from './migrations/0062-queue-indexes.ts'
import * as firstContact from './migrations/0063-first-contact.ts'
import * as firstContactChecked from './migrations/0064-first-contact-checked.ts'
import * as blocks from './migrations/0065-blocks.ts'
import * as blocksChecked from './migrations/0066-blocks-checked.ts'
import * as repliesReactions from './migrations/0067-replies-reactions.ts'
import * as savedSearches from './migrations/0069-saved-searches.ts'
import * as hiddenMembers from './migrations/0071-hidden-members.ts'
import * as askedIndex from './migrations/0073-asked-index.ts'
import * as notifications from './migrations/0074-notifications.ts'
import * as recoveryCodes from './migrations/0075-recovery-codes.ts'
import * as recoveryCodesChecked from './migrations/0076-recovery-codes-checked.ts'
import * as loginChanges from './migrations/0077-login-changes.ts'
import * as loginChangesChecked from './migrations/0078-login-changes-checked.ts'
import * as ageChecks from './migrations/0079-age-checks.ts'
import * as lapsedAppeals from './migrations/0080-lapsed-appeals.ts'
import * as lapsedAppealsChecked from './migrations/0081-lapsed-appeals-checked.ts'
import * as reportOrdinals from './migrations/0082-report-ordinals.ts'
import * as noticesOnce from './migrations/0083-notices-once.ts'
import * as blockerNames from './migrations/0084-blocker-names.ts'
import * as blockPairs from './migrations/0085-block-pairs.ts'
import * as visibleGroupPreviews from './migrations/0086-visible-group-previews.ts'
import * as visibleGroupPreviewsOfPairs from './migrations/0087-visible-group-previews-of-pairs.ts'
import * as lastForAppeal from './migrations/0088-last-for-appeal.ts'
import * as mergedCases from './migrations/0089-merged-cases.ts'
import { type Migration, type MigrationOptions, runMigrations } from './run-migrations.ts'

export const MIGRATIONS = {
  '0001-members': members,
  '0002-delivery': delivery,
  '0003-chats': chats,
  '0004-photos': photos,
  '0005-profiles': profiles,
  '0006-search': search,
  '0007-verifications': verifications,
  '0008-deletion': deletion,
  '0009-search-rows': searchRows,
  '0010-indexes-of-references': indexesOfReferences,
  '0011-groups': groups,
  '0012-events': events,
  '0013-rejected-questions': rejectedQuestions,
  '0014-ends-of-sessions': endsOfSessions,
  '0015-withdrawn-group-invites': withdrawnGroupInvites,
  '0016-newest-group-comment': newestGroupComment,
  '0017-event-keys': eventKeys,
  '0018-ads': ads,
  '0019-movie': movie,
  '0020-news': news,
  '0021-games': games,
  '0022-digests': digests,
  '0023-counted-news-comments': countedNewsComments,
  '0024-ads-of-author': adsOfAuthor,
  '0025-operations': operations,
  '0026-session-hashes': sessionHashes,
  '0028-email-changes': emailChanges,
  '0029-email-mails-checked': emailMailsChecked,
  '0030-team': team,
  '0030-team-authors': teamAuthors,
  '0031-one-voice': oneVoice,
  '0032-team-checked': teamChecked,
  '0033-short-news-comments': shortNewsComments,
  '0034-checked-news-comments': checkedNewsComments,
  '0035-one-team-chat': oneTeamChat,
  '0036-group-keys': groupKeys,
  '0037-export-sessions': exportSessions,
  '0038-photo-client-ids': photoClientIds,
  '0039-getting-started': gettingStarted,
  '0039-kiss-times': kissTimes,
  '0039-looking-for-checked': lookingForChecked,
  '0040-accepted-chats': acceptedChats,
  '0041-duties': duties,
  '0042-passkey-sessions': passkeySessions,
  '0043-passkey-sessions-checked': passkeySessionsChecked,
  '0044-reports': reports,
  '0045-earlier-words': earlierWords,
  '0046-gone-chats-index': goneChatsIndex,
  '0047-case-work': caseWork,
  '0048-decisions': decisions,
  '0049-removed-content': removedContent,
  '0050-decision-indexes': decisionIndexes,
  '0051-removed-content-checked': removedContentChecked,
  '0052-objection-answers': objectionAnswers,
  '0053-objection-answers-checked': objectionAnswersChecked,
  '0054-provisional-hiding': provisionalHiding,
  '0055-notices': notices,
  '0056-notices-checked': noticesChecked,
  '0057-handed-over': handedOver,
  '0058-safety-mails': safetyMails,
  '0059-safety-mails-checked': safetyMailsChecked,
  '0060-words-purged': wordsPurged,
  '0061-words-purge-index': wordsPurgeIndex,
  '0062-queue-indexes': queueIndexes,
  '0063-first-contact': firstContact,
  '0064-first-contact-checked': firstContactChecked,
  '0065-blocks': blocks,
  '0066-blocks-checked': blocksChecked,
  '0067-replies-reactions': repliesReactions,
  '0069-saved-searches': savedSearches,
  '0071-hidden-members': hiddenMembers,
  '0073-asked-index': askedIndex,
  '0074-notifications': notifications,
  '0075-recovery-codes': recoveryCodes,
  '0076-recovery-codes-checked': recoveryCodesChecked,
  '0077-login-changes': loginChanges,
  '0078-login-changes-checked': loginChangesChecked,
  '0079-age-checks': ageChecks,
  '0080-lapsed-appeals': lapsedAppeals,
  '0081-lapsed-appeals-checked': lapsedAppealsChecked,
  '0082-report-ordinals': reportOrdinals,
  '0083-notices-once': noticesOnce,
  '0084-blocker-names': blockerNames,
  '0085-block-pairs': blockPairs,
  '0086-visible-group-previews': visibleGroupPreviews,
  '0087-visible-group-previews-of-pairs': visibleGroupPreviewsOfPairs,
  '0088-last-for-appeal': lastForAppeal,
  '0089-merged-cases': mergedCases,
} satisfies Record<string, Migration>

/**
 * Applies the missing migrations and returns their names. `databaseUrl` must log in as the owner of the tables.
 * Concurrent runs wait for each other.
 */
export async function migrateToLatest(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, application_name: 'salong migrate' })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool) }) })
  try {
    return await runMigrations(db, MIGRATIONS, options)
  } finally {
    await db.destroy()
  }
}
