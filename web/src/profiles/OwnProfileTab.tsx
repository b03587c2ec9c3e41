import type { MemberResponse } from '@app/contract/members/members'
import { profileUrl } from '../lib/navigation/profile-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { SaveBar } from '../ui/forms/SaveBar.tsx'
import { AboutCard } from './AboutCard.tsx'
import { DescriptionCard } from './DescriptionCard.tsx'
import styles from './own-profile-form.module.css'
import { PersonFields } from './PersonFields.tsx'
import { loadOwnProfile, useOwnProfile } from './store.ts'
import { profileTexts } from './texts.ts'
import { useOwnForm } from './use-own-form.ts'

function Form({ member }: { member: MemberResponse }) {
  const t = useTexts(profileTexts)
  const { form, formProps, changedSections, isPending, isSaved, undo } = useOwnForm(member)
  const { persons } = form.values
  return (
    <form {...formProps} className={styles.form}>
      <div className={styles.cards}>
        <AboutCard form={form} />
        <DescriptionCard form={form} />
        <PersonFields form={form} name="person1" />
        {persons === 'two' && <PersonFields form={form} name="person2" />}
      </div>
      <SaveBar
        changedSections={changedSections.map((section) => t(`section.${persons}.${section}`))}
        subject={t('form.subject')}
        busy={isPending}
        savedUrl={isSaved ? profileUrl(member.profile.userName) : undefined}
        onUndo={undo}
      />
    </form>
  )
}

const retry = () => void loadOwnProfile()

/** Lets members edit their own profile. */
export function OwnProfileTab() {
  const t = useTexts(profileTexts)
  const ownProfile = useOwnProfile()
  if (ownProfile.data) return <Form member={ownProfile.data} />
  if (ownProfile.state === 'failed') return <Failed title={t('own.failed')} error={ownProfile.error} retry={retry} />
  return (
    <Loading text={t('own.loading')}>
      <div className={styles.cards}>
        {['about', 'description', 'person1', 'person2'].map((section) => (
          <Skeleton key={section} height="20.5rem" radius="1.125rem" />
        ))}
      </div>
    </Loading>
  )
}
