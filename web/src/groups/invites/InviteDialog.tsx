import type { Group } from '@app/contract/groups'
import { TEXT_AREA_MAX } from '@app/contract/limits'
import type { SearchHit } from '@app/contract/members/profiles'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { showToast } from '../../lib/feedback/toasts.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { describeError } from '../../lib/http/api-error.ts'
import { inSession } from '../../lib/http/session.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { RestrictedNote } from '../../ui/feedback/RestrictedNote.tsx'
import { FieldError, TextArea } from '../../ui/forms/Field.tsx'
import { FindMember } from '../../ui/forms/FindMember.tsx'
import { FormButtons } from '../../ui/forms/FormPane.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { inviteMember } from '../store.ts'
import { groupsTexts } from '../texts.ts'
import styles from './form.module.css'

type FormProps = { group: Pick<Group, 'groupId'>; userName: string; onDone: () => void; onBack?: () => void }

/** Shows the form that sends an invite with an optional greeting. */
export function InviteForm({ group, userName, onDone, onBack }: FormProps) {
  const t = useTexts(groupsTexts)
  const [problem, setProblem] = useState<string | null>(null)
  const { values, set, isPending, form } = useForm({
    initial: { message: '' },
    send: async ({ message }) => {
      await inviteMember({ groupId: group.groupId, recipientName: userName, message })
    },
    onSent: inSession(() => {
      showToast({ text: t('invite.sent', { name: userName }) })
      onDone()
    }),
    report: (error) => setProblem(error && describeError(error)),
  })
  return (
    <form className={styles.dialog} {...form}>
      <p className={styles.recipient}>{userName}</p>
      <RestrictedNote action="invite" />
      <TextArea
        label={t('invite.message')}
        hint={t('invite.messageHint')}
        maxLength={TEXT_AREA_MAX}
        value={values.message}
        onChange={(event) => set({ message: event.target.value })}
      />
      {problem && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <FormButtons>
        <Button type="submit" icon={Send} busy={isPending}>
          {t('invite.send')}
        </Button>
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {t('invite.back')}
          </Button>
        )}
      </FormButtons>
    </form>
  )
}

/** Shows a dialog that finds a member by name and invites them to the group. */
export function InviteDialog({ group, open, onClose }: { group: Group; open: boolean; onClose: () => void }) {
  const t = useTexts(groupsTexts)
  const [selectedHit, setSelectedHit] = useState<SearchHit | null>(null)
  const close = () => {
    setSelectedHit(null)
    onClose()
  }
  return (
    <Dialog title={t('invite.title', { name: group.groupName })} open={open} onClose={close}>
      {selectedHit ? (
        <InviteForm group={group} userName={selectedHit.userName} onDone={close} onBack={() => setSelectedHit(null)} />
      ) : (
        <FindMember onPick={setSelectedHit} />
      )}
    </Dialog>
  )
}
