import type { ChatSummary } from '@app/contract/chats'
import { PartnerCard } from '../../chats/pane/PartnerCard.tsx'
import { SharedEventCard } from '../../events/SharedEventCard.tsx'
import { useSharedEvent } from '../../events/use-shared-event.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { NoteField } from '../../profiles/notes/NoteField.tsx'

/** Shows the next shared event, if there is one, and the note. Waits for the event, so that the note does not move. */
function SharedEventAndNote({ name }: { name: string }) {
  const shared = useSharedEvent(name)
  if (!shared) return null
  return (
    <>
      {shared.event && <SharedEventCard event={shared.event} />}
      <NoteField name={name} />
    </>
  )
}

/** Shows the partner, the next event of both members, and the member's private note about the partner. */
export function PartnerColumn({ chat }: { chat: ChatSummary }) {
  // The team neither attends events nor keeps notes on members.
  const isTeam = useIsTeam() || chat.partner.team
  return <PartnerCard chat={chat}>{!isTeam && <SharedEventAndNote name={chat.partner.userName} />}</PartnerCard>
}
