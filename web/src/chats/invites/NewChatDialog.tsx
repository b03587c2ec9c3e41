import type { Id } from '@app/contract/base'
import type { SearchHit } from '@app/contract/members/profiles'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { FindMember } from '../../ui/forms/FindMember.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { FoundMember } from './FoundMember.tsx'
import { statusTexts } from './status-texts.ts'

type Props = {
  open: boolean
  onClose: () => void
  onOpenChat: (chatId: Id) => void
  /** Further actions below the search. */
  more?: ReactNode
}

/** Shows a dialog that finds a member by name and offers the chat actions for them. */
export function NewChatDialog({ open, onClose, onOpenChat, more }: Props) {
  const t = useTexts(statusTexts)
  const [selectedHit, setSelectedHit] = useState<SearchHit | null>(null)
  const [hasText, setHasText] = useState(false)

  const close = () => {
    setSelectedHit(null)
    setHasText(false)
    onClose()
  }

  return (
    <Dialog title={t('title')} open={open} onClose={close} unsaved={hasText}>
      {selectedHit ? (
        <FoundMember
          hit={selectedHit}
          onBack={() => {
            setSelectedHit(null)
            setHasText(false)
          }}
          onUnsavedChange={setHasText}
          onOpenChat={(chatId) => {
            close()
            onOpenChat(chatId)
          }}
          onDone={close}
        />
      ) : (
        <>
          <FindMember onPick={setSelectedHit} />
          {more}
        </>
      )}
    </Dialog>
  )
}
