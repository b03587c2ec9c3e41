import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Banners } from '../../ui/feedback/Banners.tsx'
import { PageHeading } from '../../ui/layout/PageHeading.tsx'
import { Wordmark } from '../../ui/layout/Wordmark.tsx'
import styles from './visitor-frame.module.css'

type Props = { title: string; lead?: ReactNode; aside?: ReactNode; back?: ReactNode; children: ReactNode }

/** Lays out a column of cards under the product name, for the registration, notices and the operator's pages. */
export const VisitorFrame = ({ title, lead, aside, back, children }: Props) => (
  <div className={styles.frame}>
    <header className={styles.header}>
      <Link to="/" className={styles.home}>
        <Wordmark />
      </Link>
      {aside}
    </header>
    <main id="content" tabIndex={-1} className={styles.main}>
      <Banners />
      {back && <div className={styles.back}>{back}</div>}
      <PageHeading>{title}</PageHeading>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={styles.cards}>{children}</div>
    </main>
  </div>
)
