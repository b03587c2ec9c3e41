import type { Ad } from '@app/contract/ads'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { AdFooter } from './AdFooter.tsx'
import { AdHeader } from './AdHeader.tsx'
import styles from './ads.module.css'
import { adUrl } from './urls.ts'

/** Shows an ad in a list. Truncates a long text; the title links to the full text. */
export const AdCard = memo(function AdCard({ ad }: { ad: Ad }) {
  return (
    <article className={styles.card}>
      <AdHeader ad={ad} />
      <h2 className={styles.title} dir="auto">
        <Link to={adUrl(ad.id)}>{ad.title}</Link>
      </h2>
      <p className={styles.excerpt} dir="auto">
        {ad.content}
      </p>
      <AdFooter ad={ad} />
    </article>
  )
})
