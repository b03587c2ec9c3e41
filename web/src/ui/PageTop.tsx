import { ArrowLeft } from 'lucide-react'
import { type MouseEvent, type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { isPlainClick } from '../lib/plain-click.ts'
import { useTexts } from '../lib/texts.ts'
import styles from './button.module.css'
import { PageHeading } from './PageHeading.tsx'
import { PageSlotsContext } from './page-slots.ts'
import { uiTexts } from './texts.ts'

/** An arrow back. Where one has come from that place it is a step in the history, so that the next step is not back again. */
function BackLink({ to }: { to: string }) {
  const t = useTexts(uiTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const onClick = (event: MouseEvent) => {
    if (state?.from !== to || event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link to={to} className={styles.iconButton} aria-label={t('back')} onClick={onClick}>
      <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
    </Link>
  )
}

type Props = {
  title: string
  /** Where the arrow before the title leads. */
  back?: string
  actions?: ReactNode
}

/** What a member's page says in the header of the shell. */
export function PageTop({ title, back, actions }: Props) {
  const slots = useContext(PageSlotsContext)
  return (
    <>
      {slots.title &&
        createPortal(
          <>
            {back && <BackLink to={back} />}
            <PageHeading>{title}</PageHeading>
          </>,
          slots.title,
        )}
      {slots.actions && createPortal(actions, slots.actions)}
    </>
  )
}
