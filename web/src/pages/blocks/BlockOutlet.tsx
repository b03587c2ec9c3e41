import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { BlockDialog } from '../../blocks/BlockDialog.tsx'
import { EndBlockDialog } from '../../blocks/EndBlockDialog.tsx'
import { blockTexts } from '../../blocks/texts.ts'
import { closeBlockDialog, useBlockRequest } from '../../lib/blocking/request-block.ts'
import { BLOCKED } from '../../lib/blocking/urls.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useAfterBack } from '../../lib/navigation/use-after-back.ts'
import { requestReport } from '../../lib/reporting/request-report.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { showMember } from './remove-member.ts'
import { useAfterBlock } from './use-after-block.ts'

/** Shows the dialog that blocks the requested member, or that ends the block. */
export function BlockOutlet() {
  const t = useTexts(blockTexts)
  const navigate = useNavigate()
  const afterBlock = useAfterBlock()
  const { request, count } = useBlockRequest()
  // A dialog that is closing still shows its member.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  useAfterBack(closeBlockDialog)
  if (!shown) return null
  const { kind, name } = shown

  const onBlocked = () => {
    closeBlockDialog()
    afterBlock(name)
    showToast({
      text: t('blocked', { name }),
      action: { label: t('toSettings'), run: () => void navigate(BLOCKED) },
    })
  }
  const onReport = () => {
    closeBlockDialog()
    requestReport({ subject: { kind: 'PROFILE', id: name }, name })
  }
  const onEnded = () => {
    closeBlockDialog()
    showMember(name)
    showToast({ text: t('end.ended', { name }) })
  }
  const props = { name, open: request !== null, onClose: closeBlockDialog }
  return kind === 'block' ? (
    <BlockDialog key={count} {...props} onBlocked={onBlocked} onReport={onReport} />
  ) : (
    <EndBlockDialog key={count} {...props} onEnded={onEnded} />
  )
}
