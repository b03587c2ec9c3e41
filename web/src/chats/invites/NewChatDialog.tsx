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

/** A dialog that finds a member by name and offers the chat actions for them. */
export function NewChatDialog({ open, onClose, onOpenChat, more }: Props) {
  const t = useTexts(statusTexts)
  const [picked, setPicked] = useState<SearchHit | null>(null)
  const [written, setWritten] = useState(false)

  const close = () => {
    setPicked(null)
    setWritten(false)
    onClose()
  }

  return (
    <Dialog title={t('title')} open={open} onClose={close} unsaved={written}>
      {picked ? (
        <FoundMember
          hit={picked}
          onBack={() => {
            setPicked(null)
            setWritten(false)
          }}
          onWritten={setWritten}
          onOpenChat={(chatId) => {
            close()
            onOpenChat(chatId)
          }}
          onDone={close}
        />
      ) : (
        <>
          <FindMember onPick={setPicked} />
          {more}
        </>
      )}
    </Dialog>
  )
}
