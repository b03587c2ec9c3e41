import type { Ad } from '@app/contract/ads'
import { AD_TITLE_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showToast } from '../lib/feedback/toasts.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { inSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { RestrictedNote } from '../ui/feedback/RestrictedNote.tsx'
import { TextArea, TextField } from '../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../ui/forms/FormPane.tsx'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import { createAd, editAd } from './store.ts'
import { adsTexts } from './texts.ts'
import { ADS, adUrl } from './urls.ts'

/** Shows the form to write a new ad, or to edit the given one. */
export function AdForm({ ad }: { ad?: Ad }) {
  const t = useTexts(adsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  /** Makes a repeated submit idempotent. */
  const [clientId] = useState(newClientId)
  const { field, values, hasChanges, isPending, form } = useForm({
    initial: { title: ad?.title ?? '', content: ad?.content ?? '' },
    validate: ({ title, content }) => ({
      title: title.trim() === '' ? t('form.titleRequired') : undefined,
      content: content.trim() === '' ? t('form.contentRequired') : undefined,
    }),
    send: (fields) => (ad ? editAd({ id: ad.id, ...fields }) : createAd({ ...fields, clientId })),
    onSent: inSession(({ id }: Ad) => {
      showToast({ text: t('form.saved') })
      void navigate(adUrl(id), { replace: true, state })
    }),
  })
  const guard = useLeaveGuard(hasChanges && !isPending, 'url')
  return (
    <FormPane title={t(ad ? 'form.change' : 'form.new')} {...form}>
      <RestrictedNote action="write" />
      <TextField
        {...field('title')}
        label={t('form.title')}
        autoFocus
        maxLength={AD_TITLE_MAX}
        aside={`${values.title.length}/${AD_TITLE_MAX}`}
      />
      <TextArea
        {...field('content')}
        label={t('form.content')}
        hint={t('form.hint')}
        maxLength={TEXT_AREA_MAX}
        aside={`${values.content.length}/${TEXT_AREA_MAX}`}
      />
      <FormButtons>
        <Button type="submit" busy={isPending}>
          {t(ad ? 'form.save' : 'form.put')}
        </Button>
        <ButtonLink to={ad ? adUrl(ad.id) : ADS} variant="quiet">
          {t('form.cancel')}
        </ButtonLink>
      </FormButtons>
      <LeaveConfirmation guard={guard} title={t('form.unsaved')} text={t('form.unsavedText')} />
    </FormPane>
  )
}
