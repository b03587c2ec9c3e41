import type { Group } from '@app/contract/groups'
import { UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { failed, type Loadable, loaded, loading, notStarted } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { SelectField } from '../../ui/forms/SelectField.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import type { MenuAction } from '../../ui/overlays/menu-action.ts'
import { getGroupsToInviteTo } from '../api.ts'
import { groupsTexts } from '../texts.ts'
import styles from './form.module.css'
import { InviteForm } from './InviteDialog.tsx'

type Groups = Loadable<readonly Group[]>

type ChoiceProps = { name: string; groups: Groups; onLoad: () => void; onDone: () => void }

function GroupChoice({ name, groups, onLoad, onDone }: ChoiceProps) {
  const t = useTexts(groupsTexts)
  const [groupId, setGroupId] = useState('')
  if (groups.state === 'failed') return <Failed title={t('failed')} error={groups.error} retry={onLoad} />
  if (!groups.data) return <p role="status">{t('loading')}</p>
  if (groups.data.length === 0) return <p>{t('invite.noGroups', { name })}</p>
  const chosenGroup = groups.data.find((group) => group.groupId === groupId)
  return (
    <div className={styles.dialog}>
      <SelectField
        label={t('invite.group')}
        choices={[
          { value: '', label: t('invite.chooseGroup') },
          ...groups.data.map((group) => ({ value: group.groupId, label: group.groupName })),
        ]}
        value={groupId}
        onChange={setGroupId}
      />
      {chosenGroup && <InviteForm key={groupId} group={chosenGroup} userName={name} onDone={onDone} />}
    </div>
  )
}

/**
 * Returns the action that invites a member to one of the groups that the current member administers, and the dialog
 * that it opens.
 */
export function useInviteToGroup(name: string): { action: MenuAction; dialog: ReactNode } {
  const t = useTexts(groupsTexts)
  const [isOpen, setIsOpen] = useState(false)
  const [groups, setGroups] = useState<Groups>(notStarted)
  const load = () => {
    setGroups(loading(notStarted))
    getGroupsToInviteTo(name).then(
      (data) => setGroups(loaded(data)),
      (error: unknown) => setGroups(failed(notStarted, error)),
    )
  }
  const openDialog = () => {
    setIsOpen(true)
    load()
  }
  return {
    action: { id: 'inviteToGroup', label: t('invite.toGroup'), icon: UsersRound, run: openDialog },
    dialog: (
      <Dialog title={t('invite.toWhich', { name })} open={isOpen} onClose={() => setIsOpen(false)}>
        <GroupChoice name={name} groups={groups} onLoad={load} onDone={() => setIsOpen(false)} />
      </Dialog>
    ),
  }
}

/** Shows the button and the dialog that invite a member to one of the groups that the current member administers. */
export function InviteToGroup({ name }: { name: string }) {
  const { action, dialog } = useInviteToGroup(name)
  return (
    <>
      <Button variant="outlined" wide icon={UsersRound} onClick={action.run}>
        {action.label}
      </Button>
      {dialog}
    </>
  )
}
