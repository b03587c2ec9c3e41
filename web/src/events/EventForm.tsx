import type { Id } from '@app/contract/base'
import { EVENT_PLACE_MAX, EVENT_TITLE_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showToast } from '../lib/feedback/toasts.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { useLeaveGuard } from '../lib/forms/use-leave-guard.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { ChoicePills } from '../ui/forms/ChoicePills.tsx'
import { TextArea, TextField } from '../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../ui/forms/FormPane.tsx'
import { SelectField } from '../ui/forms/SelectField.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { LeaveQuestion } from '../ui/overlays/LeaveQuestion.tsx'
import { eventAddress } from './address.ts'
import type { OwnGroup } from './api.ts'
import styles from './form.module.css'
import { asSaved, type EventValues, missingIn, problemsIn } from './form-values.ts'
import { saveEvent } from './store.ts'
import { eventsTexts } from './texts.ts'

type Props = {
  initial: EventValues
  /** The event to edit; omitted for a new event. */
  id?: Id
  groups: readonly OwnGroup[]
  /** The address of the back link. */
  back: string
}

const SHOWN_TO = ['ALL', 'PARTICIPANTS', 'HOST'] as const

/** Creates or edits an event. The audience cannot change after creation. */
export function EventForm({ initial, id, groups, back }: Props) {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const [preview, setPreview] = useState(false)
  /** Makes a repeated submit idempotent. */
  const [clientId] = useState(newClientId)
  const { values, set, field, errorOf, isPending, changed, form } = useForm({
    initial,
    validate: (values) => ({
      ...problemsIn(values, new Date()),
      ...Object.fromEntries(missingIn(values).map((name) => [name, t(`form.required.${name}`)])),
    }),
    send: async (values) => {
      const groupId = values.audience === 'group' ? values.groupId : null
      const event = await saveEvent(id ? { id } : { groupId }, { ...asSaved(values), clientId })
      showToast({ text: t('saved') })
      await navigate(eventAddress(event.id), { replace: true, state })
    },
  })
  const guard = useLeaveGuard(changed && !isPending, 'address')
  const text = (name: 'title' | 'description' | 'place' | 'date' | 'time' | 'capacity') => ({
    ...field(name),
    label: t(`form.${name}`),
  })
  return (
    <FormPane title={t(id ? 'form.change' : 'form.new')} {...form}>
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
      <TextField {...text('title')} maxLength={EVENT_TITLE_MAX} />
      <div className={styles.pair}>
        <TextField {...text('date')} type="date" hint={t('form.dateHint')} />
        <TextField {...text('time')} type="time" />
      </div>
      <TextField {...text('place')} maxLength={EVENT_PLACE_MAX} />
      <TextArea
        {...text('description')}
        maxLength={TEXT_AREA_MAX}
        hint={t('form.descriptionHint')}
        aside={`${values.description.length}/${TEXT_AREA_MAX}`}
      />
      <div>
        <Button variant="quiet" aria-expanded={preview} onClick={() => setPreview(!preview)}>
          {t(preview ? 'form.hidePreview' : 'form.preview')}
        </Button>
        {preview && (
          <div className={styles.preview}>
            <Markdown text={values.description} />
          </div>
        )}
      </div>
      <Checkbox checked={values.paidEvent} onChange={(event) => set({ paidEvent: event.target.checked })}>
        {t('form.paid')}
      </Checkbox>
      <TextField {...text('capacity')} inputMode="numeric" hint={t('form.capacityHint')} />
      <ChoicePills
        legend={t('form.shownTo')}
        choices={SHOWN_TO.map((value) => ({ value, label: t(`form.${value}`) }))}
        value={values.participantsShownTo}
        onChange={(participantsShownTo) => set({ participantsShownTo })}
      />
      <FormButtons>
        <Button type="submit" busy={isPending}>
          {t(id ? 'form.save' : 'form.create')}
        </Button>
        <ButtonLink to={back} variant="quiet">
          {t('form.cancel')}
        </ButtonLink>
      </FormButtons>
      <LeaveQuestion guard={guard} title={t('form.unsaved')} text={t('form.unsavedText')} />
    </FormPane>
  )
}
