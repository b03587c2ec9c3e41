import type { Ad } from '@app/contract/ads'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { AdFoot } from './AdFoot.tsx'
import { AdHead } from './AdHead.tsx'
import { adAddress } from './address.ts'
import styles from './ads.module.css'

/** Shows an ad in a list. A long text is cut; the title links to the full text. */
export const AdCard = memo(function AdCard({ ad }: { ad: Ad }) {
  return (
    <article className={styles.card}>
      <AdHead ad={ad} />
      <h2 className={styles.title} dir="auto">
        <Link to={adAddress(ad.id)}>{ad.title}</Link>
      </h2>
      <p className={styles.beginning} dir="auto">
        {ad.content}
      </p>
      <AdFoot ad={ad} />
    </article>
  )
})
