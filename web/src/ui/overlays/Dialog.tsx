import { Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import type { DialogProps } from './DialogBody.tsx'
import { useEverOpened } from './use-ever-opened.ts'

const DialogBody = lazy(async () => ({ default: (await import('./DialogBody.tsx')).DialogBody }))

/** Renders a dialog in the middle of the page; on a phone a bottom sheet. The code loads when the first one opens. */
export function Dialog(props: DialogProps) {
  const hasOpened = useEverOpened(props.open)
  return <Suspense>{hasOpened && <DialogBody {...props} />}</Suspense>
}
