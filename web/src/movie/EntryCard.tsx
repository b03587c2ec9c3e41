import type { MovieEntry } from '@app/contract/movie'
import { movieRatioOf } from '@app/contract/movie-ratios'
import { EllipsisVertical, Trash } from 'lucide-react'
import { memo } from 'react'
import { useBlockActions } from '../lib/blocking/use-block-actions.ts'
import { useReportActions } from '../lib/reporting/use-report-actions.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime, useRelativeTime } from '../lib/text/times.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { shapeOf } from '../ui/facts.ts'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { personsFromType } from '../ui/persons-from-type.ts'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { Photo } from '../ui/photos/Photo.tsx'
import { LikeButton } from './LikeButton.tsx'
import styles from './movie.module.css'
import { useMovie } from './store.ts'
import { movieTexts } from './texts.ts'

/** Shows an entry's author, time and first city. The team has no profile to link to. */
function Author({ entry }: { entry: MovieEntry }) {
  const relative = useRelativeTime()
  const full = useFullTime()
  const { userName, profilePhotoUrl, published, cities, badges } = entry
  const persons = personsFromType(entry)
  return (
    <>
      <Avatar name={userName} shape={shapeOf(persons)} photoUrl={profilePhotoUrl} size={40} />
      <div className={styles.who}>
        <p className={styles.name}>
          {persons.length === 0 ? userName : <ProfileLink name={userName}>{userName}</ProfileLink>}
          {badges.includes('VERIFIED') && <VerifiedMark />}
        </p>
        <p className={styles.when}>
          <time dateTime={published} title={full(published)}>
            {relative(published)}
          </time>
          {cities[0] && ` · ${cities[0]}`}
        </p>
      </div>
    </>
  )
}

/** Shows the processing state of the photo; only the author sees the entry before it is ready. */
function State({ entry: { photo } }: { entry: MovieEntry }) {
  const t = useTexts(movieTexts)
  if (photo.status === 'READY') return null
  return <p className={styles.state}>{photo.status === 'FAILED' ? t('unreadable') : t('processing')}</p>
}

/** One, two or three columns, as in the style sheet. */
const SIZES = '(max-width: 700px) 100vw, (max-width: 1023px) 50vw, 33vw'

type Props = {
  entry: MovieEntry
  onOpen: (entry: MovieEntry) => void
  onDelete: (entry: MovieEntry) => void
}

export const EntryCard = memo(function EntryCard({ entry, onOpen, onDelete }: Props) {
  const t = useTexts(movieTexts)
  const preview = useMovie(({ previews }) => previews.get(entry.photo.id) ?? null)
  const blockActions = useBlockActions()(entry.userName)
  const reportActions = useReportActions()({ subject: { kind: 'MOVIE_ENTRY', id: entry.id }, name: entry.userName })
  const alt = entry.altText || t('photoOf', { name: entry.userName })
  const { width, height } = entry.photo
  const ratio = width && height ? movieRatioOf({ width, height }) : (preview?.ratio ?? 1)
  const photo = <Photo photo={entry.photo} alt={alt} preview={preview?.url ?? null} sizes={SIZES} ratio={ratio} />
  return (
    <li className={styles.item} data-entry={entry.id} data-member={entry.mine ? undefined : entry.userName}>
      <article className={styles.card} aria-label={t('photoOf', { name: entry.userName })}>
        {entry.photo.status === 'FAILED' ? (
          photo
        ) : (
          <button
            type="button"
            className={styles.photo}
            aria-label={t('enlarge', { photo: alt })}
            onClick={() => onOpen(entry)}
          >
            {photo}
          </button>
        )}
        <div className={styles.footer}>
          <Author entry={entry} />
          {entry.mine ? (
            <IconButton icon={Trash} label={t('remove', { name: entry.userName })} onClick={() => onDelete(entry)} />
          ) : (
            reportActions.length > 0 && (
              <Menu
                label={t('moreFor', { name: entry.userName })}
                icon={EllipsisVertical}
                actions={[...blockActions, ...reportActions]}
              />
            )
          )}
          {entry.photo.status === 'READY' && <LikeButton entry={entry} />}
        </div>
        {entry.message && (
          <p className={styles.message} dir="auto">
            {entry.message}
          </p>
        )}
        <State entry={entry} />
      </article>
    </li>
  )
})
