import { Copy } from 'lucide-react'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { conversationTexts } from '../texts.ts'

/** Returns a function that lists the menu action for copying a text, or no action for a message without text. */
export function useCopyAction(): (text: string | null) => MenuAction[] {
  const t = useTexts(conversationTexts)
  async function copy(text: string): Promise<void> {
    await navigator.clipboard?.writeText(text)
    showToast({ text: t('message.copied') })
  }
  return (text) => (text ? [{ id: 'copy', label: t('message.copy'), icon: Copy, run: () => void copy(text) }] : [])
}
