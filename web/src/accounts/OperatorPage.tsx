import type { Language } from '@app/contract/text/language'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { failed, type Loadable, loaded, loading, notStarted } from '../lib/http/loadable.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { getPage } from './api.ts'
import styles from './form.module.css'
import { BackLink } from './frames/BackLink.tsx'
import { LanguageSwitch } from './frames/LanguageSwitch.tsx'
import { VisitorFrame } from './frames/VisitorFrame.tsx'
import { accountPageTexts } from './page-texts.ts'
import { accountTexts } from './texts.ts'

/** Removes the title on the first line, because the page has a heading of its own. */
const removeTitle = (text: string): string => text.replace(/^# .*\n+/, '')

type PageName = 'terms' | 'about'

function Page({ name, language }: { name: PageName; language: Language }) {
  const t = useTexts(accountPageTexts)
  const tLogin = useTexts(accountTexts)
  const [page, setPage] = useState<Loadable<string>>(notStarted)
  const load = useCallback(() => {
    const controller = new AbortController()
    setPage((previous) => loading(previous))
    getPage(name, language, controller.signal).then(
      (text) => setPage(loaded(text)),
      (error: unknown) => controller.signal.aborted || setPage((previous) => failed(previous, error)),
    )
    return () => controller.abort()
  }, [name, language])
  useEffect(load, [load])
  const isLoading = page.data === undefined && page.state !== 'failed'
  return (
    <>
      <Card roomy>
        {page.data !== undefined ? (
          <div className={styles.prose}>
            <Markdown text={removeTitle(page.data)} asPage />
          </div>
        ) : page.state === 'failed' ? (
          <Failed error={page.error} retry={load} />
        ) : (
          <Loading text={t('loadingPage')}>
            <Skeleton width="60%" height="1.25rem" />
          </Loading>
        )}
      </Card>
      {/* Shown only after the text, which would otherwise push the link down. */}
      {!isLoading && (
        <p>
          <Link className="text-link" to="/notice">
            {tLogin('notice')}
          </Link>
        </p>
      )}
    </>
  )
}

/** Shows a page that the operator has written, in the reader's language. */
export function OperatorPage({ name, title }: { name: PageName; title: string }) {
  const language = useLanguage()
  return (
    <VisitorFrame title={title} aside={<LanguageSwitch />} back={<BackLink />}>
      <Page key={language} name={name} language={language} />
    </VisitorFrame>
  )
}
