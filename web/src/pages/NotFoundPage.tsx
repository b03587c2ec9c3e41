import { MessagesSquare } from 'lucide-react'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { exitTexts } from '../ui/exit-texts.ts'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageHeading } from '../ui/layout/PageHeading.tsx'
import styles from './not-found.module.css'

export function NotFoundPage() {
  const t = useTexts(exitTexts)
  const isLoggedIn = useSession() !== null
  const page = (
    <EmptyState
      motif="missing"
      title={t('notFound')}
      heading={<PageHeading className={styles.heading}>{t('notFound')}</PageHeading>}
      action={
        <ButtonLink to="/" variant="outlined" icon={isLoggedIn ? MessagesSquare : undefined}>
          {isLoggedIn ? t('toChats') : t('toLogin')}
        </ButtonLink>
      }
    >
      {t('notFoundText')}
    </EmptyState>
  )
  return isLoggedIn ? (
    page
  ) : (
    <main id="content" tabIndex={-1} className={styles.alone}>
      {page}
    </main>
  )
}
