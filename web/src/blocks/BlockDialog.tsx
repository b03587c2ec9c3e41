import type { Id } from '@app/contract/base'
import type { BlockEffects } from '@app/contract/members/blocks'
import { Archive, BellOff, EyeOff, type LucideIcon } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { setBlocking } from '../lib/blocking/request-block.ts'
import { ApiError, describeError, isApiError } from '../lib/http/api-error.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, notStarted } from '../lib/http/loadable.ts'
import { inSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Checkbox } from '../ui/forms/Checkbox.tsx'
import { FieldError } from '../ui/forms/Field.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { GroupArt } from '../ui/photos/GroupArt.tsx'
import { getEffects, postBlock } from './api.ts'
import styles from './block.module.css'
import { blockTexts } from './texts.ts'

const strong = (content: ReactNode) => <strong>{content}</strong>

const Fact = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <li className={styles.fact}>
    <Icon size="1.125rem" strokeWidth={1.75} aria-hidden />
    <span>{children}</span>
  </li>
)

type GroupsProps = {
  name: string
  groups: BlockEffects['groups']
  /** The groups that the member chooses to stay in although the blocked member is an admin there. */
  kept: ReadonlySet<Id>
  onToggle: (groupId: Id) => void
  disabled: boolean
}

/** Shows the groups that both are in, with a checkbox to leave each one in which the other member is an admin. */
function SharedGroups({ name, groups, kept, onToggle, disabled }: GroupsProps) {
  const t = useTexts(blockTexts)
  return (
    <section className={styles.groups}>
      <h3 className={styles.groupsTitle}>{t('groups', { count: groups.length })}</h3>
      <ul>
        {groups.map(({ groupId, groupName, ledByThem }) => (
          <li key={groupId} className={styles.group}>
            <GroupArt groupId={groupId} size={40} />
            <div className={styles.groupText}>
              <p className={styles.groupName} dir="auto">
                {groupName}
              </p>
              <p className={styles.groupFact}>{ledByThem ? t('ledGroup', { name }) : t('group')}</p>
              {ledByThem && (
                <Checkbox checked={!kept.has(groupId)} disabled={disabled} onChange={() => onToggle(groupId)}>
                  {t('leave', { group: groupName })}
                </Checkbox>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A placeholder in the shape of the facts and one shared group. */
const EffectsSkeleton = () => (
  <>
    {['92%', '96%', '88%'].map((width) => (
      <div key={width} className={styles.fact}>
        <Skeleton width="1.125rem" height="1.125rem" />
        <span className={styles.lines}>
          <Skeleton width={width} height="0.875rem" />
          <Skeleton width="44%" height="0.875rem" />
        </span>
      </div>
    ))}
    <div className={styles.groups}>
      <Skeleton width="55%" height="0.875rem" />
      <div className={styles.group}>
        <Skeleton width="2.5rem" height="2.5rem" radius="50% 50% 22% 22%" />
        <span className={styles.lines}>
          <Skeleton width="60%" height="1rem" />
          <Skeleton width="40%" />
        </span>
      </div>
    </div>
  </>
)

type Props = {
  name: string
  open: boolean
  onClose: () => void
  /** Called when the server has stored the block. */
  onBlocked: () => void
  onReport: () => void
}

/** Shows the effects of blocking a member and asks for confirmation. The focus starts on the button that cancels. */
export function BlockDialog({ name, open, onClose, onBlocked, onReport }: Props) {
  const t = useTexts(blockTexts)
  const [effects, setEffects] = useState<Loadable<BlockEffects>>(notStarted)
  const [kept, setKept] = useState<ReadonlySet<Id>>(new Set())
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const load = useCallback(() => void loadInSession(() => getEffects(name), setEffects), [name])
  useEffect(load, [load])

  const toggle = (groupId: Id) =>
    setKept((previous) => {
      const next = new Set(previous)
      if (!next.delete(groupId)) next.add(groupId)
      return next
    })

  async function block({ groups }: BlockEffects): Promise<void> {
    setSending(true)
    setProblem(null)
    setBlocking(name)
    const onStored = inSession(onBlocked)
    const leaveGroups = groups.filter(({ groupId, ledByThem }) => ledByThem && !kept.has(groupId))
    try {
      await postBlock({ userName: name, leaveGroups: leaveGroups.map(({ groupId }) => groupId) })
      onStored()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error)
    } finally {
      setBlocking(null)
      setSending(false)
    }
  }

  const { data } = effects
  const loadError = effects.state === 'failed' && !data ? effects.error : null
  const error = problem ?? loadError
  const isGone = isApiError(error, 'NOT_FOUND')
  useEffect(() => {
    // The pressed button is disabled from now on.
    if (isGone) cancelButton.current?.focus()
  }, [isGone])
  const retry = () => {
    // The button that blocks takes the place of the pressed one, and must not take its focus.
    cancelButton.current?.focus()
    load()
  }
  return (
    <Dialog title={t('title', { name })} open={open} onClose={onClose} role="alertdialog" wide>
      {!data && !loadError && (
        <Loading text={t('loading')}>
          <EffectsSkeleton />
        </Loading>
      )}
      {(data || loadError) && !isGone && (
        <ul className={styles.facts}>
          <Fact icon={EyeOff}>{t.rich('hidden', { strong })}</Fact>
          {data?.hasChat && <Fact icon={Archive}>{t.rich('chat', { name, strong })}</Fact>}
          <Fact icon={BellOff}>{t.rich('silent', { name, strong })}</Fact>
        </ul>
      )}
      {data && data.groups.length > 0 && !isGone && (
        <SharedGroups name={name} groups={data.groups} kept={kept} onToggle={toggle} disabled={isSending} />
      )}
      {error && (
        <div role="alert" className={styles.problem}>
          <FieldError>{isGone ? t('gone', { name }) : describeError(error)}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button ref={cancelButton} variant="quiet" autoFocus onClick={onClose}>
          {t('cancel')}
        </Button>
        {loadError && !isGone ? (
          <Button variant="outlined" onClick={retry}>
            {t('retry')}
          </Button>
        ) : (
          <Button
            variant="danger"
            disabled={!data || isGone}
            busy={isSending}
            busyLabel={t('blocking')}
            onClick={() => data && void block(data)}
          >
            {t('block')}
          </Button>
        )}
      </div>
      <p className={styles.report}>
        {t.rich('threatened', {
          link: (content) => (
            <button type="button" className="text-link" onClick={onReport}>
              {content}
            </button>
          ),
        })}
      </p>
    </Dialog>
  )
}
