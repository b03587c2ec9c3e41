import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { InviteLetter } from '../chats/InviteLetter.tsx'
import { type ChatsTab, ListColumn } from '../chats/ListColumn.tsx'
import { catchUp } from '../chats/loads.ts'
import { MessagePane } from '../chats/MessagePane.tsx'
import { PartnerCard } from '../chats/PartnerCard.tsx'
import { chatsTexts } from '../chats/texts.ts'
import { useKnown } from '../chats/use-chats.ts'
import { useMedia } from '../lib/media.ts'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PageTop } from '../ui/PageTop.tsx'
import { useEverOpened } from '../ui/use-ever-opened.ts'
import styles from './chats-page.module.css'

const NewChatDialog = lazy(async () => ({ default: (await import('../chats/NewChatDialog.tsx')).NewChatDialog }))
const NewGroupLink = lazy(async () => ({ default: (await import('../groups/NewGroupLink.tsx')).NewGroupLink }))
const GroupInvites = lazy(async () => ({ default: (await import('../groups/GroupInvites.tsx')).GroupInvites }))

/** Chats and invites: the list, what is open in it, and, where there is room, who that is. */
export function ChatsPage() {
  const t = useTexts(chatsTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const { key } = useLocation()
  const single = useMedia('(max-width: 700px)')
  const wide = useMedia('(min-width: 1440px)')
  const [finding, setFinding] = useState(false)
  const everFinding = useEverOpened(finding)
  const id = params.get('id')
  const { chat, gone } = useKnown(id)
  const tab: ChatsTab = chat
    ? chat.state === 'INVITED'
      ? 'invites'
      : 'chats'
    : params.get('tab') === 'invites'
      ? 'invites'
      : 'chats'
  const arrived = key !== 'default'

  useEffect(() => {
    if (id && !chat && !gone) void catchUp(id).catch(() => undefined)
  }, [id, chat, gone])

  const wasThere = useRef<string | null>(null)
  useEffect(() => {
    if (chat) wasThere.current = id
  }, [id, chat])

  useEffect(() => {
    if (id === null || !gone) return
    // Who has just left a chat need not be told.
    if (wasThere.current !== id) showToast({ text: t('gone') })
    void navigate(tab === 'invites' ? '/chats?tab=invites' : '/chats', { replace: true })
  }, [id, gone, tab, navigate, t])

  const openChat = useCallback((chatId: string) => void navigate(`/chats?id=${chatId}`), [navigate])
  const openTab = (next: ChatsTab) => void navigate(next === 'invites' ? '/chats?tab=invites' : '/chats')
  const isInvite = chat?.state === 'INVITED'
  const paneOpen = id !== null && !gone && !(single && (isInvite || tab === 'invites'))

  return (
    <div className={styles.page}>
      <PageTop title={t('page')} />
      {!(single && paneOpen) && (
        <ListColumn
          tab={tab}
          selected={id}
          alone={single}
          otherInvites={
            <Suspense>
              <GroupInvites amongOthers />
            </Suspense>
          }
          onTab={openTab}
          onFind={() => setFinding(true)}
          onAccepted={openChat}
        />
      )}
      {paneOpen && isInvite && <InviteLetter key={id} chat={chat} arrived={arrived} onAccepted={openChat} />}
      {paneOpen && !isInvite && (
        <MessagePane key={id} chatId={id} back={single ? '/chats' : undefined} arrived={arrived} />
      )}
      {!paneOpen && !single && (
        <div className={styles.empty}>
          {tab === 'invites' ? (
            <EmptyState title={t('invite.notStarted')}>{t('invite.pick')}</EmptyState>
          ) : (
            <EmptyState title={t('pane.notStarted')}>{t('pane.notStartedText')}</EmptyState>
          )}
        </div>
      )}
      {wide && paneOpen && chat && !isInvite && <PartnerCard chat={chat} />}
      <Suspense>
        {everFinding && (
          <NewChatDialog
            open={finding}
            onClose={() => setFinding(false)}
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
