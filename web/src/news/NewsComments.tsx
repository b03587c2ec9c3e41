import type { Id } from '@app/contract/base'
import type { NewsItem } from '@app/contract/news'
import { foldText } from '@app/contract/texts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { removeDraft, saveDrafts, setDraft, useDrafts } from '../conversation/drafts.ts'
import { MessageText } from '../conversation/MessageText.tsx'
import { conversationTexts } from '../conversation/texts.ts'
import { WordsForm } from '../conversation/WordsForm.tsx'
import { isRefusal, wordsOf } from '../lib/api-error.ts'
import { onBrokenAddresses } from '../lib/picture-addresses.ts'
import { useTexts } from '../lib/texts.ts'
import { showErrorToast } from '../lib/toasts.ts'
import { Avatar, type AvatarShape } from '../ui/Avatar.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Loading, Skeleton } from '../ui/Loading.tsx'
import styles from './comments.module.css'
import {
  discardComment,
  loadComments,
  loadOlderComments,
  sendComment,
  sendCommentAgain,
  useTalk,
  type Waiting,
} from './comments.ts'
import { NewsComment } from './NewsComment.tsx'
import { newsTexts } from './texts.ts'

/** Me, beside what I say. */
export type Me = { name: string; shape: AvatarShape; photoUrl: string | null }

const MyPicture = ({ me }: { me: Me }) => <Avatar name={me.name} shape={me.shape} photoUrl={me.photoUrl} size={32} />

/** A comment of mine that is on its way, or was refused. */
function OnItsWay({ of, me, waiting }: { of: Id; me: Me; waiting: Waiting }) {
  const t = useTexts(conversationTexts)
  return (
    <li className={styles.comment}>
      <MyPicture me={me} />
      <div className={styles.said}>
        <p className={styles.name}>{me.name}</p>
        <div className={waiting.failed ? undefined : styles.sending}>
          <MessageText text={waiting.message} />
        </div>
        {waiting.failed ? (
          <p className={styles.failed} role="alert">
            {t('message.failed')}{' '}
            <button type="button" className="text-link" onClick={() => void sendCommentAgain(of, waiting)}>
              {t('message.retry')}
            </button>{' '}
            <button type="button" className="text-link" onClick={() => discardComment(of, waiting.clientId)}>
              {t('message.discard')}
            </button>
          </p>
        ) : (
          <p className={styles.time}>{t('message.sending')}</p>
        )}
      </div>
    </li>
  )
}

/** What is written here and not sent is there again when somebody comes back. */
function CommentForm({ item: { id, title }, me }: { item: NewsItem; me: Me }) {
  const t = useTexts(newsTexts)
  const key = `news:${id}` as const
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => useDrafts.getState().texts.get(key) ?? '')
  useEffect(() => saveDrafts, [])

  return (
    <WordsForm
      field={field}
      label={t('talk.label', { title })}
      placeholder={t('talk.write')}
      text={text}
      onChange={(next) => {
        setText(next)
        setDraft(key, next)
      }}
      onSend={() => {
        void sendComment(id, foldText(text))
        setText('')
        removeDraft(key)
        field.current?.focus()
      }}
      lead={<MyPicture me={me} />}
    />
  )
}

function Said({ item: { id, title, commentCount }, me }: { item: NewsItem; me: Me }) {
  const t = useTexts(newsTexts)
  const { said, waiting } = useTalk(id)
  const retry = useCallback(() => void loadComments(id), [id])
  if (!said.data && said.state === 'failed')
    return (
      <Failed title={t('talk.failed')} text={wordsOf(said.error)} retry={retry} byItself={!isRefusal(said.error)} />
    )
  if (!said.data) {
    return (
      <Loading text={t('talk.loading')}>
        <Skeleton width="60%" height={`${Math.min(commentCount, 3) * 44}px`} radius="var(--radius-row)" />
      </Loading>
    )
  }
  const { comments, hasOlder } = said.data
  const oldest = comments[0]?.id
  return (
    <>
      {hasOlder && oldest && (
        <button
          type="button"
          className={styles.older}
          onClick={() => void loadOlderComments(id, oldest).catch(showErrorToast)}
        >
          {t('talk.older')}
        </button>
      )}
      {comments.length + waiting.length > 0 && (
        <ul className={styles.list} aria-label={t('talk.list', { title })}>
          {comments.map((comment) => (
            <NewsComment key={comment.id} of={id} comment={comment} />
          ))}
          {waiting.map((one) => (
            <OnItsWay key={one.clientId} of={id} me={me} waiting={one} />
          ))}
        </ul>
      )}
    </>
  )
}

/** What has been said about news, and the field to say more. */
export function NewsComments({ item, me }: { item: NewsItem; me: Me }) {
  const { id } = item
  useEffect(() => void loadComments(id), [id])
  useEffect(() => onBrokenAddresses(() => void loadComments(id)), [id])
  return (
    <div className={styles.talk}>
      <Said item={item} me={me} />
      <CommentForm item={item} me={me} />
    </div>
  )
}
