import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'
import { useTexts } from '../lib/texts.ts'
import styles from './button.module.css'
import { PageHeading } from './PageHeading.tsx'
import { PageSlotsContext } from './page-slots.ts'
import { uiTexts } from './texts.ts'

type Props = {
  title: string
  /** Where the arrow before the title leads. */
  back?: string
  actions?: ReactNode
}

/** What a member's page says in the header of the shell. */
export function PageTop({ title, back, actions }: Props) {
  const t = useTexts(uiTexts)
  const slots = useContext(PageSlotsContext)
  return (
    <>
      {slots.title &&
        createPortal(
          <>
            {back && (
              <Link to={back} className={styles.iconButton} aria-label={t('back')}>
                <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
              </Link>
            )}
            <PageHeading>{title}</PageHeading>
          </>,
          slots.title,
        )}
      {slots.actions && createPortal(actions, slots.actions)}
    </>
  )
}
