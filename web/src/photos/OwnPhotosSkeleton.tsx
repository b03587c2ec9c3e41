import { useTexts } from '../lib/text/texts.ts'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { ALBUMS } from './albums.ts'
import styles from './own-photos.module.css'
import { photosTexts } from './texts.ts'

export function OwnPhotosSkeleton() {
  const t = useTexts(photosTexts)
  return (
    <div className={styles.panel}>
      <Loading text={t('loading')}>
        <div className={styles.albums}>
          {ALBUMS.map((album) => (
            <Skeleton key={album} height="24.4375rem" radius="var(--radius-dialog)" />
          ))}
        </div>
      </Loading>
    </div>
  )
}
