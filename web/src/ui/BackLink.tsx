import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { isPlainClick } from '../lib/plain-click.ts'
import { useTexts } from '../lib/texts.ts'
import styles from './button.module.css'
import { uiTexts } from './texts.ts'

type Props = {
  to: string
  /** Where it leads, in words. */
  label?: string
}

/**
 * An arrow back. Where one has come from that place it is a step in the history, else that place takes the place of this
 * one: either way the next step back is not here again.
 */
export function BackLink({ to, label }: Props) {
  const t = useTexts(uiTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const onClick = (event: MouseEvent) => {
    if (state?.from !== to || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link to={to} replace className={styles.iconButton} aria-label={label ?? t('back')} onClick={onClick}>
      <ArrowLeft size="1.25rem" strokeWidth={1.75} aria-hidden />
    </Link>
  )
}
