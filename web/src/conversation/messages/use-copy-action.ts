import { Copy } from 'lucide-react'
import { copyText } from '../../lib/device/copy-text.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { extrasTexts } from './extras-texts.ts'

/** Returns a function that lists the menu action for copying a text, or no action for a message without text. */
export function useCopyAction(): (text: string | null) => MenuAction[] {
  const t = useTexts(extrasTexts)
  async function copy(text: string): Promise<void> {
    const isCopied = await copyText(text)
    showToast({ text: t(isCopied ? 'copied' : 'notCopied') })
  }
  return (text) => (text ? [{ id: 'copy', label: t('copy'), icon: Copy, run: () => void copy(text) }] : [])
}
