import type { NewsItem } from '@app/contract/news'
import { type ReactNode, useId } from 'react'
import { useFullTime, useShortDate } from '../lib/text/times.ts'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import styles from './article.module.css'

type Props = Pick<NewsItem, 'title' | 'content' | 'published' | 'author'> & { children?: ReactNode }

/**
 * Renders a news item as readers see it, in the list, on the page that confirms its deletion, and in the preview of a
 * new item.
 */
export function NewsArticle({ title, content, published, author, children }: Props) {
  const heading = useId()
  const date = useShortDate()
  const full = useFullTime()
  return (
    <article className={styles.frame} aria-labelledby={heading}>
      <div className={styles.article}>
        <p className={styles.when}>
          <time className={styles.date} dateTime={published} title={full(published)}>
            {date(published)}
          </time>
          <span className={styles.author}>{author}</span>
        </p>
        <div className={styles.body}>
          <h2 id={heading} dir="auto" tabIndex={-1}>
            {title}
          </h2>
          <div className={styles.content} dir="auto">
            <Markdown text={content} />
          </div>
          {children}
        </div>
      </div>
    </article>
  )
}
