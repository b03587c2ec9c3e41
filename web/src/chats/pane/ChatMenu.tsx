import type { ChatSummary } from '@app/contract/chats'
import { Ban, EllipsisVertical, Search, Trash, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBlockActions } from '../../lib/blocking/use-block-actions.ts'
import { lazy, loadChunk } from '../../lib/device/chunks.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { findInChatUrl } from '../../lib/navigation/message-search.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Menu } from '../../ui/overlays/Menu.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import { chatsTexts } from '../texts.ts'

const loadActions = () => loadChunk(() => import('../chat-actions.ts'))
const DeleteChat = lazy(async () => ({ default: (await import('./DeleteChat.tsx')).DeleteChat }))

/**
 * Shows the menu that searches in the chat, ignores or blocks the partner, or deletes the chat. Accounts of the team
 * have no menu, and a partner who is the team can be neither ignored nor blocked.
 */
export function ChatMenu({ chat }: { chat: ChatSummary }) {
  const t = useTexts(chatsTexts)
  const navigate = useNavigate()
  const isTeam = useIsTeam()
  const [isConfirming, setIsConfirming] = useState(false)
  const hasOpenedDeletion = useEverOpened(isConfirming)
  const blockActions = useBlockActions()(chat.partner.team ? null : chat.partner.userName)
  const { userName: name, team } = chat.partner
  if (isTeam) return null
  const ignoreAction: MenuAction = chat.iAmIgnoring
    ? {
        id: 'stop',
        label: t('menu.stopIgnoring'),
        icon: Undo2,
        run: () => void loadActions().then(({ stopIgnoring }) => stopIgnoring(chat)),
      }
    : {
        id: 'ignore',
        label: t('menu.ignore'),
        icon: Ban,
        run: () => void loadActions().then(({ ignore }) => ignore(chat)),
      }
  const searchAction: MenuAction = {
    id: 'search',
    label: t('menu.search'),
    icon: Search,
    run: () => void navigate(findInChatUrl(chat.chatId)),
  }
  const actions: MenuAction[] = [
    ...(chat.blocked ? [] : [searchAction]),
    ...(team || chat.blocked ? [] : [ignoreAction, ...blockActions]),
    { id: 'delete', label: t('menu.delete'), icon: Trash, danger: true, run: () => setIsConfirming(true) },
  ]
  return (
    <>
      <Menu label={t('menu.label', { name })} icon={EllipsisVertical} actions={actions} />
      <Suspense>
        {hasOpenedDeletion && <DeleteChat chat={chat} open={isConfirming} onClose={() => setIsConfirming(false)} />}
      </Suspense>
    </>
  )
}
