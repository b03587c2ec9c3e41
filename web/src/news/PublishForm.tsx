import { NEWS_TITLE_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { TEAM_NAME } from '@app/contract/text/names'
import { normalizeText } from '@app/contract/text/normalize'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { showToast } from '../lib/feedback/toasts.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { inSession } from '../lib/http/session.ts'
import { useNow } from '../lib/text/clock.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { TextArea, TextField } from '../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../ui/forms/FormPane.tsx'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import { MarkdownHelp } from './MarkdownHelp.tsx'
import { NewsArticle } from './NewsArticle.tsx'
import styles from './news.module.css'
import { publishNews } from './store.ts'
import { newsTexts } from './texts.ts'
import { NEWS } from './urls.ts'

function Preview({ title, content }: { title: string; content: string }) {
  const t = useTexts(newsTexts)
  const published = useNow().toISOString()
  return (
    <section className={styles.preview} aria-label={t('publish.preview')}>
      <p className={styles.previewTitle} aria-hidden>
        {t('publish.preview')}
      </p>
      {title || content ? (
        <NewsArticle title={title} content={content} published={published} author={TEAM_NAME} />
      ) : (
        <p className={styles.previewEmpty}>{t('publish.previewEmpty')}</p>
      )}
    </section>
  )
}

/** Lets the team write a news item, with a live preview of its published form. */
export function PublishForm() {
  const t = useTexts(newsTexts)
  const navigate = useNavigate()
  /** Makes a repeated submit idempotent. */
  const [clientId] = useState(newClientId)
  const { field, values, hasChanges, isPending, form } = useForm({
    initial: { title: '', content: '' },
    validate: ({ title, content }) => ({
      title: normalizeText(title) === '' ? t('publish.titleRequired') : undefined,
      content: normalizeText(content) === '' ? t('publish.contentRequired') : undefined,
    }),
    send: (news) => publishNews({ ...news, clientId }),
    onSent: inSession(() => {
      showToast({ text: t('publish.published') })
      void navigate(NEWS, { replace: true })
    }),
  })
  const guard = useLeaveGuard(hasChanges && !isPending, 'url')
  const [title, content] = [normalizeText(values.title), normalizeText(values.content)]
  return (
    <div className={styles.writing}>
      <FormPane
        title={t('publish.heading')}
        {...form}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        <TextField
          {...field('title')}
          label={t('publish.title')}
          autoFocus
          maxLength={NEWS_TITLE_MAX}
          aside={`${values.title.length}/${NEWS_TITLE_MAX}`}
        />
        <TextArea
          {...field('content')}
          label={t('publish.content')}
          rows={10}
          maxLength={TEXT_AREA_MAX}
          aside={`${values.content.length}/${TEXT_AREA_MAX}`}
        />
        <FormButtons>
          {title && content ? (
            <Button type="submit" busy={isPending} busyLabel={t('publish.sending')}>
              {t('publish.send')}
            </Button>
          ) : (
            <p className={styles.both}>{t('publish.both')}</p>
          )}
          <ButtonLink to={NEWS} variant="quiet">
            {t('publish.cancel')}
          </ButtonLink>
        </FormButtons>
        <MarkdownHelp />
        <LeaveConfirmation guard={guard} title={t('publish.unsaved')} text={t('publish.unsavedText')} />
      </FormPane>
      <Preview title={title} content={content} />
    </div>
  )
}
