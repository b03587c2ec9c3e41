import type { Group, SaveGroup } from '@app/contract/groups'
import { GROUP_NAME_MAX, TEXT_AREA_MAX } from '@app/contract/limits'
import { findGroupNameProblem } from '@app/contract/text/names'
import { type Problem, translateProblem } from '@app/contract/text/problems'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { clearProblems, showError } from '../../lib/feedback/problem-banner.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { forEachFieldError } from '../../lib/forms/for-each-field-error.ts'
import { useFirstError } from '../../lib/forms/use-first-error.ts'
import { useLeaveGuard } from '../../lib/forms/use-leave-guard.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { useLanguage } from '../../lib/text/language.ts'
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

type Field = 'groupName' | 'description'

const validate = (field: Field, values: SaveGroup): Problem | null =>
  field === 'groupName'
    ? findGroupNameProblem(values.groupName)
    : values.description.trim() === ''
      ? 'group.description'
      : null

/** The form that creates a group, or edits `group`. */
export function GroupForm({ group, onClose }: { group?: Group; onClose: () => void }) {
  const t = useTexts(groupsTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const language = useLanguage()
  const initial: SaveGroup = group
    ? { groupName: group.groupName, description: group.description, isOpen: group.isOpen }
    : NEW
  const [values, setValues] = useState(initial)
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  const [serverErrors, setServerErrors] = useState<Partial<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const [submitCount, setSubmitCount] = useState(0)
  const form = useFirstError(submitCount)
  const changed = (Object.keys(initial) as (keyof SaveGroup)[]).some((key) => values[key] !== initial[key])
  const guard = useLeaveGuard(changed && !busy, 'address')

  function errorOf(field: Field): string | undefined {
    if (serverErrors[field]) return serverErrors[field]
    const problem = touched.has(field) ? validate(field, values) : null
    return problem ? translateProblem(problem, language) : undefined
  }

  function onRefusal(error: unknown): void {
    showError(error)
    forEachFieldError(error, (path, message) => setServerErrors((before) => ({ ...before, [path]: message })))
    for (const code of ['GROUP_NAME_IN_USE', 'INVALID_GROUP_NAME', 'ILLEGAL_CHARACTER'] as const)
      if (isApiError(error, code)) setServerErrors((before) => ({ ...before, groupName: error.message }))
  }

  async function save(): Promise<void> {
    setBusy(true)
    try {
      const saved = await (group ? changeGroup(group.groupId, values) : createGroup(values))
      showToast({ text: t('form.saved') })
      if (group) onClose()
      else await navigate(groupAddress(saved.groupId), { replace: true, state })
    } catch (error) {
      onRefusal(error)
      setBusy(false)
    }
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (busy) return
    setTouched(new Set(['groupName', 'description']))
    clearProblems()
    if (!validate('groupName', values) && !validate('description', values)) await save()
    setSubmitCount((count) => count + 1)
  }

  const text = (field: Field) => ({
    name: field,
    value: values[field],
    error: errorOf(field),
    onBlur: () => values[field] !== '' && setTouched((before) => new Set([...before, field])),
    onChange: (event: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [field]: event.target.value }))
      setServerErrors((before) => ({ ...before, [field]: undefined }))
    },
  })

  return (
    <FormPane title={t(group ? 'form.change' : 'form.new')} ref={form} onSubmit={(event) => void submit(event)}>
      <TextField
        {...text('groupName')}
        label={t('form.name')}
        autoFocus={group !== undefined}
        hint={t('form.nameHint')}
        aside={`${values.groupName.length}/${GROUP_NAME_MAX}`}
        maxLength={GROUP_NAME_MAX}
      />
      <TextArea
        {...text('description')}
        label={t('form.description')}
        hint={t('form.descriptionHint')}
        aside={`${values.description.length}/${TEXT_AREA_MAX}`}
        maxLength={TEXT_AREA_MAX}
      />
      <Switch
        checked={values.isOpen}
        hint={t('form.isOpenHint')}
        onChange={(isOpen) => setValues((before) => ({ ...before, isOpen }))}
      >
        {t('form.isOpen')}
      </Switch>
      <FormButtons>
        <Button type="submit" busy={busy}>
          {t(group ? 'form.save' : 'form.create')}
        </Button>
        <Button variant="quiet" onClick={() => guard.go(onClose)}>
          {t('form.cancel')}
        </Button>
      </FormButtons>
      <LeaveQuestion
        guard={guard}
        title={t('form.leaveTitle')}
        text={t('form.leaveText')}
        leave={t('form.leave')}
        stay={t('form.stay')}
      />
    </FormPane>
  )
}
