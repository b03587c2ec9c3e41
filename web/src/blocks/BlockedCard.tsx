import type { Id } from '@app/contract/base'
import type { Block } from '@app/contract/members/blocks'
import { History } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { requestEndOfBlock } from '../lib/blocking/request-block.ts'
import { BLOCKED_HASH } from '../lib/blocking/urls.ts'
import { localeOf, useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { ShowMore } from '../ui/lists/ShowMore.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import styles from './blocked-card.module.css'
import { loadBlocks, useBlocks } from './store.ts'
import { blockTexts } from './texts.ts'

/** The number of rows shown before the member expands the list. */
const SHOWN_AT_FIRST = 20

/** Returns a formatter with results such as '14 november', with the year if it is not the current one. */
function useLongDate(): (instant: string) => string {
  const locale = localeOf(useLanguage())
  return (instant) => {
    const date = new Date(instant)
    const year = date.getFullYear() === new Date().getFullYear() ? undefined : 'numeric'
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(date)
  }
}

type Props = {
  /** Called before the link to the chat with a blocked member is followed. */
  onRead: (chatId: Id) => void
}

function BlockedRow({ block: { userName: name, blockedAt, chatId }, onRead }: Props & { block: Block }) {
  const t = useTexts(blockTexts)
  const formatDate = useLongDate()
  return (
    <li className={styles.row}>
      <span className={styles.photo}>
        <Avatar name={name} shape="person" size={40} plain />
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        <time className={styles.since} dateTime={blockedAt}>
          {t('list.since', { date: formatDate(blockedAt) })}
        </time>
      </span>
      <span className={styles.actions}>
        {chatId !== null && (
          <ButtonLink
            variant="quiet"
            to={`/chats?id=${chatId}`}
            aria-label={t('list.readNamed', { name })}
            onClick={() => onRead(chatId)}
          >
            {t('list.read')}
          </ButtonLink>
        )}
        <Button variant="outlined" aria-label={t('list.endNamed', { name })} onClick={() => requestEndOfBlock(name)}>
          {t('list.end')}
        </Button>
      </span>
    </li>
  )
}

function BlockedRows({ blocks, onRead }: Props & { blocks: readonly Block[] }) {
  const t = useTexts(blockTexts)
  const [isExpanded, setExpanded] = useState(false)
  if (blocks.length === 0) return <p className={styles.lead}>{t('list.empty')}</p>
  return (
    <>
      <p className={styles.lead}>{t('list.lead')}</p>
      <ul className={styles.rows}>
        {blocks.slice(0, isExpanded ? undefined : SHOWN_AT_FIRST).map((block) => (
          <BlockedRow key={block.id} block={block} onRead={onRead} />
        ))}
      </ul>
      {!isExpanded && blocks.length > SHOWN_AT_FIRST && (
        <ShowMore label={t('list.more', { count: String(blocks.length) })} load={async () => setExpanded(true)} />
      )}
      <p className={styles.note}>
        <History size="1rem" strokeWidth={1.75} aria-hidden />
        {t('list.note')}
      </p>
    </>
  )
}

const load = () => void loadBlocks()

const RowsSkeleton = () => (
  <div className={styles.rows}>
    {[1, 2, 3].map((number) => (
      <div key={number} className={styles.row}>
        <Skeleton width="2.5rem" height="2.5rem" radius="50%" />
        <span className={styles.text}>
          <Skeleton width="7rem" height="1rem" />
          <Skeleton width="6rem" />
        </span>
      </div>
    ))}
  </div>
)

/** Lists the members whom this member has blocked. Takes the focus if the URL links to it. */
export function BlockedCard({ onRead }: Props) {
  const t = useTexts(blockTexts)
  const blocks = useBlocks((state) => state.blocks)
  const { hash } = useLocation()
  const title = useRef<HTMLSpanElement>(null)
  const isLoaded = blocks.data !== undefined
  useEffect(load, [])
  useEffect(() => {
    if (hash !== BLOCKED_HASH || !isLoaded) return
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView?.({ block: 'center' })
  }, [hash, isLoaded])
  return (
    <Card
      title={
        <span ref={title} tabIndex={-1} className={styles.title}>
          {t('list.title')}
        </span>
      }
    >
      {blocks.data ? (
        <BlockedRows blocks={blocks.data} onRead={onRead} />
      ) : blocks.state === 'failed' ? (
        <Failed text={t('list.failed')} error={blocks.error} retry={load} />
      ) : (
        <Loading text={t('list.loading')}>
          <RowsSkeleton />
        </Loading>
      )}
    </Card>
  )
}
