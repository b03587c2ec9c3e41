import { useEffect } from 'react'
import { restoreFocusAfterClose } from '../../lib/navigation/focus-loss.ts'

/** Keeps the focus on the page when the dialog that renders this is removed. */
export function FocusAfterClose() {
  useEffect(() => restoreFocusAfterClose, [])
  return null
}
