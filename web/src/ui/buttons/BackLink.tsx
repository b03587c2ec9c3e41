import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { isPlainClick } from '../../lib/navigation/modifier-keys.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { uiTexts } from '../texts.ts'
import styles from './button.module.css'

type Props = {
  to: string
  /** The accessible name; 'Tillbaka' by default. */
  label?: string
}

/**
 * Links back to `to`. Goes back in the history if the member came from there, else replaces this entry. In both cases
 * the browser's back button does not return here.
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
