import { lazy, type ReactNode, Suspense } from 'react'
import { useEverOpened } from './use-ever-opened.ts'

export type DialogProps = {
  title: string
  open: boolean
  onClose: () => void
  /** Something typed would be lost: the scrim does not close it then. Escape and the button do, through `onClose`. */
  unsaved?: boolean
  role?: 'dialog' | 'alertdialog'
  /** For sheets whose first line already says what they are; the title is then only read aloud. */
  titleHidden?: boolean
  children: ReactNode
}

const DialogBody = lazy(async () => ({ default: (await import('./DialogBody.tsx')).DialogBody }))

/** A dialog in the middle of the page; on a phone a sheet from below. What it is made of is loaded when the first opens. */
export function Dialog(props: DialogProps) {
  const everOpened = useEverOpened(props.open)
  return <Suspense>{everOpened && <DialogBody {...props} />}</Suspense>
}
