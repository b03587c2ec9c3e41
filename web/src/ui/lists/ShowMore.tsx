import { type RefObject, useRef } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { Button } from '../buttons/Button.tsx'
import styles from './show-more.module.css'

type Props = {
  label: string
  /** Loads the next page; throws if that fails. */
  load: () => Promise<void>
  ref?: RefObject<HTMLDivElement | null>
}

/** Loads the next page of a list. Moves the focus to the first new item when the last page removes the button. */
export function ShowMore({ label, load, ref }: Props) {
  const ownRow = useRef<HTMLDivElement>(null)
  const row = ref ?? ownRow
  async function loadMore(): Promise<void> {
    const list = row.current?.previousElementSibling
    const shownCount = list?.children.length ?? 0
    await load()
    if (!row.current) list?.children[shownCount]?.querySelector<HTMLElement>('a, button, [tabindex]')?.focus()
  }
  return (
    <div className={styles.more} ref={row}>
      <Button variant="quiet" onClick={() => void loadMore().catch(showErrorToast)}>
        {label}
      </Button>
    </div>
  )
}
