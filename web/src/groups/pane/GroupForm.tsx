import type { Group, SaveGroup } from '@app/contract/groups'
import { GROUP_NAME_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { findGroupNameProblem } from '@app/contract/text/names'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useLeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import type { ApiErrorCode } from '../../lib/http/api-error.ts'
import { newClientId } from '../../lib/http/client-id.ts'
import { inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { RestrictedNote } from '../../ui/feedback/RestrictedNote.tsx'
import { TextArea, TextField } from '../../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../../ui/forms/FormPane.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { LeaveConfirmation } from '../../ui/overlays/LeaveConfirmation.tsx'
import { changeGroup, createGroup } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import { groupUrl } from '../urls.ts'

const EMPTY_GROUP: SaveGroup = { groupName: '', description: '', isOpen: false }

/** The server's errors about the name of a group. */
const NAME_ERRORS: readonly ApiErrorCode[] = ['GROUP_NAME_IN_USE', 'INVALID_GROUP_NAME', 'ILLEGAL_CHARACTER']

/** Shows the form that creates a group, or edits `group`. */
export function GroupForm({ group, onClose }: { group?: Group; onClose: () => void }) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  /** Makes a repeated submit idempotent. */
  const [clientId] = useState(newClientId)
  const { values, set, field, hasChanges, isPending, form } = useForm({
    initial: group ? { groupName: group.groupName, description: group.description, isOpen: group.isOpen } : EMPTY_GROUP,
    validate: ({ groupName, description }) => ({
      groupName: findGroupNameProblem(groupName) ?? undefined,
      description: description.trim() === '' ? 'group.description' : undefined,
    }),
    send: (values: SaveGroup) => (group ? changeGroup(group.groupId, values) : createGroup({ ...values, clientId })),
    onSent: inSession(({ groupId }: Group) => {
      showToast({ text: t('form.saved') })
      if (group) onClose()
      else void navigate(groupUrl(groupId), { replace: true, state })
    }),
    serverErrorsOf: ({ code, message }) => (NAME_ERRORS.includes(code) ? { groupName: message } : {}),
  })
  const guard = useLeaveGuard(hasChanges && !isPending, 'url')

  return (
    <FormPane title={t(group ? 'form.change' : 'form.new')} {...form}>
      <RestrictedNote action="write" />
      <TextField
        {...field('groupName')}
        label={t('form.name')}
        autoFocus={group !== undefined}
        hint={t('form.nameHint')}
        aside={`${values.groupName.length}/${GROUP_NAME_MAX}`}
        maxLength={GROUP_NAME_MAX}
      />
      <TextArea
        {...field('description')}
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        aside={`${values.description.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      <Switch checked={values.isOpen} hint={t('form.isOpenHint')} onChange={(isOpen) => set({ isOpen })}>
        {t('form.isOpen')}
      </Switch>
      <FormButtons>
        <Button type="submit" busy={isPending}>
          {t(group ? 'form.save' : 'form.create')}
        </Button>
        <Button variant="quiet" onClick={() => guard.go(onClose)}>
          {t('form.cancel')}
        </Button>
      </FormButtons>
      <LeaveConfirmation guard={guard} title={t('form.leaveTitle')} text={t('form.leaveText')} />
    </FormPane>
  )
}
