import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { type ChatsTab, ListColumn } from '../../chats/list/ListColumn.tsx'
import { catchUp } from '../../chats/loads.ts'
import { MessagePane } from '../../chats/pane/MessagePane.tsx'
import { chatsTexts } from '../../chats/texts.ts'
import { useChatFromUrl } from '../../chats/use-chats.ts'
import { BLOCKED } from '../../lib/blocking/urls.ts'
import { lazy } from '../../lib/device/chunks.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { focusHeading } from '../../lib/navigation/focus-heading.ts'
import { FIND, FIND_EVERYWHERE, previousSearchUrl } from '../../lib/navigation/message-search.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { PageTop } from '../../ui/layout/PageTop.tsx'
import { ListFrame } from '../../ui/lists/ListPane.tsx'
import { ListSkeleton } from '../../ui/lists/ListSkeleton.tsx'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import { useAbsenceCard } from '../../welcome/absence.ts'
import { parseStep } from '../../welcome/steps.ts'
import styles from '../panes.module.css'
import { CHATS, INVITES, OWN_CHATS } from './chats-urls.ts'
import { OwnPhoto } from './OwnPhoto.tsx'
import { useHasNoChats } from './use-has-no-chats.ts'

const NewChatDialog = lazy(async () => ({
  default: (await import('../../chats/invites/NewChatDialog.tsx')).NewChatDialog,
}))
const PartnerColumn = lazy(async () => ({ default: (await import('./PartnerColumn.tsx')).PartnerColumn }))
const SearchColumn = lazy(async () => ({
  default: (await import('../../message-search/SearchColumn.tsx')).SearchColumn,
}))
const NewGroupLink = lazy(async () => ({ default: (await import('../../groups/list/NewGroupLink.tsx')).NewGroupLink }))
const Invites = lazy(async () => ({ default: (await import('./Invites.tsx')).Invites }))
const NoInviteOpen = lazy(async () => ({ default: (await import('./Invites.tsx')).NoInviteOpen }))
const StartInList = lazy(async () => ({ default: (await import('./Start.tsx')).StartInList }))
const StartPane = lazy(async () => ({ default: (await import('./Start.tsx')).StartPane }))
const Welcome = lazy(async () => ({ default: (await import('./Welcome.tsx')).Welcome }))
const OpenInvite = lazy(async () => ({ default: (await import('./Invites.tsx')).OpenInvite }))

const ownPhoto = <OwnPhoto />

type TabOptions = { tabParam: string | null; isTeam: boolean; isInvite: boolean }

/**
 * Returns the tab that contains the open chat, else the tab in the URL. The default for admins is the team's chats.
 */
function selectTab({ tabParam, isTeam, isInvite }: TabOptions): ChatsTab {
  if (isInvite || tabParam === 'invites') return 'invites'
  return isTeam && tabParam !== 'chats' ? 'team' : 'chats'
}

/** Shows chats and invites: the list, the open chat, and on wide screens the other member. */
export function ChatsPage() {
  const t = useTexts(chatsTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { key, pathname, search, state } = useLocation()
  const isSinglePane = useMediaQuery('(max-width: 43.75em)')
  const isWide = useMediaQuery('(min-width: 90em)')
  const [isNewChatOpen, setIsNewChatOpen] = useState(false)
  const wasNewChatOpened = useEverOpened(isNewChatOpen)
  const id = params.get('id')
  const find = params.get(FIND)
  const { chat, isMissing } = useChatFromUrl(id)
  const isInvite = chat?.state === 'INVITED'
  const isTeam = useIsTeam()
  const tab = selectTab({ tabParam: chat ? null : params.get('tab'), isTeam, isInvite })
  const groupId = tab === 'invites' && id === null ? params.get('group') : null
  const lastShownId = useRef<string | null>(null)
  // A chat with a blocked member is in the list of blocked members only.
  const [keptId, setKeptId] = useState<string | null>(null)
  if (chat && (chat.blocked ? id : null) !== keptId) setKeptId(chat.blocked ? id : null)
  const isKept = id !== null && id === keptId
  const listPath = isKept ? BLOCKED : tab === 'invites' ? INVITES : CHATS
  const takesFocus = key !== 'default'
  const absence = useAbsenceCard(!isTeam)
  const isStarting = useHasNoChats() && !isTeam
  const welcomeStep = isTeam ? undefined : parseStep(params.get('welcome'))

  useEffect(() => {
    if (id && !chat && !isMissing) void catchUp(id).catch(() => undefined)
  }, [id, chat, isMissing])

  /** Returns to the list when the open chat or invite is removed. Moves the focus to the heading if it was lost. */
  const returnToList = useCallback(() => {
    void navigate(listPath, { replace: true })
    if (document.activeElement === document.body) focusHeading()
  }, [listPath, navigate])

  useEffect(() => {
    if (chat) lastShownId.current = id
  }, [id, chat])

  useEffect(() => {
    if (id === null || !isMissing) return
    // A chat that was on screen needs no toast: usually the member has just left it.
    if (lastShownId.current !== id) showToast({ text: t('gone') })
    returnToList()
  }, [id, isMissing, returnToList, t])

  const isPaneShown = id !== null ? !isMissing : groupId !== null
  const isPaneOpen = isPaneShown && !(isSinglePane && (tab === 'invites' || find !== null))
  // An accepted invite is replaced in the history by the chat that it becomes.
  const replace = isPaneOpen && tab === 'invites'
  const from = replace ? state?.from : pathname + search
  const openChat = useCallback(
    (chatId: string) => void navigate(`/chats?id=${chatId}`, { replace, state: { from } }),
    [navigate, replace, from],
  )
  const openTab = (next: ChatsTab) => {
    if (next === 'invites') return void navigate(INVITES)
    void navigate(isTeam && next === 'chats' ? OWN_CHATS : CHATS)
  }

  const emptyPane = (
    <EmptyState
      title={t('pane.notStarted')}
      action={
        <ButtonLink variant="outlined" to="/profilelist">
          {t('pane.find')}
        </ButtonLink>
      }
    >
      {t('pane.notStartedText')}
    </EmptyState>
  )

  return (
    <div className={styles.page}>
      <PageTop title={t('page')} />
      {find !== null && (
        <Suspense fallback={<ListFrame label={t('search')} isSinglePane={isSinglePane} />}>
          <SearchColumn find={find} isSinglePane={isSinglePane} />
        </Suspense>
      )}
      {find === null && !(isSinglePane && isPaneOpen) && (
        <ListColumn
          tab={tab}
          selected={id}
          isSinglePane={isSinglePane}
          inviteList={
            <Suspense>
              <Invites chatId={id} groupId={groupId} isSinglePane={isSinglePane} onAccepted={openChat} />
            </Suspense>
          }
          onTab={openTab}
          onNewChat={() => setIsNewChatOpen(true)}
          onSearch={() => void navigate(id === null ? FIND_EVERYWHERE : `${FIND_EVERYWHERE}&id=${id}`)}
          extras={{
            top: absence.card && <absence.card.Card absence={absence.card.absence} onClose={absence.close} />,
            isTopPending: absence.isPending,
            start: isStarting && (
              <Suspense fallback={<ListSkeleton />}>
                <StartInList isSinglePane={isSinglePane} onNewChat={() => setIsNewChatOpen(true)} />
              </Suspense>
            ),
          }}
        />
      )}
      {isPaneOpen && (isInvite || groupId !== null) && (
        <Suspense fallback={<div className={styles.empty} />}>
          <OpenInvite
            key={id ?? groupId}
            chat={chat}
            groupId={groupId}
            takesFocus={takesFocus}
            onAccepted={openChat}
            onGone={returnToList}
          />
        </Suspense>
      )}
      {isPaneOpen && id !== null && !isInvite && (
        <MessagePane
          key={id}
          chatId={id}
          back={
            isSinglePane
              ? isKept
                ? BLOCKED
                : (previousSearchUrl(state) ?? (state?.from === INVITES ? INVITES : CHATS))
              : undefined
          }
          takesFocus={takesFocus}
          ownPhoto={ownPhoto}
        />
      )}
      {!isPaneOpen && !isSinglePane && (
        <div className={styles.empty}>
          {tab === 'invites' ? (
            <Suspense>
              <NoInviteOpen />
            </Suspense>
          ) : isStarting ? (
            <Suspense>
              <StartPane>{emptyPane}</StartPane>
            </Suspense>
          ) : (
            emptyPane
          )}
        </div>
      )}
      {isWide && isPaneOpen && id !== null && !isInvite && !isKept && (
        <Suspense fallback={<div className={styles.aside} />}>
          {chat ? <PartnerColumn chat={chat} /> : <div className={styles.aside} />}
        </Suspense>
      )}
      <Suspense>{welcomeStep && <Welcome step={welcomeStep} />}</Suspense>
      <Suspense>
        {wasNewChatOpened && (
          <NewChatDialog
            open={isNewChatOpen}
            onClose={() => setIsNewChatOpen(false)}
            onOpenChat={openChat}
            more={
              <Suspense>
                <NewGroupLink />
              </Suspense>
            }
          />
        )}
      </Suspense>
    </div>
  )
}
