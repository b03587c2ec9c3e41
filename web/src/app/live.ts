import type { Session } from '@app/contract/members/members'
import type { Push, PushOf, PushType } from '@app/contract/pushes'
import { verifySession } from '../accounts/api.ts'
import { loadAll } from '../chats/loads.ts'
import { startOfflineCache } from '../chats/offline/offline-cache.ts'
import { resync } from '../chats/poll.ts'
import { onPresence } from '../chats/presence/presence.ts'
import { onTyping } from '../chats/presence/typing.ts'
import { chatAdapter } from '../chats/sending.ts'
import { startChats } from '../chats/start-chats.ts'
import {
  onChatChanged,
  onChatCount,
  onChatMessage,
  onChatMessageChanged,
  onChatPhotoReady,
  onChatRead,
  onInviteNew,
  onPartnerChanged,
} from '../chats/store.ts'
import { removeUnsent, startWriting } from '../conversation/writing.ts'
import { resyncGroupChats } from '../groups/chat/resync.ts'
import { groupAdapter } from '../groups/chat/sending.ts'
import { loadGroupCount, onGroupCount } from '../groups/count.ts'
import { claimsOf, memberKeyOf } from '../lib/device/claims.ts'
import { setOnline } from '../lib/device/online.ts'
import { discardFirstResponses, hasFirstChats } from '../lib/http/first-responses.ts'
import { endSession, getSession, isOwnEnding, refreshSession, useSessionState } from '../lib/http/session.ts'
import { adoptLanguage } from '../lib/text/language.ts'
import { loadNewsCount, onNewsCount } from '../news/count.ts'
import { deleteDraft, openDraft } from '../profiles/draft.ts'
import { isOwnProfileLoaded, loadOwnProfile } from '../profiles/store.ts'
import { reportAdapter } from '../reports/adapter.ts'
import { removeWelcomeData } from '../welcome/member-data.ts'
import { removeMemberTraces } from './remove-member-traces.ts'
import { openSocket } from './socket.ts'
import { pollWithoutHub, startTimers } from './timers.ts'

/** Loads the lists without the hub if it is not ready within this time. */
const HUB_TIMEOUT_MS = 1_000

function onSessionEnded({ sessions, suspended }: PushOf<'session:ended'>): void {
  const session = getSession()
  const claims = session && claimsOf(session)
  if (claims && sessions.includes(claims.sessionId))
    endSession(suspended ? 'suspended' : 'endedElsewhere', session.sessionId)
}

/** Verifies the session before loading the profile, because the user name itself may have changed. */
function reloadOwnProfile(): void {
  if (isOwnProfileLoaded()) void verifySession().then(() => loadOwnProfile())
}

/** Applies a change that the member made on any of their devices. */
function onMemberChanged({ userName, couple, settings, language }: PushOf<'member:changed'>): void {
  const session = getSession()
  if (session) refreshSession({ ...session, userName, couple, language })
  adoptLanguage(language)
  void import('../settings/store.ts').then((store) => store.onSettingsChanged(settings))
  reloadOwnProfile()
}

function onDecisionNew({ unread, removed }: PushOf<'decision:new'>): void {
  const session = getSession()
  if (session) refreshSession({ ...session, unreadDecisions: unread, removedContent: removed })
  // The session also contains the restrictions, which the decision may have changed.
  void verifySession()
  void import('../decisions/store.ts').then((decisions) => decisions.onDecisionChanged())
}

const loadGroupPushes = () => import('../groups/pushes.ts')

/** Maps each push type of the contract to its handler. */
const HANDLERS = {
  'chat:message': onChatMessage,
  'chat:message-changed': onChatMessageChanged,
  'chat:message-deleted': onChatMessageChanged,
  'chat:read': onChatRead,
  'chat:changed': onChatChanged,
  'chat:count': onChatCount,
  'invite:new': onInviteNew,
  'invite:answered': onChatChanged,
  typing: onTyping,
  presence: onPresence,
  'session:ended': onSessionEnded,
  'member:changed': onMemberChanged,
  'photo:ready': (push) => {
    onChatPhotoReady(push)
    if (push.chat) return
    reloadOwnProfile()
    void import('../photos/store.ts').then((photos) => photos.onOwnPhotoReady(push))
    void import('../movie/pushes.ts').then((movie) => movie.onPhotoReady(push))
  },
  'partner:changed': onPartnerChanged,
  'group:count': onGroupCount,
  // Code that not every page needs is imported on the first push.
  'verification:changed': (push) =>
    void import('../verifications/store.ts').then((verifications) => verifications.onVerificationChanged(push)),
  'export:changed': () => void import('../settings/export.ts').then((exports) => exports.onExportChanged()),
  'group:message': (push) => void loadGroupPushes().then((groups) => groups.onMessage(push)),
  'group:message-changed': (push) => void loadGroupPushes().then((groups) => groups.onMessageChanged(push)),
  'group:comment': (push) => void loadGroupPushes().then((groups) => groups.onComment(push)),
  'group:reaction': (push) => void loadGroupPushes().then((groups) => groups.onReaction(push)),
  'group:info': (push) => void loadGroupPushes().then((groups) => groups.onInfo(push)),
  'group:changed': (push) => void loadGroupPushes().then((groups) => groups.onChanged(push)),
  'group:invite': (push) => void import('../groups/store.ts').then((groups) => groups.onGroupInvite(push)),
  'event:changed': (push) => {
    void import('../events/store.ts').then((events) => events.onEventChanged(push))
    if (push.event.groupId) void loadGroupPushes().then((groups) => groups.onEvent(push))
  },
  'news:count': onNewsCount,
  'movie:changed': (push) => void import('../movie/pushes.ts').then((movie) => movie.onChanged(push)),
  'movie:liked': (push) => void import('../movie/pushes.ts').then((movie) => movie.onLiked(push)),
  'case:changed': () => void import('../moderation/queue/queue.ts').then((queue) => queue.onCaseChanged()),
  'passkeys:changed': (push) =>
    void import('../passkeys/store.ts').then((passkeys) => passkeys.onPasskeysChanged(push)),
  'searches:changed': () => void import('../search/saved/store.ts').then((saved) => saved.onSearchesChanged()),
  'operations:changed': () =>
    void import('../operations/store.ts').then((operations) => operations.onOperationsChanged()),
  'report:changed': () => void import('../reports/store.ts').then((reports) => reports.onReportChanged()),
  'decision:new': onDecisionNew,
  'block:changed': (push) =>
    void import('../pages/blocks/remove-member.ts').then((blocks) => blocks.onBlockChanged(push)),
} satisfies { [Type in PushType]: (push: PushOf<Type>) => void }

function onPush(push: Push): void {
  // NOTE: a newer server may send push types that this page does not know.
  const handler: ((push: never) => void) | undefined = HANDLERS[push.type]
  handler?.(push as never)
}

/** Loads the lists without the hub. If that fails, polls, which sets the offline state if it also fails. */
async function loadWithoutHub(): Promise<void> {
  if (!(await loadAll())) await pollWithoutHub()
}

/** Starts everything that runs while a member is logged in. Returns a function that stops it. */
function startMember(session: Session): () => void {
  const stopChats = startChats()
  const stopWriting = startWriting(memberKeyOf(session), {
    chat: chatAdapter,
    group: groupAdapter,
    report: reportAdapter,
  })
  const closeDraft = openDraft(memberKeyOf(session))
  const stopTimers = startTimers()
  const stopCache = startOfflineCache(session)
  // Immediately shows the lists that the HTML document requested before the scripts loaded; they are loaded again when
  // the hub is ready.
  const firstLoad = hasFirstChats() ? loadAll() : Promise.resolve(false)
  const hubTimer = setTimeout(
    () => void firstLoad.then((isLoaded) => (isLoaded ? undefined : loadWithoutHub())),
    HUB_TIMEOUT_MS,
  )
  let hasBeenReady = false
  const socket = openSocket({
    sessionId: session.sessionId,
    onPush,
    onReady: () => {
      clearTimeout(hubTimer)
      discardFirstResponses()
      setOnline(true)
      void resync()
      void loadGroupCount().catch(() => undefined)
      void loadNewsCount().catch(() => undefined)
      void resyncGroupChats()
      // The session has the number of unread decisions; a push about a new one may have been lost during the
      // interruption.
      if (hasBeenReady) {
        void verifySession()
        void import('../pages/blocks/missed-blocks.ts')
          .then((blocks) => blocks.removeMissedBlocks())
          .catch(() => undefined)
      }
      hasBeenReady = true
    },
    onRejected: () => void verifySession(),
  })
  return () => {
    clearTimeout(hubTimer)
    discardFirstResponses({ all: true })
    socket.close()
    stopTimers()
    stopCache()
    stopWriting()
    stopChats()
    closeDraft()
  }
}

/**
 * Removes the drafts, queued messages, welcome data, cached game and deck of a member who logged out or deleted the
 * account.
 */
function removeMemberData(member: string): void {
  removeUnsent(member)
  deleteDraft(member)
  removeWelcomeData(member)
  void import('../games/game-cache.ts').then((games) => games.removeCachedGame(member)).catch(() => undefined)
}

let running: { session: Session; stop: () => void } | null = null

function switchSession(session: Session | null, removesData: boolean): void {
  if (session && running?.session.sessionId === session.sessionId) return
  const previous = running?.session
  running?.stop()
  running = null
  if (previous) removeMemberTraces()
  if (previous && removesData) removeMemberData(memberKeyOf(previous))
  if (session) running = { session, stop: startMember(session) }
}

let isStarted = false

/** Starts the live connection for the logged-in member and dispatches pushes to the features. Runs once per page. */
export function startLive(): void {
  if (isStarted) return
  isStarted = true
  useSessionState.subscribe(({ session, ending }) => switchSession(session, isOwnEnding(ending)))
  switchSession(getSession(), false)
}
