import type { Group, SaveGroup } from '@app/contract/groups'
import { GROUP_NAME_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { findGroupNameProblem } from '@app/contract/text/names'
import { useLocation, useNavigate } from 'react-router-dom'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { useLeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import type { ApiErrorCode } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextArea, TextField } from '../../ui/forms/Field.tsx'
import { FormButtons, FormPane } from '../../ui/forms/FormPane.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { LeaveQuestion } from '../../ui/overlays/LeaveQuestion.tsx'
import { groupAddress } from '../address.ts'
import { changeGroup, createGroup } from '../store.ts'
import { groupsTexts } from '../texts.ts'

const NEW: SaveGroup = { groupName: '', description: '', isOpen: false }

/** The errors of the server that concern the name. */
const NAME_ERRORS: readonly ApiErrorCode[] = ['GROUP_NAME_IN_USE', 'INVALID_GROUP_NAME', 'ILLEGAL_CHARACTER']

/** The form that creates a group, or edits `group`. */
export function GroupForm({ group, onClose }: { group?: Group; onClose: () => void }) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const { values, set, field, changed, isPending, form } = useForm({
    initial: group ? { groupName: group.groupName, description: group.description, isOpen: group.isOpen } : NEW,
    validate: ({ groupName, description }) => ({
      groupName: findGroupNameProblem(groupName) ?? undefined,
      description: description.trim() === '' ? 'group.description' : undefined,
    }),
    send: async (values: SaveGroup) => {
      const saved = await (group ? changeGroup(group.groupId, values) : createGroup(values))
      showToast({ text: t('form.saved') })
      if (group) onClose()
      else await navigate(groupAddress(saved.groupId), { replace: true, state })
    },
    serverErrorsOf: ({ code, message }) => (NAME_ERRORS.includes(code) ? { groupName: message } : {}),
  })
  const guard = useLeaveGuard(changed && !isPending, 'address')

  return (
    <FormPane title={t(group ? 'form.change' : 'form.new')} {...form}>
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
      <LeaveQuestion guard={guard} title={t('form.leaveTitle')} text={t('form.leaveText')} />
    </FormPane>
  )
}
