import type { Duty } from '@app/contract/members/duties'
import type { TeamMember } from '@app/contract/safety/team'
import { useEffect, useId } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { loadTeam, setDuty, useTeam } from './duties.ts'
import styles from './moderation.module.css'
import { moderationTexts } from './texts.ts'

const DUTIES: readonly Duty[] = ['MODERATE', 'LEAD', 'PUBLISH', 'OPERATE']

const load = () => void loadTeam()

type MemberProps = { member: TeamMember; isLastLead: boolean }

/** Shows the duties of one admin. Admins cannot change their own, so that a lead always remains. */
function Member({ member: { userName, duties, passkeys, me }, isLastLead }: MemberProps) {
  const t = useTexts(moderationTexts)
  const id = useId()
  return (
    <li className={styles.card}>
      <section aria-labelledby={id}>
        <div className={styles.head}>
          <h2 id={id} dir="auto">
            {userName}
          </h2>
          {me && (
            <Chip tone="trust" small>
              {t('you')}
            </Chip>
          )}
          <span className={styles.passkeys}>
            {passkeys === 0 ? t('noPasskey') : t('passkeys', { count: passkeys })}
          </span>
        </div>
        {me && <p className={styles.note}>{t('noSelf')}</p>}
        {isLastLead && <p className={styles.note}>{t('lastLead')}</p>}
        {DUTIES.map((duty) => (
          <Switch
            key={duty}
            checked={duties.includes(duty)}
            disabled={me || (isLastLead && duty === 'LEAD')}
            hint={t(`hint.${duty}`)}
            onChange={(isOn) => void setDuty(userName, duty, isOn)}
          >
            {t(duty)}
          </Switch>
        ))}
      </section>
    </li>
  )
}

function DutiesSkeleton() {
  const t = useTexts(moderationTexts)
  return (
    <Loading text={t('dutiesLoading')}>
      <div className={styles.team}>
        <Skeleton height="19.5rem" radius="var(--radius-card)" />
        <Skeleton height="19.5rem" radius="var(--radius-card)" />
      </div>
    </Loading>
  )
}

/** Lists the duties of all admins, and lets leads grant and revoke them. */
export function Duties() {
  const t = useTexts(moderationTexts)
  const team = useTeam((state) => state.team)
  useEffect(load, [])
  if (!team.data && team.state === 'failed') return <Failed title={t('dutiesFailed')} error={team.error} retry={load} />
  if (!team.data) return <DutiesSkeleton />
  const leads = team.data.filter(({ duties }) => duties.includes('LEAD'))
  return (
    <>
      <p className={styles.lead}>{t('dutiesLead')}</p>
      <ul className={styles.team}>
        {team.data.map((member) => (
          <Member
            key={member.userName}
            member={member}
            isLastLead={leads.length === 1 && leads[0]?.userName === member.userName}
          />
        ))}
      </ul>
      {team.data.length === 1 && <p className={styles.lead}>{t('alone')}</p>}
    </>
  )
}
