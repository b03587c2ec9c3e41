import { type RefObject, useRef } from 'react'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { Button } from '../buttons/Button.tsx'
import styles from './show-more.module.css'

type Props = {
  label: string
  /** Loads the next page; throws when that fails. */
  load: () => Promise<void>
  ref?: RefObject<HTMLDivElement | null>
}

/** Loads the next page of a list. Moves the focus to the first new item when the last page removes the button. */
export function ShowMore({ label, load, ref }: Props) {
  const own = useRef<HTMLDivElement>(null)
  const row = ref ?? own
  async function more(): Promise<void> {
    const list = row.current?.previousElementSibling
    const shown = list?.children.length ?? 0
    await load()
    if (!row.current) list?.children[shown]?.querySelector<HTMLElement>('a, button, [tabindex]')?.focus()
  }
  return (
    <div className={styles.more} ref={row}>
      <Button variant="quiet" onClick={() => void more().catch(showErrorToast)}>
        {label}
      </Button>
    </div>
  )
}
