import { useEffect, useRef } from 'react'
import { dismissToast, type Toast, useToasts } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './toast.module.css'

const SHOWN_MS = 5_000
const SHOWN_WITH_ACTION_MS = 10_000
/** The time between checks whether an expired toast is still hovered or focused. */
const HOVER_CHECK_MS = 500

function ShownToast({ toast }: { toast: Toast }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const dismissUnlessHovered = () => {
      if (box.current?.matches(':hover, :focus-within')) timer = setTimeout(dismissUnlessHovered, HOVER_CHECK_MS)
      else dismissToast(toast.id)
    }
    timer = setTimeout(dismissUnlessHovered, toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])
  const runAction = () => {
    toast.action?.run()
    dismissToast(toast.id)
  }
  return (
    <div className={styles.toast} ref={box}>
      <span>{toast.text}</span>
      {toast.action && (
        <button type="button" className={styles.action} onClick={runAction}>
          {toast.action.label}
        </button>
      )}
    </div>
  )
}

/** Shows one toast at a time; the others are queued. */
export function ToastRegion() {
  const t = useTexts(uiTexts)
  const toast = useToasts(({ queue }) => queue[0])
  return (
    <section className={styles.region} role="status" aria-label={t('notifications')}>
      {toast && <ShownToast key={toast.id} toast={toast} />}
    </section>
  )
}
