import type { ChatSummary } from '@app/contract/chats'
import { LATEST } from '@app/contract/safety/report-rules'
import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { MemberMenu } from '../../ui/overlays/MemberMenu.tsx'

/** Renders the menu of an invite to chat, with the actions that block the other member and report a received invite. */
export function InviteMenu({ chat: { chatId, partner, lastUpdate, createdByMe } }: { chat: ChatSummary }) {
  const reportActions = useReportActions()({
    subject: { kind: 'CHAT_MESSAGE', id: LATEST, parentId: chatId },
    name: partner.userName,
    sentAt: lastUpdate,
  })
  return <MemberMenu name={partner.userName} actions={createdByMe ? [] : reportActions} />
}
