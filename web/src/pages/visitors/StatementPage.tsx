import type { Statement } from '@app/contract/safety/decisions'
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'react-router-dom'
import { LanguageSwitch } from '../../accounts/frames/LanguageSwitch.tsx'
import { getStatement, getStatementPicture, postStatementAppeal } from '../../decisions/api.ts'
import { StatementCard } from '../../decisions/StatementCard.tsx'
import { decisionTexts } from '../../decisions/texts.ts'
import { useSentences } from '../../decisions/use-sentences.ts'
import { type ApiError, isApiError } from '../../lib/http/api-error.ts'
import { failed, type Loadable, loaded, notStarted } from '../../lib/http/loadable.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { adoptLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { ButtonLink } from '../../ui/buttons/Button.tsx'
import { Banners } from '../../ui/feedback/Banners.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import { PageHeading } from '../../ui/layout/PageHeading.tsx'
import { Wordmark } from '../../ui/layout/Wordmark.tsx'
import styles from './statement-page.module.css'

const heading = (title: string) => <PageHeading>{title}</PageHeading>

/**
 * Loads the statement of an emailed link, and switches to the language of its member unless another one was chosen on
 * this device.
 */
function useStatement(token: string): [Loadable<Statement>, () => Promise<void>] {
  const [statement, setStatement] = useState<Loadable<Statement>>(notStarted)
  const load = useCallback(
    () =>
      getStatement(token).then(
        (data) => {
          adoptLanguage(data.language)
          setStatement(loaded(data))
        },
        (error: unknown) => setStatement((previous) => failed(previous, error)),
      ),
    [token],
  )
  useEffect(() => void load(), [load])
  return [statement, load]
}

function LoadFailed({ error, retry }: { error: ApiError; retry: () => void }) {
  const t = useTexts(decisionTexts)
  if (!isApiError(error, 'INVALID_TOKEN')) return <Failed title={t('loadFailed')} error={error} retry={retry} />
  return (
    <EmptyState
      motif="broken"
      title={t('notFound')}
      heading={heading(t('notFound'))}
      action={<ButtonLink to="/">{t('toLogin')}</ButtonLink>}
    >
      {t('notFoundText')}
    </EmptyState>
  )
}

/** Shows the statement of an emailed link without a login, and lets its reader appeal. */
export function StatementPage() {
  const t = useTexts(decisionTexts)
  const { token = '' } = useParams()
  const { date } = useSentences()
  const supportUrl = useAppConfig((config) => config.supportUrl)
  const [statement, load] = useStatement(token)
  const { data } = statement
  async function appeal(words: string): Promise<void> {
    await postStatementAppeal(token, { words })
    await load()
  }
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Wordmark />
        <LanguageSwitch />
      </header>
      <main id="content" tabIndex={-1} className={styles.main}>
        <Banners />
        {data && (
          <StatementCard
            statement={data}
            heading={heading}
            loadPicture={() => getStatementPicture(token)}
            appeal={appeal}
          />
        )}
        {!data && statement.state === 'failed' && <LoadFailed error={statement.error} retry={() => void load()} />}
        {!data && statement.state !== 'failed' && (
          <Loading text={t('loading')}>
            <Skeleton height="36rem" radius="var(--radius-sheet)" />
          </Loading>
        )}
      </main>
      <footer className={styles.footer}>
        <span>{data?.linkUntil && t('open', { date: date(data.linkUntil) })}</span>
        <a className="text-link" href={supportUrl} target="_blank" rel="noopener noreferrer">
          {t('contact')}
        </a>
      </footer>
    </div>
  )
}
