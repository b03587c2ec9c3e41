import { VERSION } from '@app/contract/product'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Banners } from '../../ui/feedback/Banners.tsx'
import { PageHeading } from '../../ui/layout/PageHeading.tsx'
import { Wordmark } from '../../ui/layout/Wordmark.tsx'
import { accountTexts } from '../texts.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import styles from './login-frame.module.css'

type Props = { title: string; lead?: ReactNode; children: ReactNode }

/** Lays out a narrow form beside a picture, for login and related pages. */
export function LoginFrame({ title, lead, children }: Props) {
  const t = useTexts(accountTexts)
  const supportUrl = useAppConfig((config) => config.supportUrl)
  return (
    <div className="login">
      <header className="login-picture">
        <div className="login-wordmark">
          <Wordmark tone="picture" />
        </div>
        <p className="login-caption">{t('caption')}</p>
      </header>
      <div className={styles.side}>
        <section className={styles.language} aria-label={t('language')}>
          <LanguageSwitch />
        </section>
        <main className={styles.main} id="content" tabIndex={-1}>
          <Banners />
          <PageHeading>{title}</PageHeading>
          {lead && <p className={styles.lead}>{lead}</p>}
          {children}
        </main>
        <footer className={styles.footer}>
          <span className={styles.links}>
            <a className="text-link" href={supportUrl} target="_blank" rel="noopener noreferrer">
              {t('support')}
            </a>
            <Link className="text-link" to="/notice">
              {t('notice')}
            </Link>
          </span>
          <span>{t('version', { version: VERSION })}</span>
        </footer>
      </div>
    </div>
  )
}
