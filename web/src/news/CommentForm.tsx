import type { NewsItem } from '@app/contract/news'
import { normalizeText } from '@app/contract/text/normalize'
import { useEffect, useRef, useState } from 'react'
import { removeDraft, saveDrafts, setDraft, useDrafts } from '../conversation/composer/drafts.ts'
import { MessageForm } from '../conversation/composer/MessageForm.tsx'
import { useTexts } from '../lib/text/texts.ts'
import { sendComment } from './comments.ts'
import { type CommentAuthor, OwnAvatar } from './OutgoingComment.tsx'
import { newsTexts } from './texts.ts'

/** Shows the form for a comment; an unsent draft is restored when the member returns. */
export function CommentForm({ item: { id, title }, author }: { item: NewsItem; author: CommentAuthor }) {
  const t = useTexts(newsTexts)
  const key = `news:${id}` as const
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(() => useDrafts.getState().texts.get(key) ?? '')
  useEffect(() => saveDrafts, [])

  return (
    <MessageForm
      field={field}
      label={t('talk.label', { title })}
      placeholder={t('talk.write')}
      text={text}
      onChange={(next) => {
        setText(next)
        setDraft(key, next)
      }}
      onSend={() => {
        void sendComment(id, normalizeText(text))
        setText('')
        removeDraft(key)
        field.current?.focus()
      }}
      lead={<OwnAvatar author={author} />}
    />
  )
}
