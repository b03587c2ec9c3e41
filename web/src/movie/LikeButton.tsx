import type { MovieEntry } from '@app/contract/movie'
import { Heart } from 'lucide-react'
import { useTexts } from '../lib/text/texts.ts'
import { toggleLike } from './likes.ts'
import styles from './movie.module.css'
import { movieTexts } from './texts.ts'

/** Shows the number of likes, and toggles the member's like. Authors only see the number. */
export function LikeButton({ entry }: { entry: MovieEntry }) {
  const t = useTexts(movieTexts)
  const { likes, iLike, mine, userName } = entry
  const count = (
    <>
      <Heart className={styles.heart} size="1.25rem" strokeWidth={1.75} aria-hidden />
      <span aria-hidden>{likes}</span>
    </>
  )
  const label = t('likes', { count: likes })
  if (mine) {
    return (
      <span className={styles.likes}>
        {count}
        <span className="visually-hidden">{label}</span>
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.like}
      aria-label={`${t('like', { name: userName })}. ${label}`}
      aria-pressed={iLike}
      onClick={() => toggleLike(entry)}
    >
      {count}
    </button>
  )
}
