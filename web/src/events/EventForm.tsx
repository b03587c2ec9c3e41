import type { Id } from '@app/contract/base'
import { EVENT_PLACE_MAX, EVENT_TITLE_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
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
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { TextArea, TextField } from '../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../ui/forms/FormPane.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { LeaveConfirmation } from '../ui/overlays/LeaveConfirmation.tsx'
import type { AdminGroup } from './api.ts'
import styles from './form.module.css'
import { type EventValues, findProblems, listMissingFields, toSaveEvent } from './form-values.ts'
import { saveEvent } from './store.ts'
import { eventsTexts } from './texts.ts'
import { eventUrl } from './urls.ts'

type Props = {
  initial: EventValues
  /** The event to edit; omitted for a new event. */
  id?: Id
  groups: readonly AdminGroup[]
  /** The URL of the link that discards the form. */
  backUrl: string
}

const SHOWN_TO_CHOICES = ['ALL', 'PARTICIPANTS', 'HOST'] as const

/** Shows the form that creates or edits an event. The audience cannot change after creation. */
export function EventForm({ initial, id, groups, backUrl }: Props) {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const [showsPreview, setShowsPreview] = useState(false)
  /** Makes a repeated submit idempotent. */
  const [clientId] = useState(newClientId)
  const { values, set, field, errorOf, isPending, hasChanges, form } = useForm({
    initial,
    validate: (values) => ({
      ...findProblems(values, new Date()),
      ...Object.fromEntries(listMissingFields(values).map((name) => [name, t(`form.required.${name}`)])),
    }),
    send: (values) => {
      const groupId = values.audience === 'group' ? values.groupId : null
      return saveEvent(id ? { id } : { groupId }, { ...toSaveEvent(values), clientId })
    },
    onSent: inSession(({ id }: { id: Id }) => {
      showToast({ text: t('saved') })
      void navigate(eventUrl(id), { replace: true, state })
    }),
  })
  const guard = useLeaveGuard(hasChanges && !isPending, 'url')
  const fieldProps = (name: 'title' | 'description' | 'place' | 'date' | 'time' | 'capacity') => ({
    ...field(name),
    label: t(`form.${name}`),
  })
  return (
    <FormPane title={t(id ? 'form.change' : 'form.new')} {...form}>
      <RestrictedNote action="write" />
      {!id && groups.length > 0 && (
        <ChoicePills
          legend={t('form.forWhom')}
          choices={[
            { value: 'everybody', label: t('form.everybody') },
            { value: 'group', label: t('form.group') },
          ]}
          value={values.audience}
          onChange={(audience) => set({ audience })}
        />
      )}
      {!id && values.audience === 'group' && (
        <SelectField
          label={t('form.whichGroup')}
          choices={[
            { value: '', label: t('form.chooseGroup') },
            ...groups.map(({ groupId, groupName }) => ({ value: groupId, label: groupName })),
          ]}
          value={values.groupId}
          error={errorOf('groupId')}
          onChange={(groupId) => set({ groupId })}
        />
      )}
      <TextField {...fieldProps('title')} maxLength={EVENT_TITLE_MAX} />
      <div className={styles.pair}>
        <TextField {...fieldProps('date')} type="date" hint={t('form.dateHint')} />
        <TextField {...fieldProps('time')} type="time" />
      </div>
      <TextField {...fieldProps('place')} maxLength={EVENT_PLACE_MAX} />
      <TextArea
        {...fieldProps('description')}
        maxLength={TEXT_AREA_MAX}
        hint={t('form.descriptionHint')}
        aside={`${values.description.length}/${TEXT_AREA_MAX}`}
      />
      <div>
        <Button variant="quiet" aria-expanded={showsPreview} onClick={() => setShowsPreview(!showsPreview)}>
          {t(showsPreview ? 'form.hidePreview' : 'form.preview')}
        </Button>
        {showsPreview && (
          <div className={styles.preview}>
            <Markdown text={values.description} />
          </div>
        )}
      </div>
      <Checkbox checked={values.paidEvent} onChange={(event) => set({ paidEvent: event.target.checked })}>
        {t('form.paid')}
      </Checkbox>
      <TextField {...fieldProps('capacity')} inputMode="numeric" hint={t('form.capacityHint')} />
      <ChoicePills
        legend={t('form.shownTo')}
        choices={SHOWN_TO_CHOICES.map((value) => ({ value, label: t(`form.${value}`) }))}
        value={values.participantsShownTo}
        onChange={(participantsShownTo) => set({ participantsShownTo })}
      />
      <FormButtons>
        <Button type="submit" busy={isPending}>
          {t(id ? 'form.save' : 'form.create')}
        </Button>
        <ButtonLink to={backUrl} variant="quiet">
          {t('form.cancel')}
        </ButtonLink>
      </FormButtons>
      <LeaveConfirmation guard={guard} title={t('form.unsaved')} text={t('form.unsavedText')} />
    </FormPane>
  )
}
