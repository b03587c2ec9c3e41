import { lazy, type ReactNode, Suspense } from 'react'
import { useEverOpened } from './use-ever-opened.ts'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /**
   * The dialog has unsaved input: then a click on the backdrop does not close it. Escape and the button do, through
   * `onClose`.
   */
  unsaved?: boolean
  role?: 'dialog' | 'alertdialog'
  /** For sheets whose first line already states the title, which then is visually hidden. */
  titleHidden?: boolean
  children: ReactNode
}

const DialogBody = lazy(async () => ({ default: (await import('./DialogBody.tsx')).DialogBody }))

/** Renders a dialog in the middle of the page; on a phone a bottom sheet. The code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const everOpened = useEverOpened(props.open)
  return <Suspense>{everOpened && <DialogBody {...props} />}</Suspense>
}
