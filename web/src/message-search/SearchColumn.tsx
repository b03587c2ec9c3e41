import { History, Search as Magnifier, X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { FIND } from '../lib/navigation/message-search.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { ListFrame, ListRows, ListScroller } from '../ui/lists/ListPane.tsx'
import { HitRow } from './HitRow.tsx'
import { HitSkeletons } from './HitSkeletons.tsx'
import { clearMarks } from './mark-opened.ts'
import styles from './message-search.module.css'
import { isSearchable, keyOfHit, refreshHits, search, searchFurther, useMessageSearch } from './store.ts'
import { messageSearchTexts } from './texts.ts'
import { useConversationCount } from './use-conversation-count.ts'
import { useSearchedMonth } from './use-searched-month.ts'

/** The delay between a change of the words and the search for them. */
const SEARCH_DELAY_MS = 300

type Props = {
  /** The scope of the search, as in the URL. */
  find: string
  isSinglePane: boolean
}

/** Announces the number of hits. Stays mounted, because a new live region may be ignored. */
function Status({ find }: { find: string }) {
  const t = useTexts(messageSearchTexts)
  const { data, state } = useMessageSearch(({ found }) => found)
  const countConversations = useConversationCount()
  const count = data?.hits.length ?? 0
  const strong = (content: React.ReactNode) => <strong>{content}</strong>
  return (
    <p role="status" className={count > 0 ? styles.status : 'visually-hidden'}>
      {data && count === 0 && state === 'loaded' && t('none')}
      {data && count > 0 && find !== 'all' && t.rich('foundInOne', { count, strong })}
      {data &&
        count > 0 &&
        find === 'all' &&
        t.rich('found', { count, conversations: countConversations(data.hits), strong })}
    </p>
  )
}

/** Shows how far back the search has gone, and the button that continues it. */
function Foot() {
  const t = useTexts(messageSearchTexts)
  const { data, state } = useMessageSearch(({ found }) => found)
  const formatMonth = useSearchedMonth()
  if (!data) return null
  return (
    <div className={styles.foot}>
      <p>
        {data.cursor && data.searchedTo ? t('searchedTo', { month: formatMonth(data.searchedTo) }) : t('searchedAll')}
      </p>
      {data.cursor && (
        <Button
          variant="quiet"
          icon={History}
          busy={state === 'loading'}
          busyLabel={t('searching')}
          onClick={() => void searchFurther()}
        >
          {t('further')}
        </Button>
      )}
    </div>
  )
}

function Hits({ find, isSinglePane }: Props) {
  const t = useTexts(messageSearchTexts)
  const [params] = useSearchParams()
  const { words, found } = useMessageSearch()
  const { data, state } = found
  const retry = useCallback(() => void searchFurther(), [])
  const opened = `${params.get('id')} ${params.get('comment') ?? params.get('message')}`
  const isOpened = ({ chat, group, messageId }: NonNullable<typeof data>['hits'][number]) =>
    !isSinglePane && opened === `${chat?.chatId ?? group?.groupId} ${messageId}`
  const openedIndex = data?.hits.findIndex(isOpened) ?? -1
  if (state === 'notStarted') return <p className={styles.start}>{t('start')}</p>
  return (
    <>
      {data && data.hits.length > 0 && (
        <ListRows>
          {data.hits.map((hit, index) => (
            <HitRow
              key={keyOfHit(hit)}
              hit={hit}
              words={words}
              find={isSinglePane ? null : find}
              selected={index === openedIndex}
              tabStop={index === Math.max(openedIndex, 0)}
            />
          ))}
        </ListRows>
      )}
      {data?.hits.length === 0 && state !== 'failed' && (
        <EmptyState title={t('none')}>{t(data.cursor ? 'noneYet' : 'noneText', { words: words.trim() })}</EmptyState>
      )}
      {state === 'loading' && !data && (
        <Loading text={t('loading')}>
          <HitSkeletons />
        </Loading>
      )}
      {found.state === 'failed' ? (
        <Failed title={t('failed')} offlineText={t('offline')} error={found.error} retry={retry} />
      ) : (
        <Foot />
      )}
    </>
  )
}

/** Moves the focus to the first hit. */
const focusFirstHit = (column: Element | null): void => column?.querySelector<HTMLElement>('a[data-list-row]')?.focus()

/** Renders the search in messages, in place of a list of conversations: a field, and the messages with its words. */
export function SearchColumn({ find, isSinglePane }: Props) {
  const t = useTexts(messageSearchTexts)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const stored = useMessageSearch()
  const [words, setWords] = useState(stored.find === find ? stored.words : '')
  const field = useRef<HTMLInputElement>(null)
  const title = t(find === 'all' ? 'title' : find.startsWith('g') ? 'inGroup' : 'inChat')

  useEffect(() => {
    const current = useMessageSearch.getState()
    if (current.find === find && current.words === words) return
    // Words that cannot be searched for remove the hits at once; other words wait for a pause in typing.
    const timer = setTimeout(() => void search(find, words), isSearchable(words) ? SEARCH_DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [find, words])

  // On the return to a search, the focus belongs to the row of the opened hit.
  useEffect(() => {
    if (useMessageSearch.getState().words === '') field.current?.focus()
  }, [])

  // The URLs of photos expire.
  useEffect(() => onBrokenUrls(() => void refreshHits()), [])

  const close = () => {
    clearMarks()
    const rest = new URLSearchParams(params)
    rest.delete(FIND)
    void navigate({ search: rest.toString() }, { replace: true })
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-opens-search]')?.focus())
  }
  const clear = () => {
    setWords('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, currentTarget, target } = event
    const rows = [...currentTarget.querySelectorAll('a[data-list-row]')]
    if (key === 'Escape') {
      event.preventDefault()
      if (words === '') close()
      else clear()
    } else if (key === 'ArrowDown' && target === field.current) {
      event.preventDefault()
      focusFirstHit(currentTarget)
    } else if (key === 'ArrowUp' && target === rows[0]) field.current?.focus()
  }

  return (
    <ListFrame label={title} isSinglePane={isSinglePane}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys also work in the controls inside */}
      <div className={styles.column} onKeyDown={onKeyDown}>
        <search className={styles.bar}>
          <span className={styles.box}>
            <Magnifier className={styles.magnifier} size="1.125rem" strokeWidth={1.75} aria-hidden />
            <input
              ref={field}
              type="text"
              inputMode="search"
              className={styles.field}
              aria-label={title}
              placeholder={title}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={100}
              value={words}
              onChange={({ target }) => setWords(target.value)}
            />
            {words !== '' && (
              <span className={styles.clear}>
                <IconButton icon={X} label={t('clear')} onClick={clear} />
              </span>
            )}
          </span>
          <Button variant="quiet" onClick={close}>
            {t('done')}
          </Button>
        </search>
        <ListScroller>
          <Status find={find} />
          <Hits find={find} isSinglePane={isSinglePane} />
        </ListScroller>
      </div>
    </ListFrame>
  )
}
