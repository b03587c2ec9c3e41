import type { MemberResponse } from '@app/contract/members/members'
import { profileAddress } from '../lib/navigation/profile-address.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { SaveBar } from '../ui/forms/SaveBar.tsx'
import { AboutCard } from './AboutCard.tsx'
import styles from './own.module.css'
import { PersonFields } from './PersonFields.tsx'
import { PresentationCard } from './PresentationCard.tsx'
import { loadOwn, useOwn } from './store.ts'
import { profileTexts } from './texts.ts'
import { useOwnForm } from './use-own-form.ts'

function Form({ member }: { member: MemberResponse }) {
  const t = useTexts(profileTexts)
  const { form, element, changed, isPending, isSaved, undo } = useOwnForm(member)
  const { persons } = form.values
  return (
    <form {...element} className={styles.form}>
      <div className={styles.cards}>
        <AboutCard form={form} />
        <PresentationCard form={form} />
        <PersonFields form={form} name="person1" />
        {persons === 'two' && <PersonFields form={form} name="person2" />}
      </div>
      <SaveBar
        changed={changed.map((part) => t(`part.${persons}.${part}`))}
        what={t('form.what')}
        busy={isPending}
        saved={isSaved ? profileAddress(member.profile.userName) : undefined}
        onUndo={undo}
      />
    </form>
  )
}

const retry = () => void loadOwn()

/** Edits the member's own profile. */
export function OwnProfileTab() {
  const t = useTexts(profileTexts)
  const own = useOwn()
  if (own.data) return <Form member={own.data} />
  if (own.state === 'failed') return <Failed title={t('own.failed')} error={own.error} retry={retry} />
  return (
    <Loading text={t('own.loading')}>
      <div className={styles.cards}>
        {['about', 'presentation', 'person1', 'person2'].map((part) => (
          <Skeleton key={part} height="20.5rem" radius="1.125rem" />
        ))}
      </div>
    </Loading>
  )
}
